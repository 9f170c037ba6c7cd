/**
 * Erasing the personal data of a shipment's purchases: what was frozen of its addresses and texts, and every file that shows them. Barcode,
 * price and the place in the ledger stay, since accounts are kept by law.
 */
import { AppError } from "../base/errors.ts";
import { inTransaction } from "../db/change.ts";
import type { Deps } from "../deps.ts";
import { eraseDocuments } from "../documents/documents.service.ts";
import { erased, isErasedBody } from "../shipments/purchase-snapshot.ts";
import { findShipmentRow } from "../shipments/shipments.service.ts";
import * as store from "./transactions.store.ts";

/**
 * Erases what every purchase of a shipment froze, also refused and cancelled ones, and the shipment's documents, at every station. Its label
 * cannot be drawn any more (E2055). A second call changes nothing.
 *
 * @throws AppError E1051 when there is no such shipment, E2009 while a carrier is asked for its label, E2020 when nothing was bought for it.
 */
export function erasePurchase(deps: Deps, shipmentID: string): void {
  inTransaction(deps, () => {
    if (findShipmentRow(deps, shipmentID) === undefined) throw new AppError("E1051");
    const purchases = store.listTransactionsOf(deps.db, shipmentID);
    if (purchases.length === 0) throw new AppError("E2020");
    eraseAll(deps, shipmentID, purchases);
  });
}

/**
 * As `erasePurchase`, of a shipment that may have no purchase. Inside a transaction.
 *
 * @returns The ids of all its purchases. @throws AppError E2009 while a carrier is asked for its label.
 */
export function erasePurchasesOf(deps: Deps, shipmentID: string): string[] {
  const purchases = store.listTransactionsOf(deps.db, shipmentID);
  eraseAll(deps, shipmentID, purchases);
  return purchases.map(({ id }) => id);
}

function eraseAll(deps: Deps, shipmentID: string, purchases: ReturnType<typeof store.listTransactionsOf>): void {
  if (purchases.some(({ status }) => status === "PENDING")) throw new AppError("E2009"); // its job sends the addresses to the carrier
  for (const { id } of purchases) {
    const snapshot = store.findSnapshot(deps.db, id);
    if (snapshot !== undefined && !snapshot.isErased) store.updateSnapshot(deps.db, id, erased(snapshot));
  }
  eraseDocuments(deps, shipmentID);
}

/** Deletes this station's documents of shipments whose purchases another station has erased. Inside a transaction. @param snapshots Rows as they came. */
export function followErasures(deps: Deps, snapshots: readonly { readonly id: string; readonly body: unknown }[]): void {
  for (const { id, body } of snapshots) {
    const shipmentID = typeof body === "string" && isErasedBody(body) ? store.findTransactionRow(deps.db, id)?.shipment_id : undefined;
    if (shipmentID !== undefined) eraseDocuments(deps, shipmentID);
  }
}
