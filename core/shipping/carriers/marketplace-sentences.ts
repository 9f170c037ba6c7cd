/**
 * Sentences about another server of this interface: why it was not asked, and how it answered. A
 * template that ends with free text comes last, as `readSentence` requires.
 */
export const MARKETPLACE_SENTENCES = {
  accepted: "{{name}} accepts the token of {{organization}}. Balance there: {{balance}}.",
  currency: "Its prices are in {{currency}}, so its offers are not shown here.",
  clock: "Its clock differs from this computer's by {{minutes}} minutes; set the wrong one.",
  noOrganization: "{{name}} does not say to which organization the token belongs.",
  noAmount: "{{name}} gave a balance that is no amount.",
  noPath: "{{name}} has no {{path}}: it is no server of this interface, or of another version.",
  fileStatus: "{{name}} answered {{status}} when the file was read.",
  redirect:
    "{{name}} answered with a redirect. Enter the address that it leads to. Nothing was bought.",
  redirectTo:
    "{{name}} answered with a redirect to {{host}}. Enter the address that it leads to. Nothing was bought.",
  wait: "{{name}} asks to wait ({{status}}).",
  webPage:
    "{{name}} answered {{status}} with a web page, not as a server of this interface. Check its address.",
  unreadable: "{{name}} answered {{status}} in no readable form.",
  otherServer: "{{name}} did not answer as a server of this interface. Check its address.",
  notConfirmed: "{{name}} has not confirmed it yet.",
  cancelTaken: "{{name}} has accepted the cancellation and not carried it out yet.",
  labelGone: "{{name}} has no label of this parcel any more.",
  asleep: "{{name}} did not answer the last questions, and is asked again soon.",
  noShipment: "{{name}} did not answer with a shipment.",
  anotherShipment: "{{name}} answered with another shipment.",
  anotherRequest: "{{name}} answered with the shipment of another request.",
  changedSince:
    "An address or the amount to collect was changed after {{name}} made this offer, so its label would have the old one. Ask for offers again. Nothing was bought.",
  noBought: "{{name}} did not answer with the bought shipment.",
  notShown: "{{name}} does not show the shipment now.",
  cancelledThere: "{{name}} has cancelled this shipment, so it has no label.",
  unknownPurchase:
    "{{name}} does not know the shipment of this purchase. If the token was replaced, enter one of the same organization there.",
  notFinished: "{{name}} has not finished the purchase.",
  noAcceptedOffer: "{{name}} does not say which offer of this shipment was bought.",
  noBarcode: "{{name}} has sold the label and not yet given its barcode.",
  noFile: "{{name}} has sold the label and not yet made its file.",
  labelNoAddress: "{{name}} gave a label without an address.",
  labelLarge: "{{name}} gave a label of more than 4 MB.",
  labelWrong: "{{name}} gave a file that is no label.",
  noSender: "{{name}} did not answer with the sender's address.",
  senderUnknown: "The sender is not known.",
  // Reasons why it makes no offer, which continue its name.
  returnsOwn: "returns only parcels whose label was bought there",
  returnUnknown: "does not know the parcel that is returned",
  status: "{{name}} answered {{status}}.",
  labelUnread: "The label at {{name}} could not be read: {{cause}}",
  badToken:
    "{{name}} refused the token ({{code}}). The token is not valid there: it was revoked, has expired, or is another server's.",
  noRight: "{{name}} refused ({{code}}): {{words}} The token lacks a right there.",
  refused: "{{name}} refused ({{code}}): {{words}}",
} as const;
