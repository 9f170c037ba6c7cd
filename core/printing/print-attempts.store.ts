/**
 * SQL for `print_attempts`: each attempt to send a label to a printer. The table is local to the
 * station; its rows are deleted together with their print jobs.
 */
import type { Db } from "../db/database.ts";
import { readNow, type ManyRows } from "../db/many-rows.ts";
import type { PrintAttempt } from "./printing.schema.ts";

export type PrintAttemptRow = {
  jobID: string;
  /** From 1; equals print_jobs.attempts at the time of the attempt. */
  number: number;
  outcome: PrintAttempt["outcome"];
  printerID: string;
  printerName: string;
  sentHash: string;
  beganAt: string;
  preparedAt: string;
  claimedAt: string;
  connectedAt: string | null;
  sentAt: string | null;
  confirmedAt: string | null;
  /** Null while the label is being sent. */
  endedAt: string | null;
  /** Encoded by print-error.ts. */
  error: string;
  /** The printer's own status text. */
  words: string;
};

/** Inserts an attempt before any byte is sent to the printer. */
export function insertAttempt(db: Db, row: PrintAttemptRow): void {
  db.sql(
    `INSERT INTO print_attempts (job_id, number, outcome, printer_id, printer_name, sent_hash, began_at, prepared_at, claimed_at, connected_at, sent_at, confirmed_at, ended_at, error, words)
     VALUES (:jobID, :number, :outcome, :printerID, :printerName, :sentHash, :beganAt, :preparedAt, :claimedAt, :connectedAt, :sentAt, :confirmedAt, :endedAt, :error, :words)`,
  ).run(row);
}

export type AttemptEnd = Pick<
  PrintAttemptRow,
  "outcome" | "connectedAt" | "sentAt" | "confirmedAt" | "endedAt" | "error" | "words"
>;

/** Records how an attempt ended. An attempt that has already ended is not changed. */
export function endAttempt(db: Db, id: { jobID: string; number: number }, end: AttemptEnd): void {
  db.sql(
    `UPDATE print_attempts
        SET outcome = :outcome, connected_at = :connectedAt, sent_at = :sentAt, confirmed_at = :confirmedAt, ended_at = :endedAt, error = :error, words = :words
      WHERE job_id = :jobID AND number = :number AND ended_at IS NULL`,
  ).run({ ...id, ...end });
}

const LAST_OF_JOBS: ManyRows<PrintAttemptRow> = {
  sql: `SELECT a.*
          FROM json_each(:ids) AS wanted
          JOIN print_jobs AS j ON j.id = wanted.value
          JOIN print_attempts AS a ON a.job_id = j.id AND a.number = j.attempts`,
};

/**
 * Returns the last attempt of each job. Jobs without attempts are absent: jobs that were never
 * sent, and jobs of earlier versions.
 */
export function lastAttempts(
  db: Pick<Db, "sql">,
  jobIDs: readonly string[],
): ReadonlyMap<string, PrintAttemptRow> {
  return new Map(readNow(db, LAST_OF_JOBS, jobIDs).map((row) => [row.jobID, row]));
}

/** Returns all attempts of a job, oldest first. */
export function listAttempts(db: Pick<Db, "sql">, jobID: string): PrintAttemptRow[] {
  return db
    .sql<PrintAttemptRow>(`SELECT * FROM print_attempts WHERE job_id = ? ORDER BY number`)
    .all(jobID);
}

/**
 * Returns whether a label of the job was sent, or may have been sent, without the printer's
 * confirmation.
 */
export function hasUnconfirmed(db: Pick<Db, "sql">, jobID: string): boolean {
  return (
    db
      .sql(
        `SELECT 1 FROM print_attempts WHERE job_id = ? AND outcome IN ('SENT', 'UNKNOWN') LIMIT 1`,
      )
      .get(jobID) !== undefined
  );
}
