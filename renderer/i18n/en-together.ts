/** English words of orders that are packed together, labels that are scanned back, and their settings. */
export const enTogether = {
  together: {
    waiting_one: "{{count, number}} more order waits for this recipient",
    waiting_other: "{{count, number}} more orders wait for this recipient",
    join: "Pack together",
    joined: "Packed together with {{orders}}",
    separate: "Pack separately",
    from: "Order {{order}}",
    cancelledTitle: "Packed together with another order",
    cancelledLead:
      "The items of this order are in the other order's parcel. When that label is cancelled, each order waits again.",
    why: {
      OTHER_RECIPIENT: "another recipient",
      NOT_WAITING: "waits no longer: scan the order again",
      HELD: "on hold: release it first",
      RETURN: "a return",
      SEVERAL_BOXES: "has several boxes",
      JOINED: "has orders joined to it: join there",
      CASH: "only one collects cash at the door",
      CURRENCY: "another currency",
      COLLECTION: "one collects in cash, the other by card",
      PAYER: "another side pays the carrier",
      CARRIER: "another way of shipping",
      SENDER: "another sender",
      CONTENTS: "only one hides its contents",
      TEST: "only one is a test",
      WAYBILL: "another waybill number",
      NO_ORDER: "has notes, an invoice or a declared value: open it and join there",
      PROGRAM: "made by a program: allowed by a setting under Packing",
    },
  },
  scanBack: {
    title: "Scan the label on the parcel of {{order}}",
    lead: "Stick the label on its parcel and scan it. Then {{code}} opens by itself.",
    buying: "Stick the label on its parcel and scan it. Then buy. Nothing was bought.",
    otherLabel:
      "{{code}} is the label of another parcel. Take it off if it is on this one, and scan the right label.",
    torn: "Is the label torn or lost? Open its order and press F6.",
    scanner: "Go on: the scanner does not work",
    label: "Go on: the label cannot be read",
  },
  packingSettings: {
    requireScannedLabel: {
      label: "After printing",
      on: "The label must be scanned on its parcel",
      off: "Scanning the label is optional",
      hint: "The next order waits until the label was scanned. Only an owner or admin may change this setting.",
    },
    requireInvoice: {
      label: "Papers of an order",
      on: "An order needs its invoice number",
      off: "An order may have no invoice number",
      hint: "Without it nothing is bought. The number comes from the order file, a program or the desk.",
    },
    joinApiOrders: {
      label: "Orders made by programs",
      on: "May be packed together with others",
      off: "Are packed separately",
      hint: "A program reads CANCELED for its order when it is packed together with another.",
    },
    takeWeightAtOnce: {
      label: "Weight of the scale",
      on: "The open order takes it once, without a key",
      off: "F2 takes it",
      hint: "It counts when it is stable and the scale was empty since the last parcel. F2 weighs again.",
    },
  },
};
