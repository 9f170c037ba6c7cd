/** SQL for `jobs`: the transitions between a job's states. */
import type { Db } from "../db/database.ts";
import type { JobState } from "./jobs.schema.ts";
import type { JobRow } from "./jobs.store.ts";

/**
 * Marks a waiting job as running, before its attempt: the attempt is counted even if it crashes the
 * process.
 *
 * @returns Whether the job was waiting.
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

/** Schedules the next run of scheduled work whose current run is done. */
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

/**
 * Makes a job wait until a time; the later jobs of its sequence then wait until that time too (see
 * `insertJob`).
 *
 * @returns Whether the job was open.
 */
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

/** Makes the next job of a sequence due, unless it waits after an attempt. */
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
 * Ends a job. After the outcomes DONE and REFUSED, it is no longer in doubt whether the job was
 * carried out.
 *
 * @returns Whether the job was open; a second end changes nothing.
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
 * Ends a job that needs a person, when the person has found that it was not carried out.
 *
 * @returns Whether the job needed a person.
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
 * Records, in any state of the job, that an attempt unknown to this database may have carried the
 * job out.
 */
export function markMayBeDone(db: Db, id: string): void {
  db.sql(`UPDATE jobs SET may_be_done = 1 WHERE id = ?`).run(id);
}

/** Records that neither the running attempt nor an earlier one sent anything. */
export function markNotSent(db: Db, id: string): void {
  db.sql(`UPDATE jobs SET may_be_done = 0 WHERE id = ? AND state = 'RUNNING'`).run(id);
}

/**
 * Makes an ended or waiting job due and restarts the count of its attempts. `may_be_done` keeps its
 * value.
 *
 * @returns Whether the job was changed: it exists and is not running.
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

/** Replaces the payload of a job, JSON. */
export function setPayload(db: Db, id: string, payload: string): void {
  db.sql(`UPDATE jobs SET payload = ? WHERE id = ?`).run(payload, id);
}

/**
 * Returns a running job to waiting because the station stopped. The attempt is not counted, though
 * the job may have been carried out.
 */
export function markReleased(db: Db, id: string, now: string): void {
  db.sql(
    `UPDATE jobs SET state = 'WAITING', attempts = max(0, attempts - 1), next_attempt_at = :now, updated_at = :now WHERE id = :id AND state = 'RUNNING'`,
  ).run({ id, now });
}
