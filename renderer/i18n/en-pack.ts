/**
 * English words of Pack: the scan, the order, its purchase and prints, and imports. More words of
 * Pack are in en-desk.ts, words of errors in en-errors.ts.
 */
export const enPack = {
  scan: {
    label: "Scan or type an order",
    hint: "order number, shipment number or label",
    open: "Open",
    opening: "Looking for the order…",
    stop: "Stop",
    next: "next: {{codes}}",
    held: "{{count, number}} on hold",
    waiting_one: "{{count, number}} to be packed",
    waiting_other: "{{count, number}} to be packed",
  },
  empty: {
    topUp: "Top up the balance",
    addPrinter: "Set up a printer",
    title: "Scan an order to pack it",
    lead: "Scan anywhere on this screen. Offers appear at once; Enter buys the selected one and prints its label.",
    noneTitle: "No orders are waiting",
    noneLead:
      "Import an order file from your shop or ERP. Rows with mistakes are listed; the others are imported.",
    import: "Import an order file",
    drop: "or drop a CSV or Excel file on this window",
    waitingTitle: "Waiting to be packed",
    arrows: "choose",
    open: "Open the next order",
    openThis: "Open this order",
    more: "and {{count, number}} more",
    choosing: "Choose the file in the window that opened…",
    dropHere: "Let go to import the file",
  },
  notice: {
    noOrderToCancel:
      "No order is open. Scan the order whose label is to be cancelled, then press F8.",
    noOrderToPrint: "No order is open. Scan the order whose label is to be printed, then press F6.",
    held: "Order {{order}} is on hold. F9 lists what is on hold; open it and press F9 to release it.",
    released: "Order {{order}} is released.",
    notHeld: "Order {{order}} is not put on hold: it has its label already.",
    returnNotHeld: "Order {{order}} is not put on hold: it is a return.",
    nothingToCancel: "Order {{order}} has no label to cancel.",
    nothingToPrint: "Order {{order}} has no label to print.",
    lastFirst: "For the label of {{order}}, press Esc first.",
    labelAwaited:
      "The carrier is still making the label of order {{order}}. To give the parcel up, cancel the order under Shipments.",
    stillOpen: "The purchase of order {{order}} is still open. Wait until its outcome is known.",
    cancelledAlready: "Order {{order}} is cancelled already: there is no label to print or cancel.",
    questionStays: "The question is still open: F10 is yes, F12 is no.",
    waitsAlready:
      "The label of order {{order}} waits for the printer already and comes out by itself. It was not queued again.",
    printingNow: "The label of order {{order}} is being printed now. It was not queued again.",
    item: "{{title}} ✓ is in this order (×{{quantity}})",
    withCarrier:
      "The carrier already has the parcel of order {{order}}. It can be returned, not cancelled.",
  },
  import: {
    reading: "Reading {{file}}…",
  },
} as const;
