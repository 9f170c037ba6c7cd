/** SQL for rows of `print_jobs` that belong to a batch, or to shipments that a batch will print. */
import type { Db } from "../db/database.ts";
import type { JobTarget } from "./job-target.ts";
import type { PrintJob } from "./printing.schema.ts";
import type { PrintJobRow } from "./printing.store.ts";

/** Returns the newest print job of a shipment's label. */
export function findNewestLabelJob(db: Db, shipmentID: string): PrintJobRow | undefined {
  return db
    .sql<PrintJobRow>(
      `SELECT * FROM print_jobs WHERE shipment_id = ? AND kind = 'LABEL' ORDER BY created_at DESC, rowid DESC LIMIT 1`,
    )
    .get(shipmentID);
}

/** Returns the number of a batch's print jobs in each status. */
export function countBatchJobs(
  db: Db,
  batchID: string,
): { status: PrintJob["status"]; n: number }[] {
  return db
    .sql<{ status: PrintJob["status"]; n: number }>(
      `SELECT status, count(*) AS n FROM print_jobs WHERE batch_id = ? GROUP BY status`,
    )
    .all(batchID);
}

/** Lists the batch's jobs that wait. A batch keeps about three jobs in the journal at a time. */
export function listWaitingBatchJobs(db: Db, batchID: string): PrintJobRow[] {
  return db
    .sql<PrintJobRow>(
      `SELECT * FROM print_jobs WHERE batch_id = ? AND status = 'QUEUED' ORDER BY id`,
    )
    .all(batchID);
}

/** Deletes a waiting job that was never sent to a printer, so that it leaves no trace. */
export function deleteWaiting(db: Db, id: string): void {
  db.sql(`DELETE FROM print_jobs WHERE id = ? AND status = 'QUEUED' AND attempts = 0`).run(id);
}

/** Gives a waiting job another target and makes it due at once. */
export function updateTarget(db: Db, id: string, target: JobTarget, now: string): void {
  db.sql(
    `UPDATE print_jobs SET role = :target, next_attempt_at = :now, updated_at = :now WHERE id = :id AND status = 'QUEUED'`,
  ).run({ id, target, now });
}

/** Returns the ids of the given shipments whose label was, or will be, sent to a printer. */
export function listSentShipments(db: Db, shipmentIDs: readonly string[]): string[] {
  return db
    .sql<{ id: string }>(
      `SELECT value AS id
         FROM json_each(:ids)
        WHERE EXISTS (SELECT 1 FROM print_jobs WHERE shipment_id = value AND kind = 'LABEL' AND NOT (status = 'FAILED' AND attempts = 0))`,
    )
    .all({ ids: JSON.stringify(shipmentIDs) })
    .map(({ id }) => id);
}
