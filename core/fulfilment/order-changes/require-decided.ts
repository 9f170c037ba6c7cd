/** Refuses the purchase of an order whose change in a file nobody has decided about. */
import { errors } from "../../base/errors.ts";
import type { ReadDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import { findStoredOffer } from "../../shipping/offers/offers.service.ts";
import { isUndecided } from "../../shipping/order-changes/order-changes.service.ts";
import { joinedIDs } from "../../shipping/shipments/joined-orders.ts";
import { maySee } from "../../shipping/shipments/may-see.ts";
import {
  findShipmentRow,
  listShipmentRows,
  type ShipmentRow,
} from "../../shipping/shipments/shipments.service.ts";

/**
 * Finds the order with an open change in the parcel of a shipment: its own order, or an order that
 * is packed with it.
 */
export function findUndecided(deps: ReadDeps, row: ShipmentRow): ShipmentRow | undefined {
  const packed = [row, ...listShipmentRows(deps, joinedIDs(row)).values()];
  return packed.find((one) => isUndecided(deps, one));
}

/**
 * Requires a decision about the change of an offer's order, and of each order that is packed with
 * it. Ignores an offer that is unknown to the actor, because the purchase
 * rejects it later.
 *
 * @throws AppError E2283 that names the order.
 */
export function requireDecided(deps: ReadDeps, actor: Actor, offerID: string): void {
  const offer = findStoredOffer(deps, actor.organizationID, offerID);
  if (offer === undefined) return;
  const parcel = findShipmentRow(deps, offer.shipmentID);
  if (parcel === undefined || !maySee(actor, parcel)) return;
  const row = findUndecided(deps, parcel);
  if (row === undefined) return;
  const isJoined = row.id !== parcel.id;
  throw errors.orderChangeUndecided(
    `A file has changed or cancelled the order ${row.orderNumber}${isJoined ? ", which is packed together with this one. Separate the orders first." : "."} Apply the change or keep the order as it is, then buy its label. Nothing was bought.`,
    { reason: isJoined ? "joined" : "order", number: row.number, order: row.orderNumber },
  );
}
