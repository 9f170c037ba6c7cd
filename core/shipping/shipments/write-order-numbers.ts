/** Writes the numbers of an order's papers, while its label is not bought. */
import { errors } from "../../base/errors.ts";
import { definedFields } from "../../base/objects.ts";
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import { findFirstOf } from "./joined-orders.ts";
import { noteChanged } from "./note-changed.ts";
import type { OrderNumbers } from "./order-terms.schema.ts";
import { updateOrder } from "./orders.store.ts";
import { findShipmentRow, getShipmentRow, indexShipment } from "./shipments.service.ts";

/**
 * Writes the numbers of the order of a shipment that waits, or that is packed in a waiting one.
 *
 * @throws AppError E1051; E1073 when the label is bought or being bought, and for a cancelled
 *   shipment or one without an order.
 */
export function writeOrderNumbers(
  deps: WriteDeps,
  actor: Actor,
  shipmentID: string,
  numbers: OrderNumbers,
): void {
  inTransaction(deps, () => {
    const row = getShipmentRow(deps, actor, shipmentID);
    const first = findFirstOf(deps, row);
    const carrying = first === undefined ? row : findShipmentRow(deps, first);
    if (carrying?.status !== "CREATED" && carrying?.status !== "GOT_OFFERS")
      throw errors.shipmentNotChangeable(
        "The numbers can no longer be changed, because the label is bought or being bought, or the shipment was cancelled.",
      );
    if (row.orderID === null)
      throw errors.shipmentNotChangeable("This shipment has no order, so it has no such numbers.");
    updateOrder(deps.db, row.orderID, { ...definedFields(numbers), updatedAt: deps.now() });
    indexShipment(deps, row);
    for (const id of new Set([row.id, carrying.id])) noteChanged(deps, id);
  });
}
