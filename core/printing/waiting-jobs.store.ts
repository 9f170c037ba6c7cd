/** SQL for what waits in `print_jobs`: what is due, why it waits, and until when. */
import type { Db } from "../db/database.ts";
import type { JobTarget } from "./job-target.ts";
import type { PrintJobRow } from "./printing.store.ts";

/**
 * Named, since the planner would not use the index by statistics that were made while all labels
 * waited.
 */
const QUEUE = "print_jobs INDEXED BY print_jobs_queue";

/**
 * The oldest jobs that may be sent now, in the order of their requests: labels keep the order of
 * their parcels.
 *
 * Two halves, each a range of print_jobs_queue: joined by OR the whole journal would be read.
 *
 * @param due.latest The latest time that a wait which begins now can end at.
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
 * Waiting jobs of a role, younger than one, of which another reason was noted than this, or none.
 * Two ranges of the index: most have this reason.
 */
export function listWaitingForElse(
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

/** @returns Undefined when the job waits no more. */
export function findWaitingJob(db: Db, id: string): PrintJobRow | undefined {
  return db.sql<PrintJobRow>(`SELECT * FROM print_jobs WHERE id = ? AND status = 'QUEUED'`).get(id);
}

/** @returns When the next waiting job of a role may be tried; undefined when none waits. */
export function findNextDue(db: Db, role: JobTarget): string | undefined {
  return (
    db
      .sql<{ at: string | null }>(
        `SELECT min(next_attempt_at) AS at FROM ${QUEUE} WHERE status = 'QUEUED' AND role = :role`,
      )
      .get({ role })?.at ?? undefined
  );
}

/** @returns How many jobs of a target wait. */
export function countWaiting(db: Pick<Db, "sql">, role: JobTarget): number {
  return (
    db
      .sql<{ n: number }>(
        `SELECT count(*) AS n FROM ${QUEUE} WHERE status = 'QUEUED' AND role = :role`,
      )
      .get({ role })?.n ?? 0
  );
}

/** Every waiting job of a role may be tried at once. */
export function markAllDue(db: Db, role: JobTarget, now: string): void {
  db.sql(
    `UPDATE print_jobs SET next_attempt_at = :now WHERE status = 'QUEUED' AND role = :role AND next_attempt_at > :now`,
  ).run({ role, now });
}

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
          `SELECT min(role) AS role FROM ${QUEUE} WHERE status = 'QUEUED' AND role > :after`,
        )
        .get({ after })?.role ?? null;
    if (next === null) return targets;
    targets.push(next);
    after = next;
  }
}

/** @returns All that wait, of all organizations. */
export function listWaiting(db: Pick<Db, "sql">): PrintJobRow[] {
  return db.sql<PrintJobRow>(`SELECT * FROM ${QUEUE} WHERE status = 'QUEUED' ORDER BY id`).all();
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
