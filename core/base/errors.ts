/**
 * Application errors: one class, one table of codes.
 *
 * Every failure that a caller can act on is an `AppError` with a code from `ERRORS`. Any other
 * error is a bug: it is logged in full, and callers get only E2000 with a trace id. E1… codes are
 * published by the interface; E2… codes are ours. Codes are public: add, never rename.
 */

type ErrorRow = { readonly status: number; readonly message: string };

/** Code → HTTP status and its default message. */
export const ERRORS = {
  E1051: { status: 404, message: "Shipment not found." },
  E1053: { status: 404, message: "Organization not found." },
  E1054: { status: 400, message: "The shipment request could not be read." },
  E1055: { status: 403, message: "Not authorised for this operation." },
  E1056: { status: 400, message: "The recipient address could not be created." },
  E1057: { status: 400, message: "The order could not be created." },
  E1058: { status: 400, message: "The shipment could not be saved." },
  E1064: { status: 404, message: "Offer not found." },
  E1065: { status: 409, message: "An offer was already accepted for this shipment." },
  E1066: {
    status: 409,
    message: "The organization's balance is not sufficient. Nothing was bought.",
  },
  E1067: { status: 400, message: "Product information could not be obtained." },
  E1068: { status: 400, message: "The sender address was not found." },
  E1071: { status: 409, message: "The shipment barcode could not be created. Nothing was bought." },
  E1072: { status: 409, message: "The shipping label could not be created." },
  E1073: { status: 409, message: "The shipment can no longer be changed." },
  E1074: { status: 409, message: "The balance could not be updated. Nothing was bought." },
  E1085: { status: 400, message: "Bad request." },
  E1086: { status: 400, message: "The transaction could not be created. Nothing was bought." },
  E1111: { status: 409, message: "The offer could not be updated." },
  E1115: { status: 409, message: "The card payment could not be taken." },
  E1129: { status: 400, message: "The recipient address is empty." },
  E1130: { status: 400, message: "The recipient city is empty or not known." },
  E1131: { status: 400, message: "The recipient country is empty or not known." },
  E1132: { status: 400, message: "The recipient district is empty or not known." },
  E1133: { status: 400, message: "The recipient name is empty." },
  E1134: { status: 400, message: "The recipient phone is empty." },
  E1136: { status: 400, message: "The recipient e-mail is empty." },

  E2000: {
    status: 500,
    message:
      "An unexpected error occurred on this station. Its details are in the log under the trace id.",
  },
  E2001: { status: 401, message: "A valid access token is needed: Authorization: Bearer <token>." },
  E2002: { status: 404, message: "There is no such endpoint." },
  E2003: { status: 413, message: "The request body is larger than 1 MiB." },
  E2004: { status: 415, message: "The request body must be application/json." },
  E2005: { status: 429, message: "Too many requests. Wait as long as Retry-After says." },
  E2006: { status: 403, message: "This host name is not served here. Use 127.0.0.1 or localhost." },
  E2007: { status: 409, message: "This Idempotency-Key was used with another request." },
  E2008: {
    status: 409,
    message:
      "The carrier's answer is not known yet. The station asks again; do not buy another label.",
  },
  E2009: {
    status: 409,
    message: "The station is still busy with this shipment. Try again in a moment.",
  },
  E2010: { status: 404, message: "Address not found." },
  E2011: {
    status: 409,
    message: "The default sender address and the invoice address cannot be deleted.",
  },
  E2012: { status: 404, message: "Parcel template not found." },
  E2013: { status: 404, message: "City not found." },
  E2014: { status: 404, message: "District not found." },
  E2015: { status: 404, message: "Member not found." },
  E2016: { status: 404, message: "Webhook not found." },
  E2017: { status: 404, message: "Provider account not found." },
  E2018: { status: 404, message: "API token not found." },
  E2020: { status: 404, message: "The label is not on this station." },
  E2021: { status: 403, message: "The label link is not valid." },
  E2022: {
    status: 409,
    message: "The carrier already has the parcel. It can be returned, not cancelled.",
  },
  E2024: { status: 404, message: "No waiting order has this number." },
  E2025: { status: 404, message: "Printer not found." },
  E2027: { status: 404, message: "Print job not found." },
  E2028: {
    status: 409,
    message: "This print job cannot be answered that way in its present state.",
  },
  E2029: { status: 400, message: "The file could not be read." },
  E2030: { status: 409, message: "An organization must keep at least one owner." },
  E2031: { status: 409, message: "This member is already in the organization." },
  E2032: { status: 400, message: "This URL may not be used for a webhook." },
  E2033: { status: 409, message: "The carrier refused this parcel. Nothing was bought." },
  E2034: { status: 404, message: "Transaction not found." },
  E2035: { status: 409, message: "The label did not pass its own check and was not printed." },
  E2036: {
    status: 409,
    message:
      "The station's disk is full or not writable. Nothing was changed. Free some space and try again.",
  },
  E2040: {
    status: 403,
    message: "This web page is not allowed to use the station. Allow it on the desk.",
  },
  E2041: { status: 404, message: "This web page's request for access is no longer open." },
  E2042: { status: 404, message: "Webhook delivery not found." },
  E2043: {
    status: 409,
    message: "The event of this delivery has been deleted and cannot be sent again.",
  },
  E2045: {
    status: 404,
    message: "This label was cancelled. Do not use it; buy a new one for the parcel.",
  },
  E2046: {
    status: 404,
    message: "This tracking link is not valid. Copy it whole from the shipment.",
  },
  E2047: {
    status: 409,
    message: "This order is not cancelled. Only a cancelled order is packed again.",
  },
  E2049: {
    status: 409,
    message:
      "The page of the printer simulator could not be opened. Type its address into a browser.",
  },
  E2050: {
    status: 409,
    message:
      "A stored secret cannot be read on this station: its key is missing or is another one.",
  },
  E2051: { status: 409, message: "This reference was used for another amount. Nothing was added." },
  E2052: {
    status: 409,
    message:
      "Reading this took too long and was ended. Ask for less: a shorter time, an order number, or one more filter.",
  },
  E2053: {
    status: 409,
    message:
      "Stations without a connection to each other made conflicting changes to this shipment, such as buying two labels. Compare its labels and its tracking, and cancel the surplus label at the carrier.",
  },
  E2054: {
    status: 404,
    message: "This job no longer exists, or it is running now. Read the list again.",
  },
  E2055: {
    status: 410,
    message: "The personal data of this shipment was erased, so its label can no longer be drawn.",
  },
  E2056: { status: 404, message: "The document is not on this station. Upload it again." },
  E2057: {
    status: 409,
    message:
      "The recipient does not fit on this label. Shorten the name or the address, or print on larger paper.",
  },
  E2058: {
    status: 409,
    message: "This version of Packbench does not have the label's layout. Install a newer one.",
  },
  E2059: {
    status: 409,
    message:
      "The station could not draw this just now. Nothing was changed. Try again in a moment.",
  },
  E2060: {
    status: 409,
    message:
      "The station keeps no more uploaded documents: those it has still wait to be printed. Upload this one again when they are.",
  },
  E2061: {
    status: 409,
    message: "A print of this document has not ended. Delete the document afterwards.",
  },
  E2062: { status: 409, message: "The file could not be saved there. Choose another folder." },
  E2063: {
    status: 409,
    message:
      "The label printer cannot print now. Nothing was bought. Put the printer in order, or buy with printAnyway: the label waits for it then.",
  },
  E2067: {
    status: 409,
    message:
      "These addresses cannot be merged: one was deleted, or senders and recipients are among them. Nothing was changed.",
  },
  E2068: {
    status: 410,
    message: "This file is no longer open. Choose it again: what was taken in is not taken twice.",
  },
  E2070: {
    status: 403,
    message:
      "This token may print PDFs and PNGs, and no ZPL. Send one of them, or ask an owner or admin for a token with print:raw.",
  },
  E2071: {
    status: 409,
    message: "This print job does not wait any more, and cannot be cancelled.",
  },
  E2072: {
    status: 409,
    message:
      "Not all items of this order were scanned. Nothing was bought. Scan the others first, or an owner or admin switches this off in Settings.",
  },
  E2073: { status: 409, message: "This order is on hold. Release it first. Nothing was bought." },
  E2074: {
    status: 409,
    message:
      "Only an order that waits can be put on hold, and a cancelled one gets no further box.",
  },
  E2075: {
    status: 409,
    message:
      "Some of these labels were printed before. Leave them out, or give a reason to print them again.",
  },
  E2076: { status: 404, message: "Batch of labels not found." },
  E2077: { status: 409, message: "The batch has ended, or is not paused." },
  E2078: { status: 404, message: "No label of this batch has that number." },
  E2079: {
    status: 409,
    message:
      "The practice station could not be opened: this program could not be started once more. Close other programs and try again.",
  },
  E2080: {
    status: 404,
    message: "There is no picture of this item, or it could not be fetched just now.",
  },
  E2081: {
    status: 409,
    message: "All pieces of this item were scanned already. Is there one too many in the parcel?",
  },
  E2083: {
    status: 409,
    message: "The parcel has a newer event. Look at it before you mark the parcel as handled.",
  },
  E2084: {
    status: 400,
    message:
      "This is no public https address. It begins with https and names a public host, such as track.example.com, without a path; a number is no name.",
  },
  E2086: {
    status: 409,
    message:
      "Only the last box of an order can be removed, and only while it has no label. To take back one with a label, cancel the label. Nothing was changed.",
  },
  E2087: {
    status: 409,
    message:
      "A label of this order already counts this box. Cancel that label and pack its box again; then this box can be removed. Nothing was changed.",
  },
  E2090: { status: 404, message: "No such import runs now: it has not startedAt, or has ended." },
  E2091: {
    status: 500,
    message:
      "The station stopped before it answered, and starts again. Look whether it was done before doing it again.",
  },
  E2096: {
    status: 400,
    message:
      "The first line of the file does not name every column that is needed. Nothing was imported.",
  },
  E2101: {
    status: 409,
    message: "This backup is damaged or not complete. Choose another one. Nothing was changed.",
  },
  E2102: {
    status: 409,
    message:
      "This backup was made by a newer Packbench. Update Packbench to put it back. Nothing was changed.",
  },
  E2103: {
    status: 409,
    message:
      "This backup is from another computer or station. State whether that one is still used. Nothing was changed.",
  },
  E2104: {
    status: 409,
    message: "This is a shared desk: it opens no other window, file or program.",
  },
  E2105: {
    status: 400,
    message:
      "This is a recovery key of another station, or of a key that was given up since. Nothing was changed.",
  },
  E2106: {
    status: 409,
    message: "The key of the stored secrets is not lost. Nothing was changed.",
  },
  E2111: {
    status: 400,
    message: "This is no join code, or a sign of it is missing. Copy it again, as a whole.",
  },
  E2112: {
    status: 409,
    message:
      "The hub did not answer. Check that it runs, that both machines are on one network, and that its firewall lets its port in.",
  },
  E2113: {
    status: 409,
    message: "Another machine answers at the hub's address. Make a new join code on the hub.",
  },
  E2114: {
    status: 409,
    message:
      "This join code was used already, has ended, or is not known to the hub. Make a new one on the hub.",
  },
  E2115: {
    status: 409,
    message: "The hub's nats-server is too old. Update it on the hub's machine.",
  },
  E2116: {
    status: 409,
    message:
      "The clocks of this machine and of the hub are more than five minutes apart. Set them, then try again.",
  },
  E2117: {
    status: 409,
    message:
      "The hub does not accept this station. Revoke it on the hub if it is still listed there, then join with a new code.",
  },
  E2118: {
    status: 409,
    message:
      "This station has joined another hub. Have it leave that one first. Nothing was changed.",
  },
  E2119: { status: 409, message: "This hub is of another organization. Nothing was changed." },
  E2120: { status: 409, message: "The station is joining a hub already. Wait until it has." },
  E2121: {
    status: 409,
    message: "This is set by your company's IT and cannot be changed at the desk.",
  },
  E2122: { status: 409, message: "The system did not take this setting. Nothing was changed." },
  E2131: {
    status: 409,
    message:
      "This station has used up its numbers, and the hub that gives new ones is not reached. Nothing was done. Check the connection to the hub and try again.",
  },
  E2132: {
    status: 409,
    message:
      "The rest of the balance is at the other stations and comes as soon as the hub is reached. Nothing was bought. Check the connection to the hub and try again.",
  },
  E2133: {
    status: 409,
    message:
      "This station cannot spend any of the balance: it was revoked, or an older copy of its data was put back. Nothing was bought. An owner must join the station to the hub again.",
  },
  E2134: {
    status: 409,
    message:
      "This order is at another desk, which is not reached now. Nothing was bought. Pack it there, or try again when that desk is connected.",
  },
  E2135: {
    status: 409,
    message:
      "The hub was emptied or set back to an older state. It gives numbers and money again when every desk has reported what it has. Nothing was done. Start the other desks, or have those that are gone revoked at the hub, and try again.",
  },
  E2136: {
    status: 409,
    message:
      "This label is void: do not hand it over. Its parcel has another label, or its shipment is cancelled. Take this one off the parcel.",
  },
  E2140: {
    status: 409,
    message:
      "This station may not let others in or revoke them. Do it at the hub's computer, or at the station that founded the organization.",
  },
  E2141: {
    status: 409,
    message:
      "The station can leave when it is in step with the hub. Nothing was changed. Wait until it is, or keep the organization if no other station works with it any more.",
  },
  E2142: {
    status: 409,
    message:
      "Other stations work with this organization. Nothing was changed. Revoke them first, or leave the organization to them.",
  },
  E2143: { status: 409, message: "The hub could not be started on this computer." },
  E2144: {
    status: 409,
    message:
      "This station has joined a hub already. Have it leave that one first. Nothing was changed.",
  },
  E2145: {
    status: 400,
    message:
      "This is no credentials file of a nats-server. Ask whoever runs the server for the .creds file of this station.",
  },
  E2146: {
    status: 409,
    message:
      "The hub cannot be joined yet: something of it is missing or set differently. Nothing was changed.",
  },
  E2147: {
    status: 409,
    message:
      "This printer is not shared any more, or is gone. Nothing was asked for. Read the shared printers again, and choose another one.",
  },
  E2148: {
    status: 409,
    message:
      "This station has joined no other stations, so it can use no printer of theirs. Join a hub in Settings, Stations, or print here.",
  },
  E2149: {
    status: 409,
    message:
      "The station of the printer has taken this print already, or it has ended. It is not cancelled; cancel it in the print journal there.",
  },
  E2150: {
    status: 409,
    message:
      "This hub has lost its data and waits for a desk of its own organization. Nothing was changed. Start a desk that has worked with this hub before; join when it is in step.",
  },
  E2151: {
    status: 409,
    message:
      "This station is connected now. Nothing was changed. Have whoever runs the nats-server remove its user there, and revoke it when it has been gone for half a minute.",
  },
  E2153: {
    status: 404,
    message:
      "There is no such print at a shared printer, or it was deleted thirty days after it was asked for.",
  },
  E2155: {
    status: 409,
    message:
      "This station lacks the key of the organization's secrets. Nothing was saved. Start a station that has been in the organization for longer, and try again.",
  },
  E2156: {
    status: 409,
    message:
      "Another station has this Idempotency-Key. Nothing was done here. Repeat the call later, or there.",
  },
  E2157: {
    status: 409,
    message:
      "The hub's snapshot of the organization cannot be taken in. Nothing was changed. Start a station that has the organization's data, wait for ten minutes, and try again.",
  },
  E2158: {
    status: 409,
    message:
      "The carrier's label file is at another desk and cannot be got now. Nothing was printed. Print it there, or try again later.",
  },
  E2159: {
    status: 409,
    message:
      "The disk of the hub's computer is full, read-only or failing, so the hub cannot let this station in. Free some space there, then try again with the same code.",
  },
  E2160: {
    status: 409,
    message:
      "The organization's data is of a newer Packbench than this one's. Nothing was changed. Update this station, then try again.",
  },
  E2161: {
    status: 409,
    message:
      "A trial version of Packbench wrote this, and its format is no longer supported. Nothing was changed.",
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

export class AppError extends Error {
  override readonly name: string = "AppError";
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, string | number>>;

  /**
   * @param message Safe to show: no tokens, no other person's data. Defaults to the code's
   *   sentence.
   * @param details Safe to show and to log: ids, field names, counts.
   */
  constructor(
    code: ErrorCode,
    message?: string,
    details: Readonly<Record<string, string | number>> = {},
  ) {
    super(message ?? ERRORS[code].message);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** @param code Default: any AppError. */
export function isAppError(error: unknown, code?: ErrorCode): error is AppError {
  return error instanceof AppError && (code === undefined || error.code === code);
}
