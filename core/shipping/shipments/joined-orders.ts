/**
 * Orders of one recipient that are packed as one parcel. The first shipment keeps its own items and
 * its own order; what the others add is read from their rows, so that the same rows give the same
 * parcel at every station, in any order of arrival.
 */
import { z } from "zod";
import { parseJson } from "../../base/json.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { OrderRow } from "./orders.store.ts";
import { joinedOrderID } from "./joined-order-id.ts";
import * as store from "./joined-orders.store.ts";
import { readItems, type ShipmentRow } from "./shipments.store.ts";
import type { Item } from "./shipments.schema.ts";

export {
  insertJoined,
  listJoinedTo,
  listWaitingOfPhone,
  updateJoined,
  type JoinedOrderRow,
} from "./joined-orders.store.ts";

const joinedSchema = z.array(
  z
    .tuple([
      z.number(),
      z.string(),
      z.string(),
      z.string().nullable(),
      z.string().nullable(),
      z.number().nullable(),
      z.number().nullable(),
    ])
    .transform(([number, id, items, notes, invoice, cash, declared]) => ({
      number,
      id,
      items,
      notes: notes ?? "",
      invoice: invoice ?? "",
      cash: cash ?? 0,
      declared: declared ?? 0,
    })),
);

/** An order that is packed in another's parcel; the amounts are minor units. */
type Joined = z.output<typeof joinedSchema>[number];

/** A row of `whole_shipments`, or a draft, which no order has joined. */
type Carrying = { readonly items: string; readonly joined?: string | null };

function joinedOf({ joined }: Pick<Carrying, "joined">): readonly Joined[] {
  if (joined === undefined || joined === null) return [];
  return parseJson(joined, joinedSchema, "the joined orders of a shipment").toSorted(
    (a, b) => a.number - b.number || (a.id < b.id ? -1 : 1),
  );
}

/** Lists the shipments of the orders that are packed in this parcel. */
export function joinedIDs(row: Pick<Carrying, "joined">): readonly string[] {
  return joinedOf(row).map(({ id }) => id);
}

/** Reads the items of a parcel, with those of joined orders. */
export function parcelItems(row: Carrying): Item[] {
  return [row, ...joinedOf(row)].flatMap(({ items }) => readItems(items));
}

/** Adds the notes, invoices, cash and declared values of joined orders to the order of a parcel. */
export function parcelOrder<Order extends OrderRow | undefined>(
  order: Order,
  row: Pick<Carrying, "joined">,
): Order {
  const joined = joinedOf(row);
  if (order === undefined || joined.length === 0) return order;
  return {
    ...order,
    notes: each([order.notes, ...joined.map(({ notes }) => notes)]),
    invoiceNumber: each([order.invoiceNumber, ...joined.map(({ invoice }) => invoice)]),
    totalAmount: joined.reduce((sum, { cash }) => sum + cash, order.totalAmount),
    declaredValue: joined.reduce((sum, { declared }) => sum + declared, order.declaredValue),
  };
}

/** Joins different texts; each text once. */
function each(texts: readonly string[]): string {
  return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== "").join(", ");
}

/** Finds the row of an order that is or was packed with another. */
export function findJoined({ db }: ReadDeps, shipmentID: string): store.JoinedOrderRow | undefined {
  return store.findJoined(db, joinedOrderID(shipmentID));
}

/** Finds a row by its id. */
export function findJoinedRow({ db }: ReadDeps, id: string): store.JoinedOrderRow | undefined {
  return store.findJoined(db, id);
}

/** Finds the shipment with which a cancelled order is packed; undefined for any other shipment. */
export function findFirstOf(
  deps: ReadDeps,
  { id, status }: Pick<ShipmentRow, "id" | "status">,
): string | undefined {
  const row = status === "CANCELED" ? findJoined(deps, id) : undefined;
  return row?.state === "JOINED" ? parcelOf(row) : undefined;
}

/** Returns the shipment that carries, or is to carry, the items of a joined order. */
export function parcelOf({ packedIn, firstID }: store.JoinedOrderRow): string {
  return packedIn === "" ? firstID : packedIn;
}

/** Writes that a purchase is reserved with the items of joined orders; needs an open transaction. */
export function markPacked(
  deps: WriteDeps,
  row: Pick<ShipmentRow, "id"> & Pick<Carrying, "joined">,
): void {
  for (const id of joinedIDs(row))
    store.updateJoined(deps.db, joinedOrderID(id), { packedIn: row.id, updatedAt: deps.now() });
}
