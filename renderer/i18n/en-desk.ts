/** More English words of Pack: offers, items, boxes, holds, today's labels, settings of packing. */
export const enDesk = {
  samplePrice: { mark: "sample price" },
  desk: {
    elsewhere: {
      at: "at {{name}}",
      packed: "Being packed at {{name}}",
      packedBy: "Being packed at {{name}} ({{member}})",
      goOn: "You can go on here: the label is bought once, at the desk that buys first.",
    },
    notice: {
      counted: "{{title}}: {{scanned, number}} of {{quantity}}.",
      allScanned_one: "The only piece is scanned.",
      allScanned_other: "All {{count, number}} pieces are scanned.",
      codedScanned_one: "The only piece with a code is scanned.",
      codedScanned_other: "All {{count, number}} pieces with a code are scanned.",
      tooMany_one:
        "{{title}}: the only piece was scanned already. Check whether one too many is in the parcel.",
      tooMany_other:
        "{{title}}: all {{count, number}} were scanned already. Check whether one too many is in the parcel.",
      boxAdded_zero: "Box {{no}} waits empty. Buy the open box first.",
      boxAdded_one: "Box {{no}} waits with {{count, number}} piece. Buy the open box first.",
      boxAdded_other: "Box {{no}} waits with {{count, number}} pieces. Buy the open box first.",
      boxRemoved: "Box {{no}} is removed. What was in it is in the order's first box again.",
      boxHasLabel:
        "Box {{no}} has its label. To take it back, open that box and cancel its label: F8.",
      joined_one: "{{count, number}} order is packed together with this one.",
      joined_other: "{{count, number}} orders are packed together with this one.",
      separated: "The orders wait separately again.",
      oneBox: "Order {{order}} has one box, which cannot be removed.",
    },
    learn: {
      shelf: "Shelf {{shelf}}",
      lead: "Is it the barcode of one of these items? Press the item's digit: the code is remembered at all stations, and the piece is counted.",
      conflict:
        "Two products have this barcode, so that it counts nothing. Remove it from one of them in Products, or count the piece by hand.",
    },
    usual: {
      usually_one: "Usually {{weight}} ({{count, number}} parcel)",
      usually_other: "Usually {{weight}} ({{count, number}} parcels)",
      unusual_one:
        "Unusual weight: usually {{weight}} ({{count, number}} parcel). Check the contents.",
      unusual_other:
        "Unusual weight: usually {{weight}} ({{count, number}} parcels). Check the contents.",
      proposed_one: "Proposed from an earlier parcel with these contents.",
      proposed_other: "Proposed from {{count, number}} earlier parcels with these contents.",
      withSize: "Its size is taken over too: {{size}} cm.",
      box: "Box: {{box}}.",
      anyway: "Buy with this weight",
      setting: "A weight that is unusual for the contents",
      settingHint:
        "Compared with three or more earlier parcels of the same stock codes and numbers. This applies to all desks.",
      warns: "Warns",
      stops: "Stops the purchase",
    },
    wrong: {
      title: "This article is not in order {{order}}",
      lead: "{{code}} was scanned. Put this article back and take the right one: scanning the right article continues the order.",
    },
    label: {
      checked: "The label was scanned: it is the right label",
      checkedShort: "label checked",
    },
    box: {
      no: "box {{no}}",
      noOf: "Box {{no}} of {{of}}",
      another: "Another box",
      hint: "Press the box's digit. Press F3 once more to type the size.",
    },
    sameNumber_one: "Another order has this number",
    sameNumber_other: "{{count, number}} other orders have this number",
    showSameNumber: "Show all",
    hold: {
      reasons: {
        OUT_OF_STOCK: "Out of stock",
        ADDRESS_UNCLEAR: "Address unclear",
        CUSTOMER_ASKED: "Customer asked to wait",
        ITEM_DAMAGED: "Item damaged",
      },
      isHeld: "This order is on hold",
      heldLead: "Release it to see its offers.",
      release: "Release the order",
      chip_one: "{{count, number}} on hold",
      chip_other: "{{count, number}} on hold",
      list: "Orders on hold",
      all: "Back to the waiting orders",
    },
    next: { order: "Open order {{order}}", box: "Open the next box" },
    last: { cancelled: "cancelled", refunded: "{{amount}} refunded" },
    keys: {
      hold: "Put the order on hold or release it; without an order, show the orders on hold",
      today: "This desk today: its labels",
      box: "Another box for the order",
      removeBox: "Remove the last box of the order, while it has no label",
      sameNumber: "Show all orders that have the open order's number",
      paper: "Attach the PDF, such as an invoice, that the order lacks",
      unreadable: "Go on without the scan of a label that cannot be read",
      join: "Pack the recipient's waiting orders together",
      separate: "Pack joined orders separately again, before the purchase",
    },
  },
} as const;
