/** SQL for `transactions`, `purchase_snapshots` and `frozen_addresses`. */
import { derivedId } from "../../base/derived-id.ts";
import { insertRow, updateRow } from "../../db/change.ts";
import type { Db, SqlRow } from "../../db/database.ts";
import { isErased } from "../../db/erased.ts";
import { cachedRead } from "../../db/read-cache.ts";
import { PURCHASES_OF } from "../../shipping/shipments/purchases-of.ts";
import type { PurchaseSnapshot } from "../../shipping/shipments/purchase-snapshot.ts";
import {
  readSnapshot,
  writeSnapshot,
  type StoredSnapshot,
} from "../../shipping/shipments/stored-snapshot.ts";

export type TransactionRow = {
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationID: string;
  memberID: string;
  shipmentID: string;
  offerID: string;
  status: "PENDING" | "DONE" | "FAILED" | "CANCELED";
  totalMinor: number;
  /** One of `PAID_BY`. */
  onAccount: number;
  isCustomCharge: number;
  oldBalanceMinor: number;
  newBalanceMinor: number;
  isRefund: number;
  cancelDescription: string;
  /** Carrier's answer; empty until it arrives. */
  carrierName: string;
  barcode: string;
  trackingNumber: string;
  trackingUrl: string;
  routingCode: string;
  labelFileType: string;
  /** SHA-256 of the carrier's own label, which is printed in place of ours; "": ours is printed. */
  labelHash: string;
  /** 1: created at this station. */
  isOwn: number;
  /** 1: printed when the label is bought. 2: printed when the order is scanned again. */
  printRequested: number;
  /** E2008 in an open purchase: the carrier has the order and has not made its label yet. */
  errorCode: string | null;
  errorMessage: string | null;
  requestHash: string | null;
  answeredAt: string | null;
  /**
   * Agreement that invoices the label, or the account of the marketplace where it is paid; "" when
   * it is paid from the balance.
   */
  agreementID: string;
  /** The organization's debt to carriers before the purchase, minor units. */
  oldDebtMinor: number;
};

/**
 * Inserts a transaction and its snapshot; needs an open transaction. A sender address is stored
 * once for all purchases that use it.
 */
export function insertTransaction(db: Db, row: TransactionRow, snapshot: PurchaseSnapshot): void {
  insertRow(db, "transactions", row);
  const { sender, body } = writeSnapshot(snapshot);
  insertRow(db, "purchase_snapshots", { id: row.id, senderID: freezeSender(db, sender), body });
}

/** Stores a sender address unless it is stored already. @returns Its id. */
function freezeSender(db: Db, body: string): string {
  const id = derivedId("frozen address", body);
  const isKnown = cachedRead(
    db,
    ["frozen_addresses"],
    id,
    () => db.sql(`SELECT 1 FROM frozen_addresses WHERE id = ?`).get(id) !== undefined,
  );
  if (!isKnown) insertRow(db, "frozen_addresses", { id, body });
  return id;
}

/** Replaces a purchase's snapshot, at every station; needs an open transaction. */
export function updateSnapshot(db: Db, transactionID: string, snapshot: PurchaseSnapshot): void {
  const { sender, body } = writeSnapshot(snapshot);
  updateRow(db, "purchase_snapshots", transactionID, { senderID: freezeSender(db, sender), body });
}

/**
 * Moves a transaction from one state to another.
 *
 * @returns False when the transaction was in another state; nothing is written then, since another
 *   answer came first.
 */
export function tryMoveTransaction(
  db: Db,
  id: string,
  from: TransactionRow["status"],
  fields: SqlRow & { status: TransactionRow["status"] },
): boolean {
  return updateRow(db, "transactions", id, withoutErased(db, id, fields), { status: from });
}

/**
 * Changes the tracking number or page of a purchase, at every station. Leaves `updatedAt`, which is
 * the time of the purchase in reports.
 */
export function updateTracking(
  db: Db,
  id: string,
  given: { readonly trackingNumber?: string; readonly trackingUrl?: string },
): void {
  updateRow(db, "transactions", id, { ...given });
}

/** Removes texts by a person or carrier when the purchase's shipment was erased. */
function withoutErased<F extends SqlRow>(db: Db, id: string, fields: F): F {
  if (!fields["errorMessage"] && !fields["cancelDescription"]) return fields;
  const shipmentID = findTransactionRow(db, id)?.shipmentID;
  if (shipmentID === undefined || !isErased(db, shipmentID)) return fields;
  return {
    ...fields,
    ...("errorMessage" in fields ? { errorMessage: null } : {}),
    ...("cancelDescription" in fields ? { cancelDescription: "" } : {}),
  };
}

/**
 * Gets a purchase's snapshot.
 *
 * @throws Error when the snapshot has not arrived from the station that bought the label.
 */
export function getSnapshot(db: Pick<Db, "sql">, id: string): PurchaseSnapshot {
  const snapshot = findSnapshot(db, id);
  if (snapshot === undefined) throw new Error(`the snapshot of transaction ${id} is not here`);
  return snapshot;
}

/**
 * Finds a purchase's snapshot, parsed; undefined when the snapshot has not arrived from its station
 * yet.
 *
 * @throws Error when the stored JSON has another shape.
 */
export function findSnapshot(db: Pick<Db, "sql">, id: string): PurchaseSnapshot | undefined {
  const row = db
    .sql<StoredSnapshot>(
      `SELECT x.body, f.body AS sender
         FROM purchase_snapshots AS x
         JOIN frozen_addresses AS f ON f.id = x.sender_id
        WHERE x.id = ?`,
    )
    .get(id);
  return row === undefined ? undefined : readSnapshot(row);
}

/** Finds a transaction by its id alone, in any organization and any state. */
export function findTransactionRow(db: Pick<Db, "sql">, id: string): TransactionRow | undefined {
  return db.sql<TransactionRow>(`SELECT * FROM transactions WHERE id = ?`).get(id);
}

/**
 * Finds the one-step purchase that contains an offer: both ids were made in one transaction, so the
 * purchase's id is the next id after the offer's.
 */
export function findOneStepPurchase(db: Db, offerID: string): TransactionRow | undefined {
  const next = db
    .sql<TransactionRow>(`SELECT * FROM transactions WHERE id > ? ORDER BY id LIMIT 1`)
    .get(offerID);
  return next?.offerID === offerID ? next : undefined;
}

/**
 * Gets a transaction by its id alone, in any organization and any state.
 * @throws Error when the transaction does not exist.
 */
export function getTransactionRow(db: Db, id: string): TransactionRow {
  const row = findTransactionRow(db, id);
  if (row === undefined) throw new Error(`transaction ${id} is gone`);
  return row;
}

/**
 * Lists the open and valid purchases of a shipment, found by the shipment's facts. There are
 * several when stations bought while they were disconnected from each other.
 */
export function listLiveTransactions(db: Db, shipmentID: string): TransactionRow[] {
  return db
    .sql<TransactionRow>(
      `SELECT *
         FROM transactions
        WHERE id IN (${PURCHASES_OF})
          AND status IN ('PENDING', 'DONE')
        ORDER BY created_at, id`,
    )
    .all({ id: shipmentID });
}

/** Finds the shipment of a cancelled label by its barcode. */
export function findCancelled(db: Db, organizationID: string, barcode: string): string | undefined {
  return db
    .sql<{ id: string }>(
      `SELECT shipment_id AS id FROM transactions WHERE barcode = ? AND status = 'CANCELED' AND organization_id = ? ORDER BY transactions.id DESC LIMIT 1`,
    )
    .get(barcode, organizationID)?.id;
}

/** Lists every purchase of a shipment in any state, found by its facts. */
export function listTransactionsOf(
  db: Db,
  shipmentID: string,
): Pick<TransactionRow, "id" | "status">[] {
  return db
    .sql<Pick<TransactionRow, "id" | "status">>(
      `SELECT id, status
         FROM transactions
        WHERE id IN (${PURCHASES_OF})
        ORDER BY created_at, id`,
    )
    .all({ id: shipmentID });
}

/**
 * Lists open and bought purchases with this request hash that were created at `since` or later and
 * are not marked as answered, newest first.
 */
export function listUnanswered(
  db: Db,
  request: { hash: string; since: string },
): Pick<TransactionRow, "id" | "status" | "shipmentID">[] {
  return db
    .sql<Pick<TransactionRow, "id" | "status" | "shipmentID">>(
      `SELECT id, status, shipment_id
         FROM transactions
        WHERE request_hash = :hash
          AND answered_at IS NULL
          AND created_at >= :since
          AND status IN ('PENDING', 'DONE')
        ORDER BY created_at DESC, id DESC`,
    )
    .all(request);
}

/** Marks a purchase as answered, at this station only: without row clock or fact. */
export function markAnswered(db: Db, id: string, now: string): void {
  db.sql(`UPDATE transactions SET answered_at = ? WHERE id = ? AND answered_at IS NULL`).run(
    now,
    id,
  );
}

/** Marks a purchase as unanswered, at this station only. */
export function markUnanswered(db: Db, id: string): void {
  db.sql(`UPDATE transactions SET answered_at = NULL WHERE id = ? AND answered_at IS NOT NULL`).run(
    id,
  );
}

/** Prevents open purchases from printing when they are settled, at this station only. */
export function dropPrintRequests(db: Db): void {
  db.sql(
    `UPDATE transactions INDEXED BY transactions_open SET print_requested = 0 WHERE status = 'PENDING'`,
  ).run();
}

/** Lists the ids of an organization's open purchases, of every station. */
export function listPending(db: Pick<Db, "sql">, organizationID: string): string[] {
  return db
    .sql<{ id: string }>(
      `SELECT id
         FROM transactions INDEXED BY transactions_open
        WHERE organization_id = ? AND status = 'PENDING'
        ORDER BY id`,
    )
    .all(organizationID)
    .map(({ id }) => id);
}

/** A transaction with the stamp of the station that first wrote it. */
export type WrittenRow = Pick<
  TransactionRow,
  "id" | "organizationID" | "shipmentID" | "status" | "barcode" | "isRefund"
> & { readonly stamp: string };

/** Finds a transaction by its id, written by any station. */
export function findWritten(db: Db, id: string): WrittenRow | undefined {
  return db
    .sql<WrittenRow>(
      `SELECT id, stamp, organization_id, shipment_id, status, barcode, is_refund FROM transactions WHERE id = ?`,
    )
    .get(id);
}

/**
 * Marks an open purchase as made at this station, after the purchase came back from another
 * station; not synced.
 */
export function markOwn(db: Db, id: string): void {
  db.sql(`UPDATE transactions SET is_own = 1 WHERE id = ? AND status = 'PENDING'`).run(id);
}
