/** Decides what the answers of Aras's shipping service mean: done, refused with a field, or unknown. */
import { done, refused, unknown, type BoughtRequest, type Outcome } from "../carrier.ts";
import { joinWords, unknownLabel, wrongLogin } from "../carrier-answers.ts";
import { announced, notAnnounced, type AnnounceOutcome, type Refusal } from "../connection.ts";
import type { Result } from "./client.ts";

const DONE = "0";
const WRONG_LOGIN = "1000";
/** No branch, no sender's address or no integration is set up for the login. */
const ACCOUNT = ["1001", "1002", "1003", "1006"];
/** The order exists and cannot be changed: 936 fails to update it, the others have its waybill. */
const UPDATE_FAILED = "936";
const HANDLED = ["60020", "60022", "70027", "70029", "70031"];
const SENT_TOO_OFTEN = "70035";
/** Field of an announcement to which an error code belongs. */
const FIELDS: Readonly<Record<string, string>> = {
  "934": "recipient.name",
  "935": "recipient.phone",
  "937": "barcode",
  "938": "recipient.address1",
  "939": "recipient.name",
  "940": "recipient.cityName",
  "941": "recipient.districtName",
  "942": "payer",
  "70018": "recipient.address1",
  "70022": "barcode",
  "70030": "barcode",
  "70032": "payer",
  "70033": "cashOnDelivery",
  "70034": "cashOnDelivery",
  "70121": "waybillNumber",
};

/** Meaning of the answer to a SetOrder. `exists`: the carrier may have the order already. */
export type SetOrderMeaning =
  | AnnounceOutcome
  | { readonly outcome: "exists"; readonly refusal: Refusal };

/** Reads the answer to a SetOrder. */
export function readSet({ code, words }: Result): SetOrderMeaning {
  if (code === DONE) return announced({ details: {} });
  if (code === WRONG_LOGIN || ACCOUNT.includes(code))
    return notAnnounced({ code, field: "account", reason: words });
  if (code === UPDATE_FAILED || HANDLED.includes(code)) {
    const field = code === UPDATE_FAILED ? "" : "barcode";
    return { outcome: "exists", refusal: { code, field, reason: words } };
  }
  if (code === SENT_TOO_OFTEN)
    return notAnnounced({
      code,
      field: "",
      reason: joinWords("Aras accepts an order at most 20 times; buy another label", words),
    });
  // 5000 to 5008 are errors inside the service.
  if (/^500\d$/.test(code)) return unexpected({ code, words });
  return notAnnounced({ code, field: FIELDS[code] ?? "", reason: words });
}

/** Reads the answer to a CancelDispatch. */
export function readCancelled(
  result: Result,
  request: Pick<BoughtRequest, "isConfirmed"> = {},
): Outcome<null> {
  switch (result.code) {
    case "0":
    case "1":
      return done(null);
    case "-1":
      return unknownLabel("Aras", request, result.words);
    case "-2":
    case WRONG_LOGIN:
      return wrongLogin("Aras", result.words);
    case "999":
      return refused(
        "E2022",
        joinWords("The branch has issued the waybill; only the branch can cancel it", result.words),
      );
    default:
      return unexpected(result);
  }
}

function unexpected({ code, words }: Result): ReturnType<typeof unknown> {
  return unknown(`Aras answered with ${code}: ${words}`);
}
