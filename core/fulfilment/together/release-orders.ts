/**
 * Lets orders wait again whose parcel is gone: its label was cancelled, or disconnected stations
 * joined the orders in ways that exclude each other. The copies have derived ids, so no order waits
 * twice, at whichever stations this runs.
 */
import { inTransaction } from "../../db/change.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import {
  findJoined,
  joinedIDs,
  listJoinedTo,
  parcelOf,
  updateJoined,
  type JoinedOrderRow,
} from "../../shipping/shipments/joined-orders.ts";
import { findShipmentRow, type ShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { copyWaiting } from "../transactions/copy-shipment.ts";
import { weightWithout } from "../../shipping/shipments/joined-weight.ts";

type ReleaseDeps = WriteDeps & Pick<FulfilmentDeps, "geo" | "carriers">;

/** Lists the orders that were joined to a shipment and are in no parcel. */
export function listStranded(deps: ReadDeps, firstID: string): JoinedOrderRow[] {
  return listJoinedTo(deps.db, firstID).filter((row) => isStranded(deps, row));
}

/** Returns whether a joined order is in no parcel, so that it must wait again. */
export function isStranded(deps: ReadDeps, joined: JoinedOrderRow): boolean {
  if (joined.state !== "JOINED") return false;
  const first = findShipmentRow(deps, parcelOf(joined));
  const row = findShipmentRow(deps, joined.shipmentID);
  // Rows that have not arrived yet decide later.
  if (first === undefined || row?.status !== "CANCELED") return false;
  return first.status === "CANCELED" || !joinedIDs(first).includes(row.id);
}

/**
 * Lets the orders of a shipment wait again that are in no parcel, and the shipment itself when its
 * label was cancelled. Needs free shipment numbers.
 *
 * @throws AppError E2131
 */
export function releaseOrders(deps: ReleaseDeps, firstID: string): void {
  inTransaction(deps, () => {
    const stranded = listStranded(deps, firstID);
    if (stranded.length === 0) return;
    const first = findShipmentRow(deps, firstID);
    const others: ShipmentRow[] = [];
    for (const { id, shipmentID } of stranded) {
      const row = findShipmentRow(deps, shipmentID);
      updateJoined(deps.db, id, { state: "RELEASED", updatedAt: deps.now() });
      if (row === undefined) continue;
      others.push(row);
      // A disconnected station has bought and cancelled its label: there a person decides.
      if (row.purchaseID === null) copyWaiting(deps, row);
    }
    // An order that was cancelled without a label was not to be sent.
    const hadLabel = first?.status === "CANCELED" && first.purchaseID !== null;
    if (hadLabel) copyWaiting(deps, first, weightWithout(first, others));
  });
}

/**
 * Lets the orders wait again that were packed with a cancelled shipment, or with which it was
 * packed, if their parcel is gone. Needs an open transaction and free shipment numbers.
 */
export function releaseAround(deps: ReleaseDeps, { id }: Pick<ShipmentRow, "id">): void {
  releaseOrders(deps, id);
  const joined = findJoined(deps, id);
  if (joined !== undefined) releaseOrders(deps, parcelOf(joined));
}

/** Counts the shipments that `releaseAround` may create. */
export function countReleased(deps: ReadDeps, { id }: Pick<ShipmentRow, "id">): number {
  const joined = findJoined(deps, id);
  const ids = joined === undefined ? [id] : [id, parcelOf(joined)];
  return ids.reduce((sum, one) => sum + listJoinedTo(deps.db, one).length + 1, 0);
}
