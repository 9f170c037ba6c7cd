/**
 * Erases the personal data of a shipment's purchases: frozen addresses and texts, and every file
 * that shows them. Barcode, price and ledger entries stay, because accounts must be kept by law.
 */
import { errors } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import { eraseDocuments } from "../../db/documents/documents.service.ts";
import { erased } from "../../shipping/shipments/purchase-snapshot.ts";
import { findShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import { isErasedBody } from "../../shipping/shipments/stored-snapshot.ts";
import type { AppliedRow } from "../../db/merge-fields.ts";
import * as store from "./transactions.store.ts";

/**
 * Erases the frozen data of every purchase of a shipment, including refused and cancelled
 * purchases, and the shipment's documents, at every station. The label cannot be drawn afterwards
 * (E2055). A second call changes nothing.
 *
 * @throws AppError E1051 when there is no such shipment, E2009 while a carrier is asked for its
 * label, E2020 when the shipment has no purchase.
 */
export function erasePurchase(deps: WriteDeps, shipmentID: string): void {
  inTransaction(deps, () => {
    if (findShipmentRow(deps, shipmentID) === undefined) throw errors.shipmentNotFound();
    const purchases = store.listTransactionsOf(deps.db, shipmentID);
    if (purchases.length === 0) throw errors.labelNotHere();
    eraseAll(deps, shipmentID, purchases);
  });
}

/**
 * Erases like `erasePurchase`, for a shipment that may have no purchase; needs an open transaction.
 *
 * @returns The ids of all its purchases.
 * @throws AppError E2009 while a carrier is asked for its label.
 */
export function erasePurchasesOf(deps: WriteDeps, shipmentID: string): string[] {
  const purchases = store.listTransactionsOf(deps.db, shipmentID);
  eraseAll(deps, shipmentID, purchases);
  return purchases.map(({ id }) => id);
}

function eraseAll(
  deps: WriteDeps,
  shipmentID: string,
  purchases: ReturnType<typeof store.listTransactionsOf>,
): void {
  // the job of an open purchase still sends the addresses to the carrier
  if (purchases.some(({ status }) => status === "PENDING")) throw errors.shipmentBusy();
  for (const { id } of purchases) {
    const snapshot = store.findSnapshot(deps.db, id);
    if (snapshot !== undefined && !snapshot.isErased)
      store.updateSnapshot(deps.db, id, erased(snapshot));
  }
  eraseDocuments(deps, shipmentID);
}

/**
 * Erases, at every station, the purchases that this station made for a shipment, except purchases
 * about which a carrier is still asked. Needs an open transaction.
 */
export function eraseOwn(deps: WriteDeps, shipmentID: string): void {
  const { stamps, stationID } = deps.db;
  const isOwn = (id: string): boolean =>
    stamps.writerOf(store.findWritten(deps.db, id)?.stamp ?? "").startsWith(`${stationID}.`);
  const ended = store
    .listTransactionsOf(deps.db, shipmentID)
    .filter(({ id, status }) => status !== "PENDING" && isOwn(id));
  if (ended.length > 0) eraseAll(deps, shipmentID, ended);
}

/**
 * Deletes this station's documents of shipments whose purchases another station has erased,
 * including a carrier's file that arrives later. Needs an open transaction.
 *
 * @param rows Rows of `purchase_snapshots` and `label_files`, as received.
 */
export function followErasures(
  deps: WriteDeps,
  rows: readonly Pick<AppliedRow, "table" | "id" | "fields">[],
): void {
  for (const { table, id, fields } of rows) {
    const shipmentID =
      table === "label_files"
        ? fields["shipment_id"]
        : store.findTransactionRow(deps.db, id)?.shipmentID;
    if (typeof shipmentID !== "string") continue;
    const isErased =
      table === "label_files" ? hasErased(deps, shipmentID) : isErasedText(fields["body"]);
    if (isErased) eraseDocuments(deps, shipmentID);
  }
}

function isErasedText(body: unknown): boolean {
  return typeof body === "string" && isErasedBody(body);
}

function hasErased({ db }: ReadDeps, shipmentID: string): boolean {
  return store
    .listTransactionsOf(db, shipmentID)
    .some(({ id }) => store.findSnapshot(db, id)?.isErased === true);
}
