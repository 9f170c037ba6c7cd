/**
 * Removing a box that was added to an order by mistake: its shipment is cancelled, and its items
 * move to another box.
 */
import { errors } from "../base/errors.ts";
import { inTransaction } from "../db/change.ts";
import { requireClaim } from "../db/shipment-claims.ts";
import type { Actor } from "../http/actor.ts";
import type { ReadDeps, WriteDeps } from "../db/deps.ts";
import type { StationDeps } from "./deps.ts";
import { clearTicks, ticksOf } from "../fulfilment/packing/item-ticks.ts";
import { changeItems } from "../shipping/shipments/boxes.ts";
import type { Item } from "../shipping/shipments/shipments.schema.ts";
import {
  countBoxes,
  getShipmentRow,
  listBoxes,
  readItems,
  type ShipmentRow,
} from "../shipping/shipments/shipments.service.ts";
import { beginCancel } from "../fulfilment/transactions/cancel-shipment.ts";
import { countOnLabels } from "../fulfilment/transactions/transactions.service.ts";
import type { LastBox } from "./station.schema.ts";
import { maySee } from "../shipping/shipments/may-see.ts";

/**
 * Removes the last box of an order while the box has no label. Removing it again changes nothing.
 *
 * @param shipmentID Shipment of the box.
 * @returns The id of the box that received the items: the first waiting box that the actor may see.
 *   When no box waits and the removed box has no items, the id of the first box that the actor may
 *   see, else of the removed box.
 * @throws AppError E1051; E2086 for the first box, for a box before the last, and for a box with a
 *   label
 * @throws AppError E2087 when a label of the order already counts this box, or no other box can
 *   take its items.
 * @throws NeedLeaseError E2134 when another station has claimed one of the two boxes.
 */
export function removeBox(
  deps: WriteDeps & Pick<StationDeps, "carriers">,
  actor: Actor,
  shipmentID: string,
): string {
  return inTransaction(deps, () => {
    const row = getShipmentRow(deps, actor, shipmentID);
    const others = listBoxes(deps, row)
      .filter(({ id }) => id !== row.id)
      .toSorted((a, b) => a.box_no - b.box_no);
    const [first] = others;
    const visible = others.filter((other) => maySee(actor, other));
    const shown = visible[0] ?? row;
    if (row.status === "CANCELED") return shown.id;
    if (first === undefined || !isRemovable(row, others)) throw errors.boxNotRemovable();
    const after = countBoxes(first, others);
    const target = visible.find(waits);
    const items = readItems(row.items);
    const isCounted = others.some(({ id }) => countOnLabels(deps, id) > after);
    if (isCounted || (target === undefined && items.length > 0)) throw errors.boxAlreadyCounted();
    if (target !== undefined && items.length > 0) {
      requireClaim(deps.db, target.id);
      changeItems(deps, target, mergeItems(readItems(target.items), items));
    }
    clearTicks(deps, actor, row.id);
    beginCancel(deps, actor, row.id);
    return (target ?? shown).id;
  });
}

/**
 * Finds the box that `removeBox` accepts. @param boxes Boxes of the order without cancelled boxes.
 * @returns Null when no box can be removed.
 */
export function findLastBox(deps: ReadDeps, boxes: readonly ShipmentRow[]): LastBox | null {
  const last = boxes.find((row) => isRemovable(row, boxes));
  if (last === undefined) return null;
  const scanned = ticksOf(deps, last.id).reduce((sum, tick) => sum + tick.scanned, 0);
  return { shipmentID: last.id, no: last.box_no, scanned };
}

function isRemovable(row: ShipmentRow, boxes: readonly ShipmentRow[]): boolean {
  return row.box_no > 1 && waits(row) && boxes.every((other) => other.box_no <= row.box_no);
}

function waits({ status }: ShipmentRow): boolean {
  return status === "CREATED" || status === "GOT_OFFERS";
}

/**
 * Merges items: pieces of the same article become one item. The item keeps the id of the receiving
 * box, because scanned pieces are counted by that id.
 */
function mergeItems(stays: readonly Item[], comes: readonly Item[]): Item[] {
  const all = [...stays];
  for (const item of comes) {
    const at = all.findIndex((other) => articleOf(other) === articleOf(item));
    const known = all[at];
    if (known === undefined) all.push(item);
    else all[at] = { ...known, quantity: known.quantity + item.quantity };
  }
  return all;
}

/** Key of an article: the item without its id, times and quantity. */
function articleOf({
  id: _id,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  quantity: _quantity,
  ...article
}: Item): string {
  return JSON.stringify(article, Object.keys(article).toSorted());
}
