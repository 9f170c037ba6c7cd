/** SQL for what waits in `print_jobs`, for all printers together. */
import type { Db } from "../db/database.ts";
import type { JobTarget } from "./job-target.ts";
import type { PrintJobRow } from "./printing.store.ts";

/**
 * @returns What the waiting jobs are meant for, each target once: a step in the index for each of
 *   them.
 */
export function listWaitingTargets(db: Pick<Db, "sql">): JobTarget[] {
  const targets: JobTarget[] = [];
  for (let after = ""; ;) {
    const next =
      db
        .sql<{ role: JobTarget | null }>(
          `SELECT min(role) AS role FROM print_jobs INDEXED BY print_jobs_queue WHERE status = 'QUEUED' AND role > :after`,
        )
        .get({ after })?.role ?? null;
    if (next === null) return targets;
    targets.push(next);
    after = next;
  }
}

/** @returns All that wait, of all organizations. */
export function listWaiting(db: Pick<Db, "sql">): PrintJobRow[] {
  return db
    .sql<PrintJobRow>(
      `SELECT * FROM print_jobs INDEXED BY print_jobs_queue WHERE status = 'QUEUED' ORDER BY id`,
    )
    .all();
}

/** Waiting jobs whose time is over. */
export function listExpired(db: Pick<Db, "sql">, now: string, limit: number): PrintJobRow[] {
  return db
    .sql<PrintJobRow>(
      `SELECT * FROM print_jobs INDEXED BY print_jobs_expiring WHERE status = 'QUEUED' AND expires_at IS NOT NULL AND expires_at <= :now LIMIT :limit`,
    )
    .all({ now, limit });
}

/** @returns When the next waiting job's time is over; undefined when none has a time. */
export function findNextExpiry(db: Pick<Db, "sql">): string | undefined {
  return (
    db
      .sql<{ at: string | null }>(
        `SELECT min(expires_at) AS at FROM print_jobs INDEXED BY print_jobs_expiring WHERE status = 'QUEUED' AND expires_at IS NOT NULL`,
      )
      .get()?.at ?? undefined
  );
}
