/** SQL for `jobs`: how a job goes from state to state. */
import type { Db } from "../db/database.ts";
import type { JobState } from "./jobs.schema.ts";
import type { JobRow } from "./jobs.store.ts";

/**
 * Before each attempt, so that one that takes the process down is counted.
 * @returns Whether it was waiting.
 */
export function markRunning(db: Db, id: string, now: string): boolean {
  return (
    db
      .sql(
        `UPDATE jobs
            SET state = 'RUNNING',
                attempts = attempts + 1,
                may_be_done = 1,
                first_attempt_at = coalesce(first_attempt_at, :now),
                updated_at = :now
          WHERE id = :id AND state = 'WAITING'`,
      )
      .run({ id, now }).changes > 0
  );
}

/** Work by the clock that is done for now. */
export function markNextTime(
  db: Db,
  id: string,
  next: { nextAttemptAt: string; now: string },
): void {
  db.sql(
    `UPDATE jobs
        SET state = 'WAITING', attempts = 0, first_attempt_at = NULL, next_attempt_at = :nextAttemptAt, last_error = '', may_be_done = 0, updated_at = :now
      WHERE id = :id AND state IN ('WAITING', 'RUNNING')`,
  ).run({ id, ...next });
}

/** With it wait those behind it in its sequence: see `insertJob`. @returns Whether it was open. */
export function markWaiting(
  db: Db,
  { id, sequence, position }: Pick<JobRow, "id" | "sequence" | "position">,
  wait: { nextAttemptAt: string; error: string; now: string },
): boolean {
  const { changes } = db
    .sql(
      `UPDATE jobs
          SET state = 'WAITING', next_attempt_at = :nextAttemptAt, last_error = :error, updated_at = :now
        WHERE id = :id AND state IN ('WAITING', 'RUNNING')`,
    )
    .run({ id, ...wait });
  if (sequence !== "") putOff(db, { sequence, position, until: wait.nextAttemptAt, now: wait.now });
  return changes > 0;
}

function putOff(
  db: Db,
  behind: { sequence: string; position: number; until: string; now: string },
): void {
  db.sql(
    `UPDATE jobs
        SET next_attempt_at = :until, updated_at = :now
      WHERE sequence = :sequence
        AND sequence <> ''
        AND state IN ('WAITING', 'RUNNING')
        AND +state = 'WAITING'
        AND position > :position
        AND next_attempt_at < :until`,
  ).run(behind);
}

/** The next one of a sequence is due, unless it waits after an attempt of its own. */
function callNext(db: Db, sequence: string, now: string): void {
  db.sql(
    `UPDATE jobs
        SET next_attempt_at = :now, updated_at = :now
      WHERE id = (SELECT id
                    FROM jobs
                   WHERE sequence = :sequence AND sequence <> '' AND state IN ('WAITING', 'RUNNING')
                   ORDER BY position
                   LIMIT 1)
        AND state = 'WAITING'
        AND attempts = 0
        AND next_attempt_at > :now`,
  ).run({ sequence, now });
}

/**
 * DONE and REFUSED are outcomes: what the job is for is known again.
 * @returns Whether it was open; an end that comes after another changes nothing.
 */
export function markEnded(
  db: Db,
  { id, sequence }: Pick<JobRow, "id" | "sequence">,
  end: { state: Exclude<JobState, "WAITING" | "RUNNING">; error: string; now: string },
): boolean {
  const { changes } = db
    .sql(
      `UPDATE jobs
          SET state = :state,
              last_error = :error,
              may_be_done = CASE WHEN :state = 'NEEDS_PERSON' THEN may_be_done ELSE 0 END,
              updated_at = :now
        WHERE id = :id AND state IN ('WAITING', 'RUNNING')`,
    )
    .run({ id, ...end });
  if (sequence !== "") callNext(db, sequence, end.now);
  return changes > 0;
}

/**
 * Of a job that needs a person, when a person has found out that it was not done.
 * @returns Whether it needed one.
 */
export function markNotDone(db: Db, id: string, end: { error: string; now: string }): boolean {
  return (
    db
      .sql(
        `UPDATE jobs SET state = 'REFUSED', last_error = :error, may_be_done = 0, updated_at = :now WHERE id = :id AND state = 'NEEDS_PERSON'`,
      )
      .run({ id, ...end }).changes > 0
  );
}

/**
 * What the job is for may have been done by an attempt that this database does not know of. In any
 * state.
 */
export function markMayBeDone(db: Db, id: string): void {
  db.sql(`UPDATE jobs SET may_be_done = 1 WHERE id = ?`).run(id);
}

/** Nothing of the attempt under way left the station, nor of one before it. */
export function markNotSent(db: Db, id: string): void {
  db.sql(`UPDATE jobs SET may_be_done = 0 WHERE id = ? AND state = 'RUNNING'`).run(id);
}

/**
 * From an end, or from its wait, with its attempts counted anew; that it may be done stays.
 * @returns Whether there is such a job and it does not run now.
 */
export function markAgain(db: Db, id: string, now: string): boolean {
  return (
    db
      .sql(
        `UPDATE jobs
            SET state = 'WAITING', attempts = 0, first_attempt_at = NULL, next_attempt_at = :now, updated_at = :now
          WHERE id = :id AND state <> 'RUNNING'`,
      )
      .run({ id, now }).changes > 0
  );
}

/**
 * The station stopped before this attempt was over: it is not counted, though it may have been
 * carried out.
 */
export function markReleased(db: Db, id: string, now: string): void {
  db.sql(
    `UPDATE jobs SET state = 'WAITING', attempts = max(0, attempts - 1), next_attempt_at = :now, updated_at = :now WHERE id = :id AND state = 'RUNNING'`,
  ).run({ id, now });
}
