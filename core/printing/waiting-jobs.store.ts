/** SQL for waiting rows of `print_jobs`: when they are due, why they wait, and when they expire. */
import type { Db } from "../db/database.ts";
import type { JobTarget } from "./job-target.ts";
import type { PrintJobRow } from "./printing.store.ts";

/**
 * The index is named because the planner would ignore it if its statistics came from a time when
 * all labels waited.
 */
const QUEUE = "print_jobs INDEXED BY print_jobs_queue";

/**
 * Lists the oldest due jobs, in the order of their requests, so that labels keep the order of their
 * parcels.
 *
 * The query combines two selects, each of a range of the index print_jobs_queue; one select with OR
 * would read the whole journal.
 *
 * @param due.latest The latest time at which a wait that starts now can end. A job with a later due
 * time also counts as due.
 */
export function listDueJobs(
  db: Pick<Db, "sql">,
  due: { role: JobTarget; now: string; latest: string },
  limit: number,
): PrintJobRow[] {
  return db
    .sql<PrintJobRow>(
      `SELECT *
         FROM print_jobs
        WHERE id IN (
                SELECT id
                  FROM (SELECT id FROM ${QUEUE} WHERE status = 'QUEUED' AND role = :role AND next_attempt_at <= :now
                         UNION ALL
                        SELECT id FROM ${QUEUE} WHERE status = 'QUEUED' AND role = :role AND next_attempt_at > :latest)
                 ORDER BY +id
                 LIMIT :limit)
        ORDER BY id`,
    )
    .all({ ...due, limit });
}

/**
 * Lists waiting jobs of a role, newer than a given job, whose recorded reason differs from the
 * given reason. The query reads the two index ranges below and above the given reason, because most
 * jobs have that reason.
 */
export function listWaitingWithOtherError(
  db: Pick<Db, "sql">,
  than: { role: JobTarget; error: string; afterID: string },
  limit: number,
): PrintJobRow[] {
  const half = (range: string): string =>
    `SELECT * FROM (SELECT * FROM print_jobs INDEXED BY print_jobs_waiting_why WHERE status = 'QUEUED' AND role = :role AND last_error ${range} :error AND id > :afterID LIMIT :limit)`;
  return db
    .sql<PrintJobRow>(`${half("<")} UNION ALL ${half(">")} LIMIT :limit`)
    .all({ ...than, limit });
}

/** Finds a waiting job; undefined when the job no longer waits. */
export function findWaitingJob(db: Db, id: string): PrintJobRow | undefined {
  return db.sql<PrintJobRow>(`SELECT * FROM print_jobs WHERE id = ? AND status = 'QUEUED'`).get(id);
}

/** Finds when the next waiting job of a role is due; undefined when no job waits. */
export function findNextDue(db: Db, role: JobTarget): string | undefined {
  return (
    db
      .sql<{ at: string | null }>(
        `SELECT min(next_attempt_at) AS at FROM ${QUEUE} WHERE status = 'QUEUED' AND role = :role`,
      )
      .get({ role })?.at ?? undefined
  );
}

/** Returns the number of waiting jobs of a target. */
export function countWaiting(db: Pick<Db, "sql">, role: JobTarget): number {
  return (
    db
      .sql<{ n: number }>(
        `SELECT count(*) AS n FROM ${QUEUE} WHERE status = 'QUEUED' AND role = :role`,
      )
      .get({ role })?.n ?? 0
  );
}

/** Makes every waiting job of a role due now. */
export function markAllDue(db: Db, role: JobTarget, now: string): void {
  db.sql(
    `UPDATE print_jobs SET next_attempt_at = :now WHERE status = 'QUEUED' AND role = :role AND next_attempt_at > :now`,
  ).run({ role, now });
}

/** Lists each target of the waiting jobs once, with one index lookup per target. */
export function listWaitingTargets(db: Pick<Db, "sql">): JobTarget[] {
  const targets: JobTarget[] = [];
  for (let after = ""; ;) {
    const next =
      db
        .sql<{ role: JobTarget | null }>(
          `SELECT min(role) AS role FROM ${QUEUE} WHERE status = 'QUEUED' AND role > :after`,
        )
        .get({ after })?.role ?? null;
    if (next === null) return targets;
    targets.push(next);
    after = next;
  }
}

/** Returns all waiting jobs, of all organizations. */
export function listWaiting(db: Pick<Db, "sql">): PrintJobRow[] {
  return db.sql<PrintJobRow>(`SELECT * FROM ${QUEUE} WHERE status = 'QUEUED' ORDER BY id`).all();
}

/** Lists waiting jobs that have expired. */
export function listExpired(db: Pick<Db, "sql">, now: string, limit: number): PrintJobRow[] {
  return db
    .sql<PrintJobRow>(
      `SELECT * FROM print_jobs INDEXED BY print_jobs_expiring WHERE status = 'QUEUED' AND expires_at IS NOT NULL AND expires_at <= :now LIMIT :limit`,
    )
    .all({ now, limit });
}

/** Finds when the next waiting job expires; undefined when no job has an expiry. */
export function findNextExpiry(db: Pick<Db, "sql">): string | undefined {
  return (
    db
      .sql<{ at: string | null }>(
        `SELECT min(expires_at) AS at FROM print_jobs INDEXED BY print_jobs_expiring WHERE status = 'QUEUED' AND expires_at IS NOT NULL`,
      )
      .get()?.at ?? undefined
  );
}
