/** SQL for `print_jobs`: the print journal. The table is local to the station. */
import type { Db } from "../db/database.ts";
import type { JobTarget } from "./job-target.ts";
import type { PrintJob, PrintJobKind, Verification } from "./printing.schema.ts";

export type PrintJobRow = {
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationID: string;
  /** "" for a job without a shipment. */
  shipmentID: string;
  createdBy: string;
  barcode: string;
  role: JobTarget;
  /** The printer of the last attempt; null before the first. */
  printerID: string | null;
  printerName: string;
  isReprint: number;
  status: PrintJob["status"];
  attempts: number;
  nextAttemptAt: string;
  lastError: string;
  /**
   * The document to print; null: the shipment's label, or a test label, drawn for the printer that
   * takes the job.
   */
  documentHash: string | null;
  /** Hash of the document that was sent last; "" before the first attempt. */
  sentHash: string;
  /**
   * Result of checking the document that was last sent; "" before the first attempt.
   */
  verification: PrintJob["verification"];
  /** Why the verification is `unverifiable`. */
  doubt: PrintJob["doubt"];
  sentAt: string | null;
  confirmedAt: string | null;
  kind: PrintJobKind;
  title: string;
  copies: number;
  /** Number of copies that were printed, each by a separate attempt. */
  copiesDone: number;
  /** The job is not started after this time; null: no limit. */
  expiresAt: string | null;
  reprintReason: PrintJob["reason"];
  /** Number of the reprint, from 1; 0 for the first print. */
  copyNumber: number;
  batchID: string | null;
  /** The member who last answered the job's unknown outcome, and how: "button" or "scan". */
  answeredBy: string;
  answeredHow: "" | AnsweredHow;
  /** The printer's own status text, from its last answer about the job. */
  lastWords: string;
};

export type AnsweredHow = "button" | "scan";

/** Inserts a job; returns false when its id, or the shipment's first print, is in the journal. */
export function insertJob(db: Db, row: PrintJobRow): boolean {
  const { changes } = db
    .sql(
      `INSERT INTO print_jobs
         (id, created_at, updated_at, organization_id, shipment_id, created_by, barcode, role, printer_id, printer_name, is_reprint,
          status, attempts, next_attempt_at, last_error, document_hash, sent_hash, verification, doubt, sent_at, confirmed_at,
          kind, title, copies, copies_done, expires_at, reprint_reason, copy_number, batch_id, answered_by, answered_how, last_words)
       VALUES
         (:id, :createdAt, :updatedAt, :organizationID, :shipmentID, :createdBy, :barcode, :role, :printerID, :printerName, :isReprint,
          :status, :attempts, :nextAttemptAt, :lastError, :documentHash, :sentHash, :verification, :doubt, :sentAt, :confirmedAt,
          :kind, :title, :copies, :copiesDone, :expiresAt, :reprintReason, :copyNumber, :batchID, :answeredBy, :answeredHow, :lastWords)
       ON CONFLICT DO NOTHING`,
    )
    .run(row);
  return changes > 0;
}

/** Finds a job; undefined when the organization has no job with this id. */
export function findJob(db: Db, organizationID: string, id: string): PrintJobRow | undefined {
  return db
    .sql<PrintJobRow>(`SELECT * FROM print_jobs WHERE id = ? AND organization_id = ?`)
    .get(id, organizationID);
}

/**
 * Gets a job that the caller has just read or written.
 *
 * @throws Error when the job does not exist.
 */
export function requireJob(db: Db, id: string): PrintJobRow {
  const row = db.sql<PrintJobRow>(`SELECT * FROM print_jobs WHERE id = ?`).get(id);
  if (row === undefined) throw new Error(`print job ${id} is gone`);
  return row;
}

/**
 * Returns the highest copy number of a shipment's label that was, or will be, sent to a printer: 0
 * for the first label, −1 without a label.
 */
export function findLastCopy(db: Db, shipmentID: string): number {
  return (
    db
      .sql<{ n: number | null }>(
        `SELECT max(CASE WHEN status = 'FAILED' AND attempts = 0 THEN -1 ELSE copy_number END) AS n FROM print_jobs WHERE shipment_id = ? AND kind = 'LABEL'`,
      )
      .get(shipmentID)?.n ?? -1
  );
}

/** Lists the shipment's jobs that wait or have an unknown outcome. */
export function listOpenJobs(db: Db, shipmentID: string): PrintJobRow[] {
  return db
    .sql<PrintJobRow>(
      `SELECT * FROM print_jobs WHERE shipment_id = ? AND status IN ('QUEUED', 'UNKNOWN') ORDER BY id`,
    )
    .all(shipmentID);
}

/** Returns the newest job of a shipment's label, in any status. */
export function findLastLabel(db: Pick<Db, "sql">, shipmentID: string): PrintJobRow | undefined {
  return db
    .sql<PrintJobRow>(
      `SELECT * FROM print_jobs WHERE shipment_id = ? AND kind = 'LABEL' ORDER BY created_at DESC, id DESC LIMIT 1`,
    )
    .get(shipmentID);
}

/**
 * Claims a queued job for sending; returns false when the job is no longer queued.
 *
 * @param sent The document that is sent.
 */
export function markSending(
  db: Db,
  id: string,
  printer: { id: string; name: string },
  sent: { hash: string; verification: Verification; doubt?: PrintJob["doubt"] },
  now: string,
): boolean {
  const { changes } = db
    .sql(
      `UPDATE print_jobs
          SET status = 'SENDING', attempts = attempts + 1, printer_id = :printerID, printer_name = :printerName, sent_hash = :sentHash, verification = :verification, doubt = :doubt, updated_at = :now
        WHERE id = :id AND status = 'QUEUED'`,
    )
    .run({
      id,
      printerID: printer.id,
      printerName: printer.name,
      sentHash: sent.hash,
      verification: sent.verification,
      doubt: sent.doubt ?? "",
      now,
    });
  return changes > 0;
}

/**
 * Records that one copy was printed: the last copy ends the job in `to.state`; an earlier copy
 * makes the job wait for the next.
 *
 * @returns false when the job was neither SENDING nor UNKNOWN; nothing is written then.
 */
export function markSent(
  db: Db,
  id: string,
  to: { state: "SENT" | "CONFIRMED" | "QUEUED"; isConfirmed: boolean; words: string; now: string },
): boolean {
  const { changes } = db
    .sql(
      `UPDATE print_jobs
          SET status = :state, copies_done = copies_done + 1, last_error = '', last_words = :words, next_attempt_at = :now, sent_at = coalesce(sent_at, :now),
              confirmed_at = CASE WHEN :isConfirmed = 1 THEN :now END, updated_at = :now
        WHERE id = :id AND status IN ('SENDING', 'UNKNOWN')`,
    )
    .run({ id, ...to, isConfirmed: to.isConfirmed ? 1 : 0 });
  return changes > 0;
}

/** Records which member resolved a job's unknown outcome, and how. */
export function markAnswered(db: Db, id: string, answer: { by: string; how: AnsweredHow }): void {
  db.sql(`UPDATE print_jobs SET answered_by = :by, answered_how = :how WHERE id = :id`).run({
    id,
    ...answer,
  });
}

/**
 * Requeues a job that ended without being printed.
 *
 * @param error The error with which the job ended.
 * @returns false when the job did not end with this error, or a copy was printed; nothing is
 * written then.
 */
export function markQueuedAgain(db: Db, id: string, error: string, now: string): boolean {
  return (
    db
      .sql(
        `UPDATE print_jobs SET status = 'QUEUED', last_error = '', next_attempt_at = :now, updated_at = :now WHERE id = :id AND status = 'FAILED' AND last_error = :error AND copies_done = 0`,
      )
      .run({ id, error, now }).changes > 0
  );
}

type OpenStatus = "QUEUED" | "SENDING" | "UNKNOWN";

/**
 * Requeues a job after nothing reached the printer.
 *
 * @returns false when the job was not in the status `from`; nothing is written then.
 */
export function markWaiting(
  db: Db,
  id: string,
  from: OpenStatus,
  wait: { error: string; nextAttemptAt: string; printerName?: string; now: string },
): boolean {
  const { changes } = db
    .sql(
      `UPDATE print_jobs
          SET status = 'QUEUED', last_error = :error, next_attempt_at = :nextAttemptAt, printer_name = coalesce(:printerName, printer_name), updated_at = :now
        WHERE id = :id AND status = :from`,
    )
    .run({ id, from, printerName: null, ...wait });
  return changes > 0;
}

/**
 * Ends a job as FAILED or UNKNOWN.
 * @returns false when the job was not in the status `from`; nothing is written then.
 */
export function markEnded(
  db: Db,
  id: string,
  from: OpenStatus,
  to: { status: "FAILED" | "UNKNOWN"; error: string; now: string },
): boolean {
  return (
    db
      .sql(
        `UPDATE print_jobs SET status = :status, last_error = :error, updated_at = :now WHERE id = :id AND status = :from`,
      )
      .run({ id, from, ...to }).changes > 0
  );
}

/**
 * Marks the jobs that were being sent at a crash as UNKNOWN.
 * @returns The jobs after the change.
 */
export function markInterrupted(db: Db, error: string, now: string): PrintJobRow[] {
  return db
    .sql<PrintJobRow>(
      `UPDATE print_jobs INDEXED BY print_jobs_by_status SET status = 'UNKNOWN', last_error = ?, updated_at = ? WHERE status = 'SENDING' RETURNING *`,
    )
    .all(error, now);
}

/**
 * Deletes ended jobs whose id is before `beforeID`, oldest first; ids are ordered by time. A
 * batch's jobs stay until the batch is deleted.
 *
 * @returns The number of deleted jobs.
 */
export function deleteEndedBefore(db: Db, beforeID: string, atMost: number): number {
  return db
    .sql(
      `DELETE FROM print_jobs
        WHERE id IN (
                SELECT id
                  FROM print_jobs AS j
                 WHERE id < :beforeID AND +status IN ('SENT', 'CONFIRMED', 'FAILED') AND NOT EXISTS (SELECT 1 FROM print_batches AS b WHERE b.id = j.batch_id)
                 ORDER BY id
                 LIMIT :atMost)`,
    )
    .run({ beforeID, atMost }).changes;
}
