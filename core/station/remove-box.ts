/**
 * Removing a box that was added to an order by mistake: its shipment is cancelled, and its items
 * move to another box.
 */
import { errors } from "../base/errors.ts";
import { inTransaction } from "../db/change.ts";
import { withLeases, type ClaimNeed } from "../db/leases.ts";
import { missingClaim, requireClaim } from "../db/shipment-claims.ts";
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
 * @returns The id of the first waiting box that the actor may see, which receives the items. When
 *   no such box waits, or the box was removed already: the id of the first box that the actor may
 *   see. When there is none: the id of the removed box.
 * @throws AppError E1051; E2086 for the first box, for a box before the last, and for a box with a
 *   label.
 * @throws AppError E2087 when a label of the order already counts this box, or no other box can
 *   take its items.
 * @throws AppError E2134 while another station has claimed the removed box or the receiving box.
 */
export async function removeBox(
  deps: WriteDeps & Pick<StationDeps, "carriers" | "connections" | "leases">,
  actor: Actor,
  shipmentID: string,
): Promise<string> {
  const findMissing = (): ClaimNeed | undefined => {
    const { removed, receiver } = planRemoval(deps, actor, shipmentID);
    if (removed === undefined) return undefined;
    return (
      (receiver === undefined ? undefined : missingClaim(deps.db, receiver.id)) ??
      missingClaim(deps.db, removed.id)
    );
  };
  return await withLeases(deps, findMissing, () =>
    inTransaction(deps, () => {
      const { removed, receiver, shownID } = planRemoval(deps, actor, shipmentID);
      if (removed === undefined) return shownID;
      if (receiver !== undefined) {
        requireClaim(deps.db, receiver.id);
        changeItems(
          deps,
          receiver,
          mergeItems(readItems(receiver.items), readItems(removed.items)),
        );
      }
      clearTicks(deps, actor, removed.id);
      beginCancel(deps, actor, removed.id);
      return shownID;
    }),
  );
}

/**
 * `removed`: undefined when the box is removed already. `receiver`: the box that receives the
 * items; undefined when the removed box has no items. `shownID`: the box that `removeBox` returns.
 */
type Removal = {
  readonly removed?: ShipmentRow;
  readonly receiver?: ShipmentRow;
  readonly shownID: string;
};

/**
 * Checks whether a box may be removed, and plans the removal.
 *
 * @throws AppError E1051, E2086, E2087
 */
function planRemoval(deps: ReadDeps, actor: Actor, shipmentID: string): Removal {
  const row = getShipmentRow(deps, actor, shipmentID);
  const others = listBoxes(deps, row)
    .filter(({ id }) => id !== row.id)
    .toSorted((a, b) => a.boxNo - b.boxNo);
  const [first] = others;
  const visible = others.filter((other) => maySee(actor, other));
  const shown = visible[0] ?? row;
  if (row.status === "CANCELED") return { shownID: shown.id };
  if (first === undefined || !isRemovable(row, others)) throw errors.boxNotRemovable();
  const after = countBoxes(first, others);
  const target = visible.find(waits);
  const hasItems = readItems(row.items).length > 0;
  const isCounted = others.some(({ id }) => countOnLabels(deps, id) > after);
  if (isCounted || (target === undefined && hasItems)) throw errors.boxAlreadyCounted();
  return {
    removed: row,
    ...(target !== undefined && hasItems ? { receiver: target } : {}),
    shownID: (target ?? shown).id,
  };
}

/**
 * Finds the only box that `removeBox` may remove.
 *
 * @param boxes Boxes of the order without cancelled boxes.
 * @returns Null when no box can be removed.
 */
export function findLastBox(deps: ReadDeps, boxes: readonly ShipmentRow[]): LastBox | null {
  const last = boxes.find((row) => isRemovable(row, boxes));
  if (last === undefined) return null;
  const scanned = ticksOf(deps, last.id).reduce((sum, tick) => sum + tick.scanned, 0);
  return { shipmentID: last.id, no: last.boxNo, scanned };
}

function isRemovable(row: ShipmentRow, boxes: readonly ShipmentRow[]): boolean {
  return row.boxNo > 1 && waits(row) && boxes.every((other) => other.boxNo <= row.boxNo);
}

function waits({ status }: ShipmentRow): boolean {
  return status === "CREATED" || status === "GOT_OFFERS";
}

/**
 * Merges items: pieces of the same article become one item. The merged item keeps its id from the
 * receiving box (`stays`), because scanned pieces are counted by that id.
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

/** Makes the key of an article: the item without its id, times and quantity. */
function articleOf({
  id: _id,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  quantity: _quantity,
  ...article
}: Item): string {
  return JSON.stringify(article, Object.keys(article).toSorted());
}
