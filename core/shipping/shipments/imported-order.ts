/** An order that came in a file, as the next file meets it. */
import type { ReadDeps } from "../../db/deps.ts";
import { derivedId } from "../../base/derived-id.ts";
import type { Actor } from "../../http/actor.ts";
import { findOrder, updateOrder } from "./orders.store.ts";
import { listOfOrder } from "./shipments.store.ts";
import type { ShipmentStatus } from "./status-machine.ts";
import { maySee } from "./may-see.ts";

export type ImportedOrder = {
  readonly id: string;
  readonly contentHash: string;
  /** All its shipments were cancelled, the newest of them by one the actor sees. */
  readonly isCancelled: boolean;
};

/** An order by the file it came in, with whether this member may send it after all. */
export function findImportedOrder(
  deps: ReadDeps,
  actor: Actor,
  order: { sourceIdentifier: string; orderNumber: string },
): ImportedOrder | undefined {
  const of = { organizationID: actor.organizationID, ...order };
  const row = findOrder(deps.db, importedOrderID(of));
  if (row === undefined) return undefined;
  const shipments = listOfOrder(deps.db, of);
  const [newest] = shipments;
  const isCancelled =
    newest !== undefined &&
    maySee(actor, newest) &&
    shipments.every((shipment) => shipment.status === "CANCELED");
  return { id: row.id, contentHash: row.content_hash, isCancelled };
}

/** The same at every station that reads the file. */
export function importedOrderID(order: {
  organizationID: string;
  sourceIdentifier: string;
  orderNumber: string;
}): string {
  return derivedId(
    "imported order",
    order.organizationID,
    order.sourceIdentifier,
    order.orderNumber,
  );
}

/** What its file says of an order that came before such was kept. Needs an open transaction. */
export function noteContent(deps: ReadDeps, orderID: string, contentHash: string): void {
  updateOrder(deps.db, orderID, { content_hash: contentHash });
}

/**
 * The shipments of an order that was imported from this source, and not sent by a program under its
 * name; those alone that the actor may see.
 */
export function listImportedShipments(
  deps: ReadDeps,
  actor: Actor,
  order: { sourceIdentifier: string; orderNumber: string },
): { readonly id: string; readonly status: ShipmentStatus }[] {
  const of = { organizationID: actor.organizationID, ...order };
  const orderID = importedOrderID(of);
  return listOfOrder(deps.db, of)
    .filter((row) => row.order_id === orderID && maySee(actor, row))
    .map(({ id, status }) => ({ id, status }));
}
