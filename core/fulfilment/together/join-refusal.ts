/** Decides whether an order may be packed in the parcel of another order of its recipient. */
import { isDerived } from "../../base/derived-id.ts";
import { errors, type AppError } from "../../base/errors.ts";
import type { ReadDeps } from "../../db/deps.ts";
import { findJoined, joinedIDs } from "../../shipping/shipments/joined-orders.ts";
import {
  addressRowsOf,
  countBoxes,
  findOrderOf,
  listBoxes,
  readCustomerCodesOf,
  type OrderRow,
  type ShipmentRow,
} from "../../shipping/shipments/shipments.service.ts";
import { recipientKey } from "./recipient-key.ts";
import type { JoinRefusal } from "./together.schema.ts";

/** The words of the log and of programs; the screen has words in its language. */
const SENTENCES: Readonly<Record<JoinRefusal, string>> = {
  OTHER_RECIPIENT: "It has another recipient: name, phone and address must be the same.",
  NOT_WAITING: "It does not wait for a label any more: read the orders again.",
  HELD: "It is on hold. Release it first.",
  RETURN: "It is a return.",
  SEVERAL_BOXES: "It has several boxes. Remove the other boxes first.",
  JOINED: "Other orders are packed with it. Open that order and join this one there.",
  CASH: "Only one of the two collects cash on delivery.",
  CURRENCY: "Its amounts are in another currency.",
  COLLECTION: "One collects in cash, the other by card.",
  PAYER: "Another side pays the carrier.",
  CARRIER: "Its buyer asked for another way of shipping, or the carrier knows it by another code.",
  SENDER: "It has another sender, another return address or another merchant.",
  CONTENTS: "Only one of the two hides its contents on the label.",
  TEST: "Only one of the two is a test.",
  WAYBILL: "Its waybill has another number.",
  NO_ORDER:
    "It has notes, an invoice or a declared value, and the first has no order that would keep them. Join the first to it instead.",
  PROGRAM:
    "A program made it and would read that it is cancelled. A setting of this desk allows it.",
};

/** Makes the error of orders that are not joined. */
export function notJoined(reason: JoinRefusal, row: ShipmentRow): AppError {
  const name = row.orderNumber === "" ? `#${row.number}` : row.orderNumber;
  return errors.ordersNotJoined(
    `The order ${name} is not packed together. ${SENTENCES[reason]} Nothing was changed.`,
    { reason, number: row.number, orderNumber: row.orderNumber },
  );
}

/** Returns whether an order waits for a label, and nothing prevents its purchase. */
export function isWaitingOrder({ status }: Pick<ShipmentRow, "status">): boolean {
  return status === "CREATED" || status === "GOT_OFFERS";
}

/** A shipment with what decides whether it is packed with another. */
export type Candidate = {
  readonly row: ShipmentRow;
  readonly order: OrderRow | undefined;
  readonly key: string;
  readonly boxes: number;
};

/** Reads what decides whether a shipment is packed with another. */
export function candidateOf(deps: ReadDeps, row: ShipmentRow): Candidate {
  return {
    row,
    order: findOrderOf(deps, row),
    key: recipientKey(addressRowsOf(deps, row).recipient),
    boxes: countBoxes(row, listBoxes(deps, row)),
  };
}

/**
 * Finds the reason for which an order is not packed with the first; undefined when it may be.
 *
 * @param joinsPrograms Whether this desk joins what a program made by the API.
 */
export function findRefusal(
  deps: ReadDeps,
  first: Candidate,
  other: Candidate,
  joinsPrograms: boolean,
): JoinRefusal | undefined {
  return (
    findUnfit(deps, first, other, joinsPrograms) ??
    findOtherTerms(first.row, other.row) ??
    findOtherOrderTerms(first.order, other.order, first.row.paymentOnDelivery === 1)
  );
}

function findUnfit(
  deps: ReadDeps,
  first: Candidate,
  { row, key, boxes }: Candidate,
  joinsPrograms: boolean,
): JoinRefusal | undefined {
  if (key !== first.key) return "OTHER_RECIPIENT";
  if (!isWaitingOrder(row) || !isWaitingOrder(first.row)) return "NOT_WAITING";
  // Its row has arrived from another station before its cancellation.
  if (findJoined(deps, row.id) !== undefined) return "NOT_WAITING";
  if (row.holdReason !== "" || first.row.holdReason !== "") return "HELD";
  if (row.isReturn === 1 || first.row.isReturn === 1) return "RETURN";
  if (boxes > 1 || first.boxes > 1) return "SEVERAL_BOXES";
  if (joinedIDs(row).length > 0) return "JOINED";
  // Files and the desk derive the ids of their shipments; a program's shipment has a random id.
  return isDerived(row.id) || joinsPrograms ? undefined : "PROGRAM";
}

function findOtherTerms(a: ShipmentRow, b: ShipmentRow): JoinRefusal | undefined {
  if (a.test !== b.test) return "TEST";
  if (
    a.senderAddressID !== b.senderAddressID ||
    a.returnAddressID !== b.returnAddressID ||
    a.merchantCode !== b.merchantCode
  )
    return "SENDER";
  if (a.hideContents !== b.hideContents) return "CONTENTS";
  if (a.paymentOnDelivery !== b.paymentOnDelivery) return "CASH";
  return readCustomerCodesOf(a) === readCustomerCodesOf(b) ? undefined : "CARRIER";
}

function findOtherOrderTerms(
  a: OrderRow | undefined,
  b: OrderRow | undefined,
  collects: boolean,
): JoinRefusal | undefined {
  const differ = (name: "totalAmountCurrency" | "payer" | "waybillNumber"): boolean =>
    (a?.[name] ?? "") !== (b?.[name] ?? "");
  const isCurrencyKnown = [a, b].every((order) => (order?.totalAmountCurrency ?? "") !== "");
  if (isCurrencyKnown && differ("totalAmountCurrency")) return "CURRENCY";
  if (differ("payer")) return "PAYER";
  const byCard = (order: OrderRow | undefined): boolean => order?.collection === "card";
  if (collects && byCard(a) !== byCard(b)) return "COLLECTION";
  if ((a?.buyerShipmentMethod ?? "") !== (b?.buyerShipmentMethod ?? "")) return "CARRIER";
  if (differ("waybillNumber")) return "WAYBILL";
  return a === undefined && isAdding(b) ? "NO_ORDER" : undefined;
}

/** Returns whether an order adds something to the order of the parcel, as `parcelOrder` does. */
function isAdding(order: OrderRow | undefined): boolean {
  return (
    order !== undefined &&
    (order.notes !== "" || order.invoiceNumber !== "" || order.declaredValue > 0)
  );
}
