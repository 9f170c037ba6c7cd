/** SQL for `print_jobs`: the print journal. A station's own table. */
import type { Db } from "../db/database.ts";
import type { PrintJob } from "./printing.schema.ts";

export type PrintJobRow = {
  id: string;
  created_at: string;
  updated_at: string;
  organization_id: string;
  shipment_id: string;
  created_by: string;
  barcode: string;
  printer_id: string | null;
  printer_name: string;
  is_reprint: number;
  status: PrintJob["status"];
  attempts: number;
  next_attempt_at: string;
  last_error: string;
  document_hash: string;
  sent_at: string | null;
  confirmed_at: string | null;
};

/** @returns false when the shipment's first print is in the journal already. */
export function insertJob(db: Db, row: PrintJobRow): boolean {
  const { changes } = db
    .sql(
      `INSERT INTO print_jobs
         (id, created_at, updated_at, organization_id, shipment_id, created_by, barcode, printer_id, printer_name, is_reprint,
          status, attempts, next_attempt_at, last_error, document_hash, sent_at, confirmed_at)
       VALUES
         (:id, :created_at, :updated_at, :organization_id, :shipment_id, :created_by, :barcode, :printer_id, :printer_name, :is_reprint,
          :status, :attempts, :next_attempt_at, :last_error, :document_hash, :sent_at, :confirmed_at)
       ON CONFLICT DO NOTHING`,
    )
    .run(row);
  return changes > 0;
}

export function findJob(db: Db, organizationID: string, id: string): PrintJobRow | undefined {
  return db.sql<PrintJobRow>(`SELECT * FROM print_jobs WHERE id = ? AND organization_id = ?`).get(id, organizationID);
}

export function requireJob(db: Db, id: string): PrintJobRow {
  const row = db.sql<PrintJobRow>(`SELECT * FROM print_jobs WHERE id = ?`).get(id);
  if (row === undefined) throw new Error(`print job ${id} is gone`);
  return row;
}

/** Newest first. */
export function listJobs(db: Db, q: { organizationID: string; createdBy: string | null; status: string | null; shipmentID: string | null; limit: number }): PrintJobRow[] {
  return db
    .sql<PrintJobRow>(
      `SELECT *
         FROM print_jobs
        WHERE organization_id = :organizationID
          AND (:createdBy IS NULL OR created_by = :createdBy)
          AND (:status IS NULL OR status = :status)
          AND (:shipmentID IS NULL OR shipment_id = :shipmentID)
        ORDER BY created_at DESC, id DESC
        LIMIT :limit`,
    )
    .all(q);
}

/** As the indexes of open jobs say it: a bound value would not find them, and all jobs would be read. */
const OPEN = { QUEUED: "status = 'QUEUED' AND next_attempt_at > ''", UNKNOWN: "status = 'UNKNOWN' AND status IN ('SENDING', 'UNKNOWN')" } as const;

export function countJobs(db: Db, q: { organizationID: string; createdBy: string | null; status: "QUEUED" | "UNKNOWN" }): number {
  return (
    db
      .sql<{ n: number }>(
        `SELECT count(*) AS n
           FROM print_jobs
          WHERE ${OPEN[q.status]} AND +organization_id = :organizationID AND (:createdBy IS NULL OR created_by = :createdBy)`,
      )
      .get({ organizationID: q.organizationID, createdBy: q.createdBy })?.n ?? 0
  );
}

/**
 * The oldest jobs that may be sent now. First come, first printed: a stack of parcels keeps its order.
 *
 * Two halves, each a range of print_jobs_queue: joined by OR the whole journal would be read.
 *
 * @param due.latest The latest time that a wait which begins now can end at.
 */
export function listDueJobs(db: Db, due: { now: string; latest: string }, limit: number): PrintJobRow[] {
  return db
    .sql<PrintJobRow>(
      `SELECT *
         FROM print_jobs
        WHERE id IN (
                SELECT id
                  FROM (SELECT id FROM print_jobs WHERE status = 'QUEUED' AND next_attempt_at <= :now
                         UNION ALL
                        SELECT id FROM print_jobs WHERE status = 'QUEUED' AND next_attempt_at > :latest)
                 ORDER BY +id
                 LIMIT :limit)
        ORDER BY id`,
    )
    .all({ ...due, limit });
}

/** Those that are not on the wire and may still be printed. */
export function listOpenOf(db: Db, shipmentID: string): PrintJobRow[] {
  return db.sql<PrintJobRow>(`SELECT * FROM print_jobs WHERE shipment_id = ? AND status IN ('QUEUED', 'UNKNOWN') ORDER BY id`).all(shipmentID);
}

export function findNextDue(db: Db): string | undefined {
  return db.sql<{ at: string | null }>(`SELECT min(next_attempt_at) AS at FROM print_jobs WHERE status = 'QUEUED'`).get()?.at ?? undefined;
}

/** Takes a queued job for sending. @returns false when it is no longer queued. */
export function markSending(db: Db, id: string, printer: { id: string; name: string }, now: string): boolean {
  const { changes } = db
    .sql(
      `UPDATE print_jobs
          SET status = 'SENDING', attempts = attempts + 1, printer_id = :printerID, printer_name = :printerName, updated_at = :now
        WHERE id = :id AND status = 'QUEUED'`,
    )
    .run({ id, printerID: printer.id, printerName: printer.name, now });
  return changes > 0;
}

export function markDocument(db: Db, id: string, hash: string): void {
  db.sql(`UPDATE print_jobs SET document_hash = ? WHERE id = ? AND status = 'SENDING'`).run(hash, id);
}

/** @returns Whether it was being sent, or its outcome not known; if not, nothing was written. */
export function markSent(db: Db, id: string, state: "SENT" | "CONFIRMED", now: string): boolean {
  const { changes } = db
    .sql(
      `UPDATE print_jobs
          SET status = :state, last_error = '', sent_at = coalesce(sent_at, :now), confirmed_at = CASE WHEN :state = 'CONFIRMED' THEN :now END, updated_at = :now
        WHERE id = :id AND status IN ('SENDING', 'UNKNOWN')`,
    )
    .run({ id, state, now });
  return changes > 0;
}

type OpenStatus = "QUEUED" | "SENDING" | "UNKNOWN";

/** Back into the queue: nothing reached the printer. @returns Whether it was in the state `from`; if not, nothing was written. */
export function markWaiting(db: Db, id: string, from: OpenStatus, wait: { error: string; nextAttemptAt: string; now: string }): boolean {
  const { changes } = db
    .sql(
      `UPDATE print_jobs
          SET status = 'QUEUED', last_error = :error, next_attempt_at = :nextAttemptAt, updated_at = :now
        WHERE id = :id AND status = :from`,
    )
    .run({ id, from, ...wait });
  return changes > 0;
}

/** @returns Whether it was in the state `from`; if not, nothing was written. */
export function markEnded(db: Db, id: string, from: OpenStatus, to: { status: "FAILED" | "UNKNOWN"; error: string; now: string }): boolean {
  return db.sql(`UPDATE print_jobs SET status = :status, last_error = :error, updated_at = :now WHERE id = :id AND status = :from`).run({ id, from, ...to }).changes > 0;
}

/** Jobs a crash left between sending and knowing. @returns Their ids. */
export function markInterrupted(db: Db, error: string, now: string): { id: string }[] {
  return db.sql<{ id: string }>(`UPDATE print_jobs SET status = 'UNKNOWN', last_error = ?, updated_at = ? WHERE status = 'SENDING' RETURNING id`).all(error, now);
}

/** Every waiting job may be tried at once: a printer was added or came back. */
export function markAllDue(db: Db, now: string): void {
  db.sql(`UPDATE print_jobs SET next_attempt_at = :now WHERE status = 'QUEUED' AND next_attempt_at > :now`).run({ now });
}
