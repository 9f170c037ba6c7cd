/** SQL for `print_job_tokens`: which token made a print job. A station's own table. */
import type { Db } from "../db/database.ts";
import type { PrintJob } from "./printing.schema.ts";

/** Needs an open transaction. */
export function insertMaker(db: Db, row: { readonly jobID: string; readonly tokenID: string }): void {
  db.sql(`INSERT INTO print_job_tokens (job_id, token_id) VALUES (:jobID, :tokenID)`).run(row);
}

/** @returns Whether the token made the job. */
export function isMadeBy(db: Pick<Db, "sql">, row: { readonly jobID: string; readonly tokenID: string }): boolean {
  return db.sql(`SELECT 1 FROM print_job_tokens WHERE job_id = :jobID AND token_id = :tokenID`).get(row) !== undefined;
}

/** @returns The ids of the jobs that a token made, newest first; all statuses when `status` is null. */
export function listMadeBy(db: Pick<Db, "sql">, of: { readonly tokenID: string; readonly status: PrintJob["status"] | null; readonly limit: number }): string[] {
  return db
    .sql<{ id: string }>(
      `SELECT t.job_id AS id
         FROM print_job_tokens AS t
         JOIN print_jobs AS j ON j.id = t.job_id
        WHERE t.token_id = :tokenID AND (:status IS NULL OR j.status = :status)
        ORDER BY t.job_id DESC
        LIMIT :limit`,
    )
    .all(of)
    .map(({ id }) => id);
}
