/** Adds a box to an order: a separate shipment that belongs to the same order. */
import { errors } from "../base/errors.ts";
import { inTransaction } from "../db/change.ts";
import type { Actor } from "../http/actor.ts";
import type { WriteDeps } from "../db/deps.ts";
import type { StationDeps } from "./deps.ts";
import { ticksOf } from "../fulfilment/packing/item-ticks.ts";
import type { ItemTick } from "../fulfilment/packing/packing.schema.ts";
import { changeItems } from "../shipping/shipments/boxes.ts";
import type { Item } from "../shipping/shipments/shipments.schema.ts";
import {
  countBoxes,
  findOrderOf,
  getShipmentRow,
  listBoxes,
  readItems,
} from "../shipping/shipments/shipments.service.ts";
import { withShipmentNumbers } from "../shipping/shipments/create-shipment.ts";
import { copyAsBox } from "../fulfilment/transactions/copy-shipment.ts";

/**
 * Creates another box. While the shipment waits for its label, scanned pieces stay in its box and
 * unscanned pieces move into the new box; when nothing was scanned, the new box is empty.
 *
 * @param keep Stores the call's Idempotency-Key with the new shipment, in the same transaction.
 * @returns The id of the new shipment, which has no weight and, until a packer opens it, no offers.
 * @throws AppError E1051; E2074 for a cancelled shipment or a shipment without an order; E2264; E2131
 */
export async function addBox(
  deps: WriteDeps & Pick<StationDeps, "geo" | "carriers" | "leases">,
  actor: Actor,
  shipmentID: string,
  keep?: (id: string) => void,
): Promise<string> {
  return await withShipmentNumbers(deps, actor, 1, () =>
    inTransaction(deps, () => {
      const row = getShipmentRow(deps, actor, shipmentID);
      const order = findOrderOf(deps, row);
      if (row.status === "CANCELED" || order === undefined || order.orderNumber === "")
        throw errors.orderNotWaiting();
      if (row.joined !== null) throw errors.joinedInOneBox();
      const waits = row.status === "CREATED" || row.status === "GOT_OFFERS";
      const { stays, goes } = waits
        ? divide(readItems(row.items), ticksOf(deps, row.id))
        : { stays: [], goes: [] };
      if (goes.length > 0) changeItems(deps, row, stays);
      const no = countBoxes(row, listBoxes(deps, row)) + 1;
      const id = copyAsBox(deps, actor, row, { no, order, items: goes });
      keep?.(id);
      return id;
    }),
  );
}

function divide(
  items: readonly Item[],
  ticks: readonly ItemTick[],
): { readonly stays: readonly Item[]; readonly goes: readonly Item[] } {
  const scanned = new Map(ticks.map((tick) => [tick.itemID, tick.scanned]));
  if (scanned.size === 0) return { stays: items, goes: [] };
  const part = (item: Item, quantity: number): Item[] =>
    quantity > 0 ? [{ ...item, quantity }] : [];
  return {
    stays: items.flatMap((item) => part(item, scanned.get(item.id) ?? 0)),
    goes: items.flatMap((item) => part(item, item.quantity - (scanned.get(item.id) ?? 0))),
  };
}
