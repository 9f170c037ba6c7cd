/**
 * SQL for `print_batches` and `print_batch_items`, and for the journal's rows of a batch. The
 * tables are local to the station.
 */
import type { Db } from "../../db/database.ts";
import type { PrintJob, ReprintReason } from "../../printing/printing.schema.ts";
import type { BatchSort, BatchStatus, PauseReason } from "./batches.schema.ts";

export type BatchRow = {
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationID: string;
  createdBy: string;
  title: string;
  sort: BatchSort;
  /** Printer of the whole batch; "": each label uses its role's printer. */
  target: "" | `printer ${string}`;
  status: BatchStatus;
  pauseReason: PauseReason;
  total: number;
};

export type ItemRow = {
  batchID: string;
  position: number;
  shipmentID: string;
  /** Reason for the reprint; "": not printed before. */
  reason: "" | ReprintReason;
  jobID: string | null;
};
/** A label with the status of its print; null until it is in the journal. */
export type ItemWithStatus = ItemRow & { readonly status: PrintJob["status"] | null };

/** Inserts a batch without its labels. */
export function insertBatch(db: Db, row: BatchRow): void {
  db.sql(
    `INSERT INTO print_batches
       (id, created_at, updated_at, organization_id, created_by, title, sort, target, status, pause_reason, total)
     VALUES
       (:id, :createdAt, :updatedAt, :organizationID, :createdBy, :title, :sort, :target, :status, :pauseReason, :total)`,
  ).run(row);
}

/** Inserts the labels of a batch, in their order. */
export function insertItems(
  db: Db,
  batchID: string,
  items: readonly { readonly shipmentID: string; readonly reason: ItemRow["reason"] }[],
): void {
  db.sql(
    `INSERT INTO print_batch_items
       (batch_id, position, shipment_id, reason, job_id)
     SELECT :batchID, key + 1, value ->> 'shipmentID', value ->> 'reason', NULL
       FROM json_each(:items)`,
  ).run({ batchID, items: JSON.stringify(items) });
}

/** Finds a batch; undefined when the organization has no such batch. */
export function findBatch(db: Db, organizationID: string, id: string): BatchRow | undefined {
  return db
    .sql<BatchRow>(`SELECT * FROM print_batches WHERE id = ? AND organization_id = ?`)
    .get(id, organizationID);
}

/**
 * Lists batches, newest first.
 *
 * @param of.createdBy Only this member's batches; null: all.
 */
export function listBatches(
  db: Db,
  of: { organizationID: string; createdBy: string | null; limit: number },
): BatchRow[] {
  return db
    .sql<BatchRow>(
      `SELECT * FROM print_batches WHERE organization_id = :organizationID AND (:createdBy IS NULL OR +created_by = :createdBy) ORDER BY created_at DESC, rowid DESC LIMIT :limit`,
    )
    .all(of);
}

/**
 * Lists open batches, newest first.
 *
 * @param of.createdBy Only this member's batches; null: all.
 */
export function listOpen(
  db: Db,
  of: { organizationID: string; createdBy: string | null },
): BatchRow[] {
  return db
    .sql<BatchRow>(
      `SELECT * FROM print_batches WHERE status IN ('RUNNING', 'PAUSED') AND +organization_id = :organizationID AND (:createdBy IS NULL OR +created_by = :createdBy) ORDER BY created_at DESC, rowid DESC`,
    )
    .all(of);
}

/** Lists running batches, oldest first. */
export function listRunning(db: Db): BatchRow[] {
  return db
    .sql<BatchRow>(
      `SELECT * FROM print_batches WHERE status = 'RUNNING' AND status IN ('RUNNING', 'PAUSED') ORDER BY id`,
    )
    .all();
}

/** Lists the open batches of all organizations. */
export function listUnended(db: Db): BatchRow[] {
  return db
    .sql<BatchRow>(`SELECT * FROM print_batches WHERE status IN ('RUNNING', 'PAUSED') ORDER BY id`)
    .all();
}

/** Changes the state of a batch. */
export function updateBatch(
  db: Db,
  id: string,
  to: { status: BatchStatus; pauseReason: PauseReason; now: string },
): void {
  db.sql(
    `UPDATE print_batches SET status = :status, pause_reason = :pauseReason, updated_at = :now WHERE id = :id`,
  ).run({ id, ...to });
}

/**
 * Counts the labels of a batch by the status of their print jobs; "" for labels that are not in the
 * journal yet.
 */
export function countItems(
  db: Db,
  batchID: string,
): { status: PrintJob["status"] | ""; n: number }[] {
  return db
    .sql<{ status: PrintJob["status"] | ""; n: number }>(
      `SELECT coalesce(j.status, '') AS status, count(*) AS n
         FROM print_batch_items i
         LEFT JOIN print_jobs j ON j.id = i.job_id
        WHERE i.batch_id = ?
        GROUP BY 1`,
    )
    .all(batchID);
}

/** Lists labels of a batch in their order. */
export function listItems(db: Db, batchID: string, from: number, limit: number): ItemWithStatus[] {
  return db
    .sql<ItemWithStatus>(
      `SELECT i.*, j.status
         FROM print_batch_items i
         LEFT JOIN print_jobs j ON j.id = i.job_id
        WHERE i.batch_id = :batchID AND i.position >= :from
        ORDER BY i.position
        LIMIT :limit`,
    )
    .all({ batchID, from, limit });
}

/** Finds the last position of a shipment in a batch. */
export function findItemOf(db: Db, batchID: string, shipmentID: string): ItemRow | undefined {
  return db
    .sql<ItemRow>(
      `SELECT * FROM print_batch_items WHERE shipment_id = ? AND +batch_id = ? ORDER BY position DESC LIMIT 1`,
    )
    .get(shipmentID, batchID);
}

/** Finds the next label to put into the journal. */
export function findNextItem(db: Db, batchID: string): ItemRow | undefined {
  return db
    .sql<ItemRow>(
      `SELECT * FROM print_batch_items INDEXED BY print_batch_items_waiting WHERE batch_id = ? AND job_id IS NULL ORDER BY position LIMIT 1`,
    )
    .get(batchID);
}

/** Records the print job of a label; null: the label waits for a print again. */
export function setItemJob(
  db: Db,
  item: Pick<ItemRow, "batchID" | "position" | "reason" | "jobID">,
): void {
  db.sql(
    `UPDATE print_batch_items SET job_id = :jobID, reason = :reason WHERE batch_id = :batchID AND position = :position`,
  ).run(item);
}

/** Lists the times at which the last labels of a batch were sent, newest first. */
export function listLastSent(db: Db, batchID: string, limit: number): string[] {
  return db
    .sql<{ sentAt: string }>(
      `SELECT sent_at FROM print_jobs WHERE batch_id = ? AND status IN ('SENT', 'CONFIRMED') AND sent_at IS NOT NULL ORDER BY sent_at DESC LIMIT ?`,
    )
    .all(batchID, limit)
    .map(({ sentAt }) => sentAt);
}

/**
 * Finds the oldest ended batch before an id; undefined when there is none. Ids are ordered by time.
 */
export function findEndedBefore(db: Pick<Db, "sql">, beforeID: string): string | undefined {
  return db
    .sql<{ id: string }>(
      `SELECT id FROM print_batches WHERE id < ? AND +status IN ('DONE', 'STOPPED') ORDER BY id LIMIT 1`,
    )
    .get(beforeID)?.id;
}

/** Deletes labels of a batch, by position, and returns the number of deleted labels. */
export function deleteItems(db: Db, batchID: string, atMost: number): number {
  return db
    .sql(
      `DELETE FROM print_batch_items WHERE batch_id = :batchID AND position IN (SELECT position FROM print_batch_items WHERE batch_id = :batchID ORDER BY position LIMIT :atMost)`,
    )
    .run({ batchID, atMost }).changes;
}

/** Deletes a batch with its remaining labels. */
export function deleteBatch(db: Db, id: string): void {
  db.sql(`DELETE FROM print_batches WHERE id = ?`).run(id);
}
