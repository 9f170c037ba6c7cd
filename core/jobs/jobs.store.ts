/**
 * SQL for `jobs`, a table that is not synced. `job-states.store.ts` has the transitions between
 * states.
 */
import type { Db } from "../db/database.ts";
import type { JobKindName, JobState } from "./jobs.schema.ts";

export type JobRow = {
  id: string;
  createdAt: string;
  updatedAt: string;
  kind: JobKindName;
  lane: string;
  /** Jobs of one sequence run one after the other, by `position`; "": no sequence. */
  sequence: string;
  position: number;
  subjectID: string;
  organizationID: string | null;
  shipmentID: string | null;
  /** JSON; its shape depends on the kind. */
  payload: string;
  state: JobState;
  attempts: number;
  firstAttemptAt: string | null;
  nextAttemptAt: string;
  deadlineAt: string | null;
  lastError: string;
  /**
   * 1: an attempt whose outcome is unknown has started. A running attempt gets the value from
   * before its start, which concerns earlier attempts only.
   */
  mayBeDone: number;
};

export type NewJobRow = Omit<
  JobRow,
  "state" | "attempts" | "firstAttemptAt" | "lastError" | "updatedAt"
>;

/**
 * Inserts a job unless its subject has a job of this kind. If an earlier job of its sequence waits
 * until a time, the new job waits until that time too, so that it is not read as due before its
 * turn.
 *
 * @returns Whether the job was inserted.
 */
export function insertJob(db: Db, row: NewJobRow): boolean {
  const { changes } = db
    .sql(
      `INSERT INTO jobs
         (id, created_at, updated_at, kind, lane, sequence, position, subject_id, organization_id, shipment_id, payload, state, next_attempt_at, deadline_at, may_be_done)
       VALUES
         (:id, :createdAt, :createdAt, :kind, :lane, :sequence, :position, :subjectID, :organizationID, :shipmentID, :payload, 'WAITING',
         max(:nextAttemptAt, coalesce(
           (SELECT max(next_attempt_at) FROM jobs WHERE sequence = :sequence AND sequence <> '' AND state IN ('WAITING', 'RUNNING') AND position < :position),
           '')),
         :deadlineAt, :mayBeDone)
       ON CONFLICT (kind, subject_id) DO NOTHING`,
    )
    .run(row);
  return changes > 0;
}

/**
 * Finds the job of this kind for this subject, open or ended; a subject has at most one of each
 * kind.
 */
export function findJob(
  db: Pick<Db, "sql">,
  kind: JobKindName,
  subjectID: string,
): JobRow | undefined {
  return db
    .sql<JobRow>(`SELECT * FROM jobs WHERE kind = ? AND subject_id = ?`)
    .get(kind, subjectID);
}

/** Finds a job in any state; undefined when it was deleted. */
export function findJobByID(db: Pick<Db, "sql">, id: string): JobRow | undefined {
  return db.sql<JobRow>(`SELECT * FROM jobs WHERE id = ?`).get(id);
}

/** Lists the jobs of a lane that are open or need a person, by id, with one index per state. */
export function listUnresolved(
  db: Pick<Db, "sql">,
  of: { organizationID: string; kind: JobKindName; lane: string },
): JobRow[] {
  return db
    .sql<JobRow>(
      `SELECT *
         FROM jobs
        WHERE id IN (
                SELECT id FROM jobs WHERE state = 'WAITING' AND lane = :lane
                UNION ALL
                SELECT id FROM jobs WHERE state = 'RUNNING' AND lane = :lane
                UNION ALL
                SELECT id FROM jobs WHERE state = 'NEEDS_PERSON' AND organization_id = :organizationID AND kind = :kind AND lane = :lane)
        ORDER BY id`,
    )
    .all(of);
}

/**
 * Lists lanes with a waiting job, by name, with one index step per lane.
 *
 * @param page.after "": from the first lane.
 */
export function listWaitingLanes(
  db: Pick<Db, "sql">,
  page: { after: string; atMost: number },
): string[] {
  return db
    .sql<{ lane: string }>(
      `WITH RECURSIVE lanes (lane) AS (
         SELECT min(lane) FROM jobs WHERE state = 'WAITING' AND lane > :after
         UNION ALL
         SELECT (SELECT min(j.lane) FROM jobs AS j WHERE j.state = 'WAITING' AND j.lane > lanes.lane) FROM lanes WHERE lanes.lane IS NOT NULL
       )
       SELECT lane FROM lanes WHERE lane IS NOT NULL LIMIT :atMost`,
    )
    .all(page)
    .map(({ lane }) => lane);
}

/**
 * Lists the due jobs of a lane, the longest due first. Omits jobs that have an earlier open job
 * in their sequence.
 */
export function listDue(
  db: Pick<Db, "sql">,
  due: { lane: string; now: string; atMost: number },
): JobRow[] {
  return db
    .sql<JobRow>(
      `SELECT j.*
         FROM jobs AS j
        WHERE j.lane = :lane
          AND j.state = 'WAITING'
          AND j.next_attempt_at <= :now
          AND (j.sequence = '' OR NOT EXISTS (
                SELECT 1
                  FROM jobs AS older
                 WHERE older.sequence = j.sequence
                   AND older.sequence <> ''
                   AND older.state IN ('WAITING', 'RUNNING')
                   AND older.position < j.position))
        ORDER BY j.next_attempt_at
        LIMIT :atMost`,
    )
    .all(due);
}

/**
 * Marks waiting jobs that were written before the database was restored, because they may have been
 * carried out after the backup was made. Reads all waiting jobs.
 */
export function markOlderMayBeDone(db: Db, restoredAt: string): void {
  db.sql(
    `UPDATE jobs SET may_be_done = 1 WHERE state = 'WAITING' AND lane > '' AND created_at <= ?`,
  ).run(restoredAt);
}

/** Lists jobs of all organizations that ask carriers and have not ended. Reads all waiting jobs. */
export function listOpenAsking(db: Pick<Db, "sql">): JobRow[] {
  return db
    .sql<JobRow>(
      `SELECT * FROM jobs WHERE state IN ('WAITING', 'RUNNING') AND kind IN ('buy', 'cancel') ORDER BY id`,
    )
    .all();
}

/** Lists jobs that the previous process was running. */
export function listRunning(db: Pick<Db, "sql">): JobRow[] {
  return db.sql<JobRow>(`SELECT * FROM jobs WHERE state = 'RUNNING' ORDER BY created_at, id`).all();
}

/**
 * Makes waiting jobs due if their last update is later than now: the clock was set back after the
 * update, so the jobs' next times are wrong. Reads all waiting jobs.
 */
export function markWrittenLaterDue(db: Db, now: string): void {
  db.sql(
    `UPDATE jobs SET next_attempt_at = :now, updated_at = :now WHERE state = 'WAITING' AND lane > '' AND updated_at > :now`,
  ).run({ now });
}

/** Lists jobs of one kind that need a person, newest first. */
export function listForPeople(
  db: Pick<Db, "sql">,
  q: { organizationID: string; kind: JobKindName; atMost: number },
): JobRow[] {
  return db
    .sql<JobRow>(
      `SELECT * FROM jobs WHERE state = 'NEEDS_PERSON' AND organization_id = :organizationID AND kind = :kind ORDER BY updated_at DESC, id DESC LIMIT :atMost`,
    )
    .all(q);
}

/**
 * Counts purchases and cancellations that need a person. Deliveries to a dead receiver do not
 * concern the packing desk, so they are not counted.
 */
export function countNeedsPerson(db: Pick<Db, "sql">, organizationID: string): number {
  return Number(
    db
      .sql<{ n: number }>(
        `SELECT count(*) AS n FROM jobs WHERE state = 'NEEDS_PERSON' AND organization_id = ? AND kind IN ('buy', 'cancel')`,
      )
      .get(organizationID)?.n,
  );
}

/**
 * Ends at most `atMost` open jobs of a kind as REFUSED, in the sequences whose key starts with
 * `sequencePrefix`. The prefix must not be empty. The `+` before `kind` makes SQLite use the index
 * of sequences, not that of kinds.
 *
 * @returns Ids of the ended jobs' subjects.
 */
export function endWaiting(
  db: Db,
  end: { kind: JobKindName; sequencePrefix: string; error: string; now: string; atMost: number },
): string[] {
  return db
    .sql<{ subjectID: string }>(
      `UPDATE jobs
          SET state = 'REFUSED', last_error = :error, updated_at = :now
        WHERE id IN (
                SELECT id
                  FROM jobs
                 WHERE state IN ('WAITING', 'RUNNING')
                   AND +kind = :kind
                   AND sequence <> ''
                   AND sequence >= :sequencePrefix
                   AND sequence < :sequencePrefix || char(0x10ffff)
                 LIMIT :atMost)
       RETURNING subject_id`,
    )
    .all(end)
    .map(({ subjectID }) => subjectID);
}

/**
 * Deletes the jobs of a kind by the start of their subjects' ids.
 *
 * @param prefix Start of the subject's id.
 */
export function deleteBySubject(db: Db, kind: JobKindName, prefix: string): void {
  db.sql(
    `DELETE FROM jobs WHERE kind = :kind AND subject_id >= :prefix AND subject_id < :prefix || char(0x10ffff)`,
  ).run({ kind, prefix });
}

/**
 * Deletes at most `atMost` jobs that ended before `before` as DONE or REFUSED; jobs that need a
 * person stay.
 *
 * @returns Number of deleted jobs.
 */
export function deleteEndedBefore(db: Db, before: string, atMost: number): number {
  return db
    .sql(
      `DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE state IN ('DONE', 'REFUSED') AND updated_at < ? ORDER BY updated_at LIMIT ?)`,
    )
    .run(before, atMost).changes;
}
