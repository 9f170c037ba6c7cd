/**
 * SQL for `print_job_tokens`: which API token created a print job. The table is local to the
 * station.
 */
import type { Db } from "../db/database.ts";
import type { PrintJob } from "./printing.schema.ts";
import type { PrintJobRow } from "./printing.store.ts";

/** Records the token that created a job. Needs an open transaction. */
export function insertJobToken(
  db: Db,
  row: { readonly jobID: string; readonly tokenID: string },
): void {
  db.sql(`INSERT INTO print_job_tokens (job_id, token_id) VALUES (:jobID, :tokenID)`).run(row);
}

/** Returns whether the token created the job. */
export function isCreatedBy(
  db: Pick<Db, "sql">,
  row: { readonly jobID: string; readonly tokenID: string },
): boolean {
  return (
    db
      .sql(`SELECT 1 FROM print_job_tokens WHERE job_id = :jobID AND token_id = :tokenID`)
      .get(row) !== undefined
  );
}

/** Number of jobs below which scanning all jobs of one status is fast. */
const FEW = 1_000;

/** Returns the jobs that a token created, newest first; all statuses when `status` is null. */
export function listCreatedBy(
  db: Pick<Db, "sql">,
  of: {
    readonly organizationID: string;
    readonly tokenID: string;
    readonly status: PrintJob["status"] | null;
    readonly limit: number;
  },
): PrintJobRow[] {
  const { organizationID, tokenID, status, limit } = of;
  if (status !== null && isRareStatus(db, { organizationID, status })) {
    return db
      .sql<PrintJobRow>(
        `SELECT j.*
           FROM print_jobs AS j INDEXED BY print_jobs_by_status
          WHERE j.status = :status AND j.organization_id = :organizationID
            AND EXISTS (SELECT 1 FROM print_job_tokens AS t WHERE t.job_id = j.id AND t.token_id = :tokenID)
          ORDER BY j.created_at DESC, j.rowid DESC
          LIMIT :limit`,
      )
      .all({ organizationID, tokenID, status, limit });
  }
  return db
    .sql<PrintJobRow>(
      `SELECT j.*
         FROM print_job_tokens AS t
        CROSS JOIN print_jobs AS j ON j.id = t.job_id
        WHERE t.token_id = :tokenID AND (:status IS NULL OR j.status = :status)
        ORDER BY t.job_id DESC
        LIMIT :limit`,
    )
    .all({ tokenID, status, limit });
}

/**
 * Returns whether fewer than `FEW` of the organization's jobs have the status. If so, searching
 * these jobs for the token is faster; otherwise searching the token's jobs for the status is
 * faster.
 */
function isRareStatus(
  db: Pick<Db, "sql">,
  of: { readonly organizationID: string; readonly status: PrintJob["status"] },
): boolean {
  const n =
    db
      .sql<{ n: number }>(
        `SELECT count(*) AS n FROM (SELECT 1 FROM print_jobs INDEXED BY print_jobs_by_status WHERE status = :status AND organization_id = :organizationID LIMIT :few)`,
      )
      .get({ ...of, few: FEW })?.n ?? 0;
  return n < FEW;
}
