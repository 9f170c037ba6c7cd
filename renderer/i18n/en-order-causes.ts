/**
 * English words for reasons why an order of a file is not read or not bought: its source, its papers,
 * its changes.
 */
export const enOrderCauses = {
  E2263: {
    invoiceNumber:
      "Order {{order}} has no invoice number. Nothing was bought. Pack asks for the number when the order is bought there.",
    waybillNumber:
      "Order {{order}} has no waybill number. Nothing was bought. Pack asks for the number when the order is bought there.",
    paper:
      "No PDF is attached to order {{order}}. Nothing was bought. Pack asks for it when the order is bought there.",
  },
  E2282: {
    BUYING: "Its label is being bought: wait until the purchase has ended.",
    BOUGHT:
      "Its label was bought before: cancel the label (F8) and pack the order again, or keep it as it is.",
    SENT: "The carrier has the parcel: call the carrier, or keep the order as it is.",
    JOINED: "It is packed together with another order: separate the orders first (Alt+U).",
    BOXES: "Its items are in several boxes: remove the other boxes first.",
    CANCELED: "It was cancelled: pack it again first, or keep it as it is.",
    VOID: "Its label was bought before: cancel the label (F8) and do not send the parcel, or keep the order as it is.",
  },
  E2283: {
    joined:
      "A file has changed or cancelled order {{order}}, which is packed together with this one. Nothing was bought. Separate the orders (Alt+U), open order {{order}} and decide there.",
    order:
      "A file has changed or cancelled order {{order}}. Nothing was bought. Open this order: F10 takes the change, F12 keeps the order as it is.",
  },
  E2291: {
    several:
      "The headings of this file fit several sources: {{names}}. Nothing was imported. Choose the one it comes from.",
  },
};
