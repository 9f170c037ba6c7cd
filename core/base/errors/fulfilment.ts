/** Errors of purchases, cancellations, packing, batches and webhooks. */
export const FULFILMENT = {
  alreadyBought: {
    code: "E1065",
    status: 409,
    message: "An offer was already accepted for this shipment.",
  },
  creditLimitReached: {
    code: "E2172",
    status: 409,
    message: "The credit limit of this agreement is reached. Nothing was bought.",
  },
  notBoughtAtOnce: {
    code: "E2174",
    status: 409,
    message:
      "No rule buys this offer at once any more: the prices, the rules or the order changed. Nothing was bought. Look at the offers and choose.",
  },
  announcementNotFound: {
    code: "E2180",
    status: 404,
    message: "There is no announcement of this label.",
  },
  announcementChanged: {
    code: "E2181",
    status: 409,
    message: "This is not possible in the announcement's present state. Nothing was changed.",
  },
  announcementFileNotFound: {
    code: "E2183",
    status: 404,
    message: "There is no such file of parcels.",
  },
  nothingToAnnounce: {
    code: "E2184",
    status: 409,
    message: "No parcel of this account waits for a file.",
  },
  pickupOrdered: {
    code: "E2186",
    status: 409,
    message: "The courier is ordered for today already. Nothing was ordered.",
  },
  carrierWouldRefuse: {
    code: "E2185",
    status: 409,
    message: "The carrier would not take this parcel as it is. Nothing was bought.",
  },
  ordersNotJoined: {
    code: "E2260",
    status: 409,
    message: "These orders are not packed together. Nothing was changed.",
  },
  orderPackedTogether: {
    code: "E2261",
    status: 409,
    message: "This order is packed together with another. Nothing was changed.",
  },
  joinedInOneBox: {
    code: "E2264",
    status: 409,
    message:
      "Orders that are packed together go in one box. Separate them first. Nothing was changed.",
  },
  labelNotScannedBack: {
    code: "E2262",
    status: 409,
    message: "The label on the parcel was not scanned yet.",
  },
  papersMissing: {
    code: "E2263",
    status: 409,
    message: "Papers of this order are missing. Nothing was bought.",
  },
  orderChangeNotFound: {
    code: "E2280",
    status: 404,
    message: "No file has changed an order under this id.",
  },
  orderChangeOutdated: {
    code: "E2281",
    status: 409,
    message:
      "A newer file has changed this order again, or its row is as before. Look at the order again. Nothing was changed.",
  },
  orderChangeTooLate: {
    code: "E2282",
    status: 409,
    message: "This change cannot be applied now. Nothing was changed.",
  },
  orderChangeUndecided: {
    code: "E2283",
    status: 409,
    message:
      "A file has changed or cancelled this order. Apply the change or keep the order as it is, then buy its label. Nothing was bought.",
  },
  parcelNotHandedOver: {
    code: "E2192",
    status: 409,
    message: "This parcel does not go onto the truck. Nothing was counted.",
  },
  loadingNotEnded: {
    code: "E2193",
    status: 409,
    message: "The loading of this truck cannot be ended now. Nothing was handed over.",
  },
  handOverNotFound: {
    code: "E2194",
    status: 404,
    message: "There is no such hand-over.",
  },
  nothingToPick: {
    code: "E2255",
    status: 409,
    message: "None of these orders waits with items to pick. Nothing was drawn or printed.",
  },
  manifestNotReady: {
    code: "E2240",
    status: 409,
    message:
      "The loading of this truck is still being ended, so its manifest is not complete. Try again in a moment.",
  },
  noParcelToScan: {
    code: "E2175",
    status: 409,
    message:
      "This shipment has no bought label, so no parcel of it can be scanned. Nothing was recorded.",
  },
  testParcelScanned: {
    code: "E2176",
    status: 409,
    message: "A test shipment moves by itself and has no scans of a carrier. Nothing was recorded.",
  },
  scanTimeRefused: {
    code: "E2177",
    status: 400,
    message:
      "The time of the scan is in the future, or before the label was bought. Nothing was recorded.",
  },
  barcodeNotCreated: {
    code: "E1071",
    status: 409,
    message: "The shipment barcode could not be created. Nothing was bought.",
  },
  transactionNotCreated: {
    code: "E1086",
    status: 400,
    message: "The transaction could not be created. Nothing was bought.",
  },
  outcomeUnknown: {
    code: "E2008",
    status: 409,
    message:
      "The carrier's answer is not known yet. The station asks again; do not buy another label.",
  },
  shipmentBusy: {
    code: "E2009",
    status: 409,
    message: "The station is still busy with this shipment. Try again in a moment.",
  },
  webhookNotFound: { code: "E2016", status: 404, message: "Webhook not found." },
  labelNotCancellable: {
    code: "E2022",
    status: 409,
    message: "The carrier already has the parcel. It can be returned, not cancelled.",
  },
  webhookUrlNotAllowed: {
    code: "E2032",
    status: 400,
    message: "This URL may not be used for a webhook.",
  },
  carrierRefused: {
    code: "E2033",
    status: 409,
    message: "The carrier refused this parcel. Nothing was bought.",
  },
  hookNotSet: {
    code: "E2191",
    status: 409,
    message: "The marketplace did not take the address for its calls.",
  },
  transactionNotFound: { code: "E2034", status: 404, message: "Transaction not found." },
  deliveryNotFound: { code: "E2042", status: 404, message: "Webhook delivery not found." },
  deliveryEventDeleted: {
    code: "E2043",
    status: 409,
    message: "The event of this delivery has been deleted and cannot be sent again.",
  },
  labelCancelled: {
    code: "E2045",
    status: 404,
    message: "This label was cancelled. Do not use it; buy a new one for the parcel.",
  },
  manifestEmpty: {
    code: "E2166",
    status: 409,
    message:
      "No label of this carrier that was bought on this day is in force. Nothing was printed. Check the carrier and the day.",
  },
  orderNotCancelled: {
    code: "E2047",
    status: 409,
    message: "This order is not cancelled. Only a cancelled order can be packed again.",
  },
  jobNotFound: {
    code: "E2054",
    status: 404,
    message: "This job no longer exists, or it is running now. Read the list again.",
  },
  labelPrinterNotReady: {
    code: "E2063",
    status: 409,
    message:
      "The label printer cannot print now. Nothing was bought. Make the printer ready, or buy with printAnyway: the label then waits for the printer.",
  },
  itemsNotScanned: {
    code: "E2072",
    status: 409,
    message:
      "Not all items of this order were scanned. Nothing was bought. Scan the missing items first, or ask an owner or admin to switch this check off in Settings.",
  },
  orderOnHold: {
    code: "E2073",
    status: 409,
    message: "This order is on hold. Release it first. Nothing was bought.",
  },
  orderNotWaiting: {
    code: "E2074",
    status: 409,
    message:
      "Only an order that waits can be put on hold, and a cancelled one gets no further box.",
  },
  labelsPrintedBefore: {
    code: "E2075",
    status: 409,
    message:
      "Some of these labels were printed before. Leave them out, or give a reason to print them again.",
  },
  labelsWaiting: {
    code: "E2167",
    status: 409,
    message:
      "These labels wait to be printed already: for a printer, in a batch that has not ended, or at another station. They are not printed twice.",
  },
  batchNotFound: { code: "E2076", status: 404, message: "Batch of labels not found." },
  batchNotOpen: { code: "E2077", status: 409, message: "The batch has ended, or is not paused." },
  batchLabelNotFound: {
    code: "E2078",
    status: 404,
    message: "No label of this batch has that number.",
  },
  itemPictureNotFound: {
    code: "E2080",
    status: 404,
    message: "There is no picture of this item, or it could not be fetched just now.",
  },
  itemScannedWhole: {
    code: "E2081",
    status: 409,
    message: "All pieces of this item were scanned already. Is there one too many in the parcel?",
  },
  boxNotRemovable: {
    code: "E2086",
    status: 409,
    message:
      "Only the last box of an order can be removed, and only while it has no label. To take back one with a label, cancel the label. Nothing was changed.",
  },
  boxAlreadyCounted: {
    code: "E2087",
    status: 409,
    message:
      "A label of this order already counts this box. Cancel that label and pack its box again; then this box can be removed. Nothing was changed.",
  },
} as const;
