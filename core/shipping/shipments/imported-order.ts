/**
 * Finds the orders that earlier files imported, so that the next file can be compared with them.
 */
import type { ReadDeps } from "../../db/deps.ts";
import { derivedId, isDerived } from "../../base/derived-id.ts";
import type { Actor } from "../../http/actor.ts";
import { findOrder, updateOrder, type OrderRow } from "./orders.store.ts";
import { hasImported, listOfOrder } from "./find-shipments.store.ts";
import { findFirstOf, listJoinedTo } from "./joined-orders.ts";
import type { ShipmentStatus } from "./status-machine.ts";
import { maySee } from "./may-see.ts";

export type ImportedOrder = {
  readonly id: string;
  readonly contentHash: string;
  readonly fieldDigests: string;
  /**
   * Whether all shipments of the order were cancelled, none is or was packed with another order and
   * is about to wait again, and the actor may see the newest.
   */
  readonly isCancelled: boolean;
};

/** Finds the order of an earlier file, and whether this member may send it again. */
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
    shipments.every(
      (shipment) =>
        shipment.status === "CANCELED" &&
        findFirstOf(deps, shipment) === undefined &&
        listJoinedTo(deps.db, shipment.id).every(({ state }) => state !== "JOINED"),
    );
  const { id, contentHash, fieldDigests } = row;
  return { id, contentHash, fieldDigests, isCancelled };
}

/** Content of an order that was cancelled because its file says so: any other rows differ from it. */
export const CANCELLED_CONTENT = "cancelled";

/**
 * Finds an order that a file brought, and its shipments, newest first, without returns. Files and the
 * desk make shipments with derived ids, also when an order is packed again; a program may have sent
 * another order under the same number and source.
 */
export function findImportedShipments(
  deps: ReadDeps,
  importedID: string,
): { readonly imported: OrderRow; readonly ids: readonly string[] } | undefined {
  const imported = findOrder(deps.db, importedID);
  if (imported === undefined) return undefined;
  const listed = listOfOrder(deps.db, imported);
  const orders = new Set<string | null>([importedID]);
  for (const { id, orderID } of listed) if (isDerived(id)) orders.add(orderID);
  return { imported, ids: listed.flatMap(({ id, orderID }) => (orders.has(orderID) ? id : [])) };
}

/** Changes columns of an order; needs an open transaction. */
export function changeOrder(deps: ReadDeps, orderID: string, fields: Partial<OrderRow>): void {
  updateOrder(deps.db, orderID, fields);
}

/**
 * Returns whether another source has brought an order with the same rows: the file's source was
 * forgotten and kept again under another name, and the order must not be packed twice.
 */
export function isOfAnotherSource(
  { db }: ReadDeps,
  { organizationID }: Actor,
  order: { readonly number: string; readonly hash: string },
): boolean {
  const { number: orderNumber, hash: contentHash } = order;
  return hasImported(db, { organizationID, orderNumber, contentHash });
}

/** Derives an order's id, which is the same at every station that reads the file. */
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

/**
 * Stores the hash of the rows that an order has now, or CANCELLED_CONTENT, and the digests of their
 * values; needs an open transaction.
 */
export function noteContent(
  deps: ReadDeps,
  orderID: string,
  content: Partial<Pick<OrderRow, "contentHash" | "fieldDigests">>,
): void {
  updateOrder(deps.db, orderID, content);
}

/**
 * Lists the shipments, visible to the actor, of an order that was imported from this source. Omits
 * shipments that a program sent under the source's name.
 */
export function listImportedShipments(
  deps: ReadDeps,
  actor: Actor,
  order: { sourceIdentifier: string; orderNumber: string },
): { readonly id: string; readonly status: ShipmentStatus }[] {
  const of = { organizationID: actor.organizationID, ...order };
  const orderID = importedOrderID(of);
  return listOfOrder(deps.db, of)
    .filter((row) => row.orderID === orderID && maySee(actor, row))
    .map(({ id, status }) => ({ id, status }));
}
