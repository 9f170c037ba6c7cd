/**
 * English words for the `reason` of an error whose code covers several causes, by code and reason.
 */
import { enOrderCauses } from "./en-order-causes.ts";

export const enCauses = {
  ...enOrderCauses,
  E2242: {
    beyond: "Only a lead may buy above the desk's part of the balance. Nothing was bought.",
    cancel:
      "Only a lead cancels a label that is older than half an hour, another packer's, or on a truck. Nothing was cancelled.",
    columns: "Only a lead decides how the files of a source are read. Nothing was saved.",
    pass: "Only a lead hands over a label that its carrier does not know. Nothing was counted.",
    reprint: "Only a lead prints a label again that may have come out. Nothing was printed.",
    weight: "Only a lead buys a label with a weight this unusual. Nothing was bought.",
  },
  E2243: {
    misread: "The badge was not read right. Scan it again.",
    unknown: "This badge is not one of this organization's. Ask a lead for a badge.",
    revoked: "This badge was revoked. Ask a lead for a new one.",
    noAccess: "The member of this badge has no access any more.",
    noPin:
      "This badge belongs to a lead who has no PIN. An owner sets one under Settings, Badges. If no owner has a PIN, type the recovery key, under “Badge or PIN lost?”.",
    overtaken: "Another badge or a lock came first. Scan the badge again.",
    notLead: "This badge is not a lead's. A lead allows this act.",
  },
  E2244: {
    left: "This PIN is wrong. Tries before a wait: {{left}}.",
    last: "This PIN is wrong. The next try must wait a minute.",
  },
  E2245: {
    wait: "Too many wrong tries. Try again in {{seconds}} seconds, or ask another lead.",
  },
  E2246: {
    noAccess: "This member has no access. Give the member access first.",
    firstOwner:
      "The first badge is an owner's, with a PIN: from then on every desk asks for a badge, and an owner must be able to get in.",
    firstOwn: "The first badge is for the owner as whom this desk acts. Choose this owner.",
    noPin: "A lead's badge needs a PIN of six digits.",
    lastOwner:
      "Only this owner opens the desks by badge. Make another owner's badge first, or revoke all badges, this one last.",
  },
  E2310: {
    MISSING: "The folder is not there, or its share is not connected. Nothing was changed.",
    NOT_SET_UP: "The folder's share is not connected. Nothing was changed.",
    NO_RIGHTS:
      "Packbench may not write into this folder. Give its account the right to change files there. Nothing was changed.",
    READ_ONLY: "This folder can only be read. Make it writable. Nothing was changed.",
    FULL: "The folder's disk is full. Free some space. Nothing was changed.",
    SLOW: "The folder does not answer. Check the share and its network. Nothing was changed.",
    FAILED: "The folder cannot be used ({{detail}}). Check the share. Nothing was changed.",
  },
  E1071: {
    taken:
      "{{carrier}} gave the barcode {{barcode}}, which another parcel has. Nothing was bought. Check the carrier's barcode range.",
    range:
      "The carrier's range of barcodes has no numbers left. Nothing was bought. Ask the carrier for a new range.",
  },
  E1072: {
    wide: "The barcode {{barcode}} is too long for a label of {{widthMm}} × {{heightMm}} mm. Print this parcel's label on wider paper.",
    cancelled: "This shipment is cancelled: nothing is printed for it.",
    noLabel: "This shipment has no label to print. Buy one first.",
    noLabelOf: "Shipment {{number}} has no label to print. Buy one first, or leave it out.",
    replaced: "This label is no longer valid. Print the shipment's current label.",
    papers: "A shipment has at most {{most}} papers.",
  },
  E1085: {
    usualSource: "The source order-file reads the usual headings. Give this source another name.",
    manySources: "There are {{most}} sources already. Forget one that is not needed first.",
    tooMany:
      "More than 10,000 parcels or addresses match: that is not one person. Give more of the person's details.",
    tooLittle:
      "Give a phone, an e-mail, a name or a street of the person, with at least three characters.",
    shortPhone: "A phone has at least seven digits.",
    headerName: "The header's name must be the name of an HTTP header.",
    headerReserved: "This header is reserved for the request itself. Choose another name.",
    headerValue: "The header's value may have only letters without accents, digits and signs.",
    future: "The day must not be after today.",
  },
  E2009: {
    elsewhere:
      "Another station is buying the label of this order. Cancel the order at that station, or here once the purchase is finished.",
  },
  E2022: {
    carrier: "The carrier did not cancel this label. The carrier's answer: “{{words}}”",
    gone: "{{carrier}} is no longer set up here, so it cannot be asked to cancel this label. Cancel it at the carrier. Nothing was changed.",
    never:
      "{{carrier}} accepts no cancellations from this station. Cancel the label at the carrier. Nothing was changed.",
  },
  E2008: {
    notReady:
      "The carrier has the order, and its label is not here yet. {{words}}. Put the parcel aside and go on. Scan this order again later: its label is printed then. Do not buy another label.",
    soldTwice:
      "The carrier has sold a label with the barcode {{barcode}}, which another parcel has. Do not use that label. In Settings, the order says what the carrier must cancel. Do not buy another label before that.",
  },
  E2033: {
    carrier: "The carrier's answer: “{{words}}”",
    person: "A person at this station found out that the carrier sold no label.",
    givenUp: "The order was cancelled at the carrier before it had a label.",
    cancelledThere: "A person at this station had the sold label cancelled at the carrier.",
  },
  E2052: {
    indexing:
      "Some shipments are not in the index of the search yet, so the file would lack rows. Try again in a moment, or save the list without a search.",
  },
  E2075: {
    printedBefore:
      "{{printedBefore}} of these labels were printed meanwhile, or may have been. The list was read again: look at it and start once more.",
  },
  E2164: {
    taken: "Shipment #{{shipmentNumber}} has this order number. Nothing was created.",
  },
  E2165: {
    created:
      "This order was created before, as shipment #{{shipmentNumber}}, with other contents. Nothing was created or changed.",
  },
  E2186: {
    asking:
      "The carrier is being asked for this courier. Look again in two minutes. Nothing more was ordered.",
  },
  E2187: {
    purchases:
      "Purchases of this account that wait for the carrier's answer: {{purchases}}. Wait until they are bought or refused, or cancel their orders. Then try again.",
    labels:
      "Waiting or uncertain labels of this account: {{labels}}. Under Announcements, announce them or say what the carrier has. Then try again.",
    cancellations:
      "Cancellations of this account that wait for the carrier's answer: {{cancellations}}. Wait for it, or decide about them under Settings. Then try again.",
    login:
      "Until then the login of this account cannot be changed: its address, user name and numbers. The password, the secrets and the times can.",
  },
  E2191: { marketplace: "{{words}}" },
  E2188: {
    joined:
      "This station has joined others. Move to a station that works alone, and let it join afterwards.",
    otherMove: "End the other move first, with “We have moved”.",
    moved: "The organization has moved from this server.",
  },
  E2140: {
    itself: "A station cannot revoke itself. Leave the hub instead.",
    noHub: "This station has joined no hub.",
    server: "The administrator of this server lets stations in.",
    founder:
      "Only the station that founded the organization at this server may revoke stations. Once that station is revoked, any station may.",
    unknown: "This station is no longer here. Look at the list again.",
  },
  E2141: {
    noHub: "This station has joined no hub.",
    purchase: "A purchase is open. Nothing was changed. Wait until it is done, then leave.",
  },
  E2142: {
    hub: "This computer is the hub of other stations. Nothing was changed. Have them leave first, or revoke them.",
  },
  E2151: {
    connected:
      "{{station}} is connected now. Nothing was changed. Have the administrator of the nats-server remove its user there: {{user}}. Revoke the station when it has been gone for half a minute.",
  },
  E2029: {
    tooLarge:
      "The file is larger than {{most, number}} MiB. Split it into smaller files, each with the first line, and import them one after the other.",
    tooManyRows:
      "The file has too many rows; a file may have {{most, number}}. Split it into smaller files, each with the first line, and import them one after the other.",
    tooManyColumns:
      "Line {{line}} has too many columns; a file may have {{most}}. Remove the columns that are not needed, and import the file again.",
    longCell:
      "Line {{line}}, column {{column}} has too long a text; a cell may have {{most, number}}. Shorten it, and import the file again.",
    workbook: "The workbook could not be read. Save it again as .xlsx, or as CSV.",
    unpacked: "The workbook unpacks to more than {{most}} MiB. Save the sheet alone, or as CSV.",
    longText: "A cell of the workbook has too long a text. Shorten it, and import the file again.",
    farCell:
      "The sheet has a cell as far away as row {{row}}, column {{column}}. Delete the empty rows and columns, or save it as CSV.",
    memory: "The file takes too much memory. Split it, and import its parts.",
    slow: "The file takes too long to read. Split it, and import its parts.",
    noPng: "The logo is not a PNG. Save it as PNG.",
    blank: "The logo shows nothing on white paper: it is empty, or white on a transparent ground.",
    slowPng: "Reading the logo takes too long. Save it smaller.",
    damagedPng: "The PNG is damaged. Save it again.",
    interlaced: "The PNG is interlaced. Save it without interlacing.",
    manyDots: "The PNG has more than {{most}} million dots. Save it smaller.",
    longPng: "The PNG is too long; the most, in dots, is {{most, number}}. Save it smaller.",
    colours: "The PNG is too large with its colours. Save it in shades of grey.",
    empty: "The file is empty.",
    noRows: "The file has no rows below its first line.",
    noText: "This file is not a text file. Import a CSV file or a workbook (.xlsx).",
    priceListTooLarge:
      "A price list may have at most {{most}} MiB. Delete what is not a price, such as pictures, and load the file again.",
    priceListRows:
      "The file has too many rows; a price list may have {{most, number}}. Delete the rows that are not needed, and load the file again.",
    priceListColumns:
      "Row {{row}} has too many columns; a price list may have {{most}}. Delete the columns that are not needed, and load the file again.",
    notATable:
      "This file is not a table. Save the price list as .xlsx without a password, or as CSV, and load that file.",
    openQuote:
      "In row {{row}} a quotation mark is opened and never closed. Correct it, and load the file again.",
    severalSheets:
      "The workbook has several sheets with content: {{sheets}}. Keep only the sheet with the prices, and load the file again; sheets may be hidden.",
    mergedCells:
      "Merged cells: {{range}}. The place of a value is not certain. Unmerge them, fill each cell, and load the file again.",
  },
  E2096: {
    orderNumber: "Missing: Order number, or Sipariş No",
    name: "Missing: Recipient, or Alıcı",
    stockCode: "Missing: Stock code, or Stok kodu",
    ownName: "Missing: Name, or Ad Soyad",
    phone: "Missing: Phone, or Telefon",
    address: "Missing: Address, or Adres",
    district: "Missing: District, or İlçe",
    city: "Missing: City, or İl",
    weight: "Missing: Weight (kg), or Ağırlık (kg)",
  },
  E2050: {
    pin: "The key of the stored passwords is missing at this desk, so no PIN can be checked. Type the recovery key on the locked screen, under “Badge or PIN lost?”: it opens the desk and puts the key back.",
    hub: "The key of this station's stored secrets is missing, so the station cannot read its credential for the hub. Changes made here wait meanwhile. Put the key back. If the key is lost for good, give the stored secrets up in Data and backup, make a code for this station on the hub, and join again with it: its data is kept.",
  },
  E2155: {
    pin: "The key of the organization's secrets has not come to this desk, so no PIN can be checked. Start a desk that has been in the organization for longer, or type this desk's recovery key on the locked screen, under “Badge or PIN lost?”.",
  },
  E2112: {
    away: "The hub or the server cannot be reached. Nothing was changed. Try again when it can.",
    share:
      "The hub cannot be reached, so the other stations would wait for this station's share of the balance. Nothing was changed. Connect to the hub, or keep the organization if no other station works with it any more.",
    silent:
      "The hub's server is there, but it does not answer. Check on its computer that it runs and is not overloaded, then try again.",
    "no-hub":
      "The hub's server is there, but the hub itself does not answer. Check on its computer that it runs, then try again.",
    plain:
      "Only an address of this computer may be used without encryption. Use tls:// for any other address.",
  },
  E2114: {
    unknown: "The hub does not know this join code. Make a new one on the hub.",
    used: "This join code was used already, by as many stations as it was made for. Make a new one on the hub.",
    ended: "This join code has ended. Make a new one on the hub.",
    another: "This join code was made for another station. Make one for this station on the hub.",
  },
  E2116: {
    ahead:
      "This computer's clock is {{minutes}} minutes ahead of the hub's. Set the clocks of both computers, then try again.",
    behind:
      "This computer's clock is {{minutes}} minutes behind the hub's. Set the clocks of both computers, then try again.",
    certificate:
      "By this computer's clock the hub's certificate is not valid. Set the clocks of both computers, then try again.",
  },
  E2117: {
    taken:
      "The hub knows this station with another key. Make a code for this station on the hub, and join with that code; or revoke the station there first, if it was lost.",
    revoked: "The hub has revoked this station. Join with a code that was made after that.",
    unreadable:
      "The hub could not read the request. Update Packbench here and on the hub to the same version.",
    credential: "The station was revoked, or the hub was set up again. Join again with a new code.",
  },
  E2143: {
    missing: "There is no nats-server on this computer.",
    old: "The nats-server of this computer is older than 2.12.",
    program: "That file is not a nats-server, or it cannot be started.",
    port: "Another program uses the hub's port. Stop that program.",
    silent: "nats-server was started and does not answer. Try again.",
  },
  E2146: {
    version: "The nats-server is too old.",
    encryption: "The server also accepts connections without encryption.",
    streams: "Streams of the organization are missing, or this station may not read them.",
    publishing: "This station may not send its changes there.",
    clock: "The clocks of this computer and the server are more than five minutes apart.",
    durability: "The server keeps the changes in memory only.",
  },
  E2170: {
    overlap:
      "The carrier's range {{first}} to {{last}} has some of these barcodes. Type a range that has none of them. Nothing was saved.",
    used: "The barcode {{barcode}} was used before. Type the part of the range above it. Nothing was saved.",
  },
  E2172: {
    limit:
      "{{carrier}}: the debt is {{debt}} TL, this label costs {{price}} TL, and the credit limit is {{limit}} TL. Nothing was bought. Enter the payments that were made, raise the limit in Settings, Agreements, or choose another carrier.",
  },
  E2171: {
    past: "The first day is over: labels were bought at other prices since. Choose today or a later day. Nothing was saved.",
    sameDay:
      "Other prices begin on this day already. Withdraw those first, or choose another day. Nothing was saved.",
    inForce:
      "These prices are in force already: labels may have been bought at them. Load prices that begin later. Nothing was changed.",
  },
} as const;
