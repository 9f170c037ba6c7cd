/**
 * Counts scanned pieces of an order's items at the desk where the order is packed; the counts
 * survive a restart.
 */
import { errors } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import type { Actor } from "../../http/actor.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { Item } from "../../shipping/shipments/shipments.schema.ts";
import { parcelItems } from "../../shipping/shipments/joined-orders.ts";
import { getShipmentRow, type ShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import type { ItemTick } from "./packing.schema.ts";
import {
  countPiece,
  deleteOldTicks,
  deleteTicks,
  listTicks,
  moveTicks,
  writeCount,
} from "./packing.store.ts";

/**
 * Lists the scanned pieces of each item of a shipment, without items of which no piece was scanned.
 * The caller has checked that the member may see the shipment.
 */
export function ticksOf(deps: ReadDeps, shipmentID: string): ItemTick[] {
  return listTicks(deps.db, shipmentID).map(({ itemID, scanned }) => ({
    itemID: itemID,
    scanned,
  }));
}

/**
 * Counts one scanned piece.
 *
 * @throws AppError E1051 when there is no such shipment or item, E2081 when all the item's pieces
 *   are counted.
 */
export function tickItem(
  deps: WriteDeps,
  actor: Actor,
  shipmentID: string,
  itemID: string,
): { ticks: ItemTick[] } {
  return inTransaction(deps, () => {
    const item = parcelItems(getShipmentRow(deps, actor, shipmentID)).find(
      ({ id }) => id === itemID,
    );
    if (item === undefined) throw errors.shipmentNotFound("This shipment has no such item.");
    if (!countPiece(deps.db, { shipmentID, itemID, most: item.quantity, now: deps.now() }))
      throw errors.itemScannedWhole();
    return { ticks: ticksOf(deps, shipmentID) };
  });
}

/** Resets the counts of a shipment's items. @throws AppError E1051 */
export function clearTicks(
  deps: WriteDeps,
  actor: Actor,
  shipmentID: string,
): { ticks: ItemTick[] } {
  return inTransaction(deps, () => {
    deleteTicks(deps.db, getShipmentRow(deps, actor, shipmentID).id);
    return { ticks: [] };
  });
}

/** Moves the counts of an order to the parcel that carries it; needs an open transaction. */
export function carryTicks(deps: WriteDeps, from: string, to: string): void {
  moveTicks(deps.db, { from, to, now: deps.now() });
}

/**
 * Deletes the counts of items that a shipment no longer has, and lowers counts above an item's
 * quantity, after its items have changed; needs an open transaction.
 */
export function fitTicks(deps: WriteDeps, row: ShipmentRow): void {
  const most = new Map(parcelItems(row).map(({ id, quantity }) => [id, quantity]));
  for (const { itemID, scanned } of listTicks(deps.db, row.id)) {
    const fits = Math.min(scanned, most.get(itemID) ?? 0);
    if (fits < scanned)
      writeCount(deps.db, { shipmentID: row.id, itemID, scanned: fits, now: deps.now() });
  }
}

/** Counts the missing pieces of items that can be scanned, which have an EAN or a stock code. */
export function countUnscanned(items: readonly Item[], ticks: readonly ItemTick[]): number {
  const scanned = new Map(ticks.map((tick) => [tick.itemID, tick.scanned]));
  return items
    .filter(({ ean, sku }) => ean !== "" || sku !== "")
    .reduce((sum, { id, quantity }) => sum + Math.max(0, quantity - (scanned.get(id) ?? 0)), 0);
}

/** Time after which counts are deleted, ms; an order is packed within days. */
const KEPT_MS = 60 * 24 * 60 * 60 * 1_000;

/** Deletes old counts. @returns Number of deleted rows. */
export function pruneTicks(deps: WriteDeps, atMost: number): number {
  const before = new Date(Date.parse(deps.now()) - KEPT_MS).toISOString();
  return inTransaction(deps, () => deleteOldTicks(deps.db, before, atMost));
}
