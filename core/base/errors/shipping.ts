/** Errors of addresses, orders, offers, tracking and imported files. */
export const SHIPPING = {
  shipmentNotFound: { code: "E1051", status: 404, message: "Shipment not found." },
  shipmentUnreadable: {
    code: "E1054",
    status: 400,
    message: "The shipment request could not be read.",
  },
  recipientNotCreated: {
    code: "E1056",
    status: 400,
    message: "The recipient address could not be created.",
  },
  orderNotCreated: { code: "E1057", status: 400, message: "The order could not be created." },
  shipmentNotSaved: { code: "E1058", status: 400, message: "The shipment could not be saved." },
  offerNotFound: { code: "E1064", status: 404, message: "Offer not found." },
  itemsUnreadable: {
    code: "E1067",
    status: 400,
    message: "Product information could not be obtained.",
  },
  senderNotFound: { code: "E1068", status: 400, message: "The sender address was not found." },
  shipmentNotChangeable: {
    code: "E1073",
    status: 409,
    message: "The shipment can no longer be changed.",
  },
  offerNotUpdated: { code: "E1111", status: 409, message: "The offer could not be updated." },
  recipientAddressEmpty: { code: "E1129", status: 400, message: "The recipient address is empty." },
  recipientCityUnknown: {
    code: "E1130",
    status: 400,
    message: "The recipient city is empty or not known.",
  },
  recipientCountryUnknown: {
    code: "E1131",
    status: 400,
    message: "The recipient country is empty or not known.",
  },
  recipientDistrictUnknown: {
    code: "E1132",
    status: 400,
    message: "The recipient district is empty or not known.",
  },
  recipientNameEmpty: { code: "E1133", status: 400, message: "The recipient name is empty." },
  recipientPhoneEmpty: { code: "E1134", status: 400, message: "The recipient phone is empty." },
  recipientEmailEmpty: { code: "E1136", status: 400, message: "The recipient e-mail is empty." },
  addressNotFound: { code: "E2010", status: 404, message: "Address not found." },
  defaultAddressInUse: {
    code: "E2011",
    status: 409,
    message: "The default sender address and the invoice address cannot be deleted.",
  },
  parcelTemplateNotFound: { code: "E2012", status: 404, message: "Parcel template not found." },
  cityNotFound: { code: "E2013", status: 404, message: "City not found." },
  districtNotFound: { code: "E2014", status: 404, message: "District not found." },
  accountNotFound: { code: "E2017", status: 404, message: "Provider account not found." },
  accountInUse: {
    code: "E2187",
    status: 409,
    message:
      "Purchases, labels or cancellations of this account wait for its carrier. Nothing was changed.",
  },
  orderNumberTaken: {
    code: "E2164",
    status: 409,
    message: "An order has this number already. Nothing was created.",
  },
  orderDraftCreated: {
    code: "E2165",
    status: 409,
    message:
      "This order was created before, with other contents. Nothing was created or changed. Open the order that was created.",
  },
  orderNotFound: { code: "E2024", status: 404, message: "No waiting order has this number." },
  trackingLinkInvalid: {
    code: "E2046",
    status: 404,
    message: "This tracking link is not valid. Copy it whole from the shipment.",
  },
  addressesNotMergeable: {
    code: "E2067",
    status: 409,
    message:
      "These addresses cannot be merged: one was deleted, or senders and recipients are among them. Nothing was changed.",
  },
  importFileClosed: {
    code: "E2068",
    status: 410,
    message:
      "This file is no longer open. Choose it again: rows that were imported are not imported twice.",
  },
  newerTrackingEvent: {
    code: "E2083",
    status: 409,
    message: "The parcel has a newer event. Look at it before you mark the parcel as handled.",
  },
  importNotRunning: {
    code: "E2090",
    status: 404,
    message: "This import is not running: it has not started, or it has ended.",
  },
  importColumnsMissing: {
    code: "E2096",
    status: 400,
    message:
      "The first line of the file does not name every column that is needed. Nothing was imported.",
  },
  orderSourceNotFound: {
    code: "E2290",
    status: 404,
    message: "There is no such source of orders.",
  },
  severalOrderSources: {
    code: "E2291",
    status: 409,
    message:
      "Several sources of orders have the headings of this file. Name the source of the file. Nothing was imported.",
  },
  agreementNotFound: { code: "E2168", status: 404, message: "Agreement not found." },
  versionNotFound: { code: "E2169", status: 404, message: "This version was not found." },
  rangeRefused: {
    code: "E2170",
    status: 409,
    message: "This barcode range cannot be used. Nothing was saved.",
  },
  versionRefused: {
    code: "E2171",
    status: 409,
    message: "This version cannot be entered or withdrawn. Nothing was changed.",
  },
  notConnected: {
    code: "E2182",
    status: 409,
    message:
      "This account has no connection to its carrier that can do this. Set one up in Settings, Carriers.",
  },
  productNotFound: { code: "E2250", status: 404, message: "There is no such product." },
  barcodeTaken: {
    code: "E2251",
    status: 409,
    message: "Another product has this barcode already. Nothing was saved.",
  },
  itemWithoutStockCode: {
    code: "E2252",
    status: 409,
    message:
      "This item has no stock code, so no barcode can be remembered for it. Tick the item by hand.",
  },
  boxBarcodeTaken: {
    code: "E2253",
    status: 409,
    message: "Another box has this barcode already. Nothing was changed.",
  },
  unusualWeight: {
    code: "E2254",
    status: 409,
    message:
      "This weight is unusual for the contents. Nothing was bought. Weigh the parcel again, or buy it as it is.",
  },
  ruleNotFound: { code: "E2173", status: 404, message: "This rule was not found." },
} as const;
