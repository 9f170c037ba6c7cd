/**
 * Changes the state and the columns of a shipment at this station. `refold.ts` applies the facts of
 * other stations.
 */
import { errors } from "../../base/errors.ts";
import type { SqlRow } from "../../db/database.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { ShippingDeps } from "../deps.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import { requireShipment, type ShipmentRow } from "./shipments.service.ts";
import * as store from "./shipments.store.ts";
import { move, type ShipmentEvent, type ShipmentStatus } from "./status-machine.ts";

/**
 * Moves a shipment by one event or several consecutive events, and changes columns with the move;
 * needs an open transaction.
 *
 * @param sourceID Transaction of a purchase, refusal or refund that causes the move; null for other
 * moves.
 * @returns False, with nothing written, when an event fits no move or the shipment has left
 * `row.status`.
 */
export function tryMoveShipment(
  deps: WriteDeps,
  row: Pick<ShipmentRow, "id" | "status" | "isReturn" | "organizationID" | "createdBy">,
  events: ShipmentEvent | readonly ShipmentEvent[],
  fields: SqlRow = {},
  sourceID: string | null = null,
): boolean {
  let to: ShipmentStatus | undefined = row.status;
  const all = [events].flat();
  for (const event of all) to = to === undefined ? undefined : move(to, event, row.isReturn === 1);
  const at = deps.now();
  const cancelled = all.includes("cancelled") ? { cancelDate: at } : {};
  if (to === undefined || !changeShipment(deps, row, { ...fields, ...cancelled, status: to }))
    return false;
  if (to !== row.status || sourceID !== null) noteFact(deps, row.id, all.join(" "), sourceID, at);
  return true;
}

/**
 * Moves a shipment like `tryMoveShipment`, and requires that the move fits.
 *
 * @throws AppError E2009; nothing was written.
 */
export function requireMove(...move: Parameters<typeof tryMoveShipment>): void {
  if (!tryMoveShipment(...move)) throw errors.shipmentBusy();
}

/**
 * Changes columns of a shipment that is in `row.status`. The columns may include the status if the
 * caller writes the fact of that move. Needs an open transaction.
 *
 * @returns False, with nothing written, when the shipment has left that status.
 */
export function changeShipment(
  deps: WriteDeps,
  row: Pick<ShipmentRow, "id" | "status" | "organizationID" | "createdBy">,
  fields: SqlRow,
): boolean {
  if (
    !store.updateShipment(
      deps.db,
      row.id,
      { ...fields, updatedAt: deps.now() },
      { status: row.status },
    )
  )
    return false;
  const { status } = fields;
  recordFact(deps, {
    topic: "shipment.changed",
    organizationID: row.organizationID,
    subjectID: row.id,
    visibleTo: row.createdBy,
    payload: typeof status === "string" ? { statusCode: status } : null,
  });
  return true;
}

/**
 * Inserts a fact of a shipment whose columns the caller changes; needs an open transaction.
 *
 * @param events Events of the status machine, in order, separated by spaces.
 */
export function noteFact(
  deps: Pick<ShippingDeps, "db" | "now" | "newId">,
  shipmentID: string,
  events: string,
  sourceID: string | null,
  at: string = deps.now(),
): void {
  store.insertFact(deps.db, {
    id: deps.newId(),
    shipmentID,
    events,
    sourceID,
    at,
  });
}

/** Marks a shipment whose return label was bought; needs an open transaction. */
export function markReturned(deps: WriteDeps, shipmentID: string): void {
  changeShipment(deps, requireShipment(deps, shipmentID), { isReturned: 1 });
}
