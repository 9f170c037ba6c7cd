/**
 * SQL for the rows of `print_jobs` that belong to a batch, or to shipments that one is to print.
 */
import type { Db } from "../db/database.ts";
import type { JobTarget } from "./job-target.ts";
import type { PrintJob } from "./printing.schema.ts";
import type { PrintJobRow } from "./printing.store.ts";

/** @returns The newest print of a shipment's label. */
export function findNewestOf(db: Db, shipmentID: string): PrintJobRow | undefined {
  return db
    .sql<PrintJobRow>(
      `SELECT * FROM print_jobs WHERE shipment_id = ? AND kind = 'LABEL' ORDER BY created_at DESC, rowid DESC LIMIT 1`,
    )
    .get(shipmentID);
}

/** @returns How many labels of a batch are in each state. */
export function countOfBatch(db: Db, batchID: string): { status: PrintJob["status"]; n: number }[] {
  return db
    .sql<{ status: PrintJob["status"]; n: number }>(
      `SELECT status, count(*) AS n FROM print_jobs WHERE batch_id = ? GROUP BY status`,
    )
    .all(batchID);
}

/** A batch has some three in the journal that wait. */
export function listWaitingOfBatch(db: Db, batchID: string): PrintJobRow[] {
  return db
    .sql<PrintJobRow>(
      `SELECT * FROM print_jobs WHERE batch_id = ? AND status = 'QUEUED' ORDER BY id`,
    )
    .all(batchID);
}

/** A job that waits and was never taken to a printer leaves no trace. */
export function deleteWaiting(db: Db, id: string): void {
  db.sql(`DELETE FROM print_jobs WHERE id = ? AND status = 'QUEUED' AND attempts = 0`).run(id);
}

/** Gives a waiting job another target; it may be tried at once. */
export function updateTarget(db: Db, id: string, target: JobTarget, now: string): void {
  db.sql(
    `UPDATE print_jobs SET role = :target, next_attempt_at = :now, updated_at = :now WHERE id = :id AND status = 'QUEUED'`,
  ).run({ id, target, now });
}

/** @returns Those of these shipments of which a label was or will be taken to a printer. */
export function listTaken(db: Db, shipmentIDs: readonly string[]): string[] {
  return db
    .sql<{ id: string }>(
      `SELECT value AS id
         FROM json_each(:ids)
        WHERE EXISTS (SELECT 1 FROM print_jobs WHERE shipment_id = value AND kind = 'LABEL' AND NOT (status = 'FAILED' AND attempts = 0))`,
    )
    .all({ ids: JSON.stringify(shipmentIDs) })
    .map(({ id }) => id);
}
