/**
 * Finds the orders that earlier files imported, so that the next file can be compared with them.
 */
import type { ReadDeps } from "../../db/deps.ts";
import { derivedId } from "../../base/derived-id.ts";
import type { Actor } from "../../http/actor.ts";
import { findOrder, updateOrder } from "./orders.store.ts";
import { listOfOrder } from "./find-shipments.store.ts";
import { findFirstOf, listJoinedTo } from "./joined-orders.ts";
import type { ShipmentStatus } from "./status-machine.ts";
import { maySee } from "./may-see.ts";

export type ImportedOrder = {
  readonly id: string;
  readonly contentHash: string;
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
  return { id: row.id, contentHash: row.contentHash, isCancelled };
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
 * Stores the content hash of an order that was imported before hashes existed; needs an open
 * transaction.
 */
export function noteContent(deps: ReadDeps, orderID: string, contentHash: string): void {
  updateOrder(deps.db, orderID, { contentHash });
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
