/**
 * SQL for `jobs`: a station's own table. How a job goes from state to state is in
 * `job-states.store.ts`.
 */
import type { Db } from "../db/database.ts";
import type { JobKindName, JobState } from "./jobs.schema.ts";

export type JobRow = {
  id: string;
  created_at: string;
  updated_at: string;
  kind: JobKindName;
  lane: string;
  /** Jobs of one sequence run one after the other, by `position`; "": by themselves. */
  sequence: string;
  position: number;
  subject_id: string;
  organization_id: string | null;
  shipment_id: string | null;
  /** JSON of its kind. */
  payload: string;
  state: JobState;
  attempts: number;
  first_attempt_at: string | null;
  next_attempt_at: string;
  deadline_at: string | null;
  last_error: string;
  /**
   * 1: an attempt has begun whose outcome is not known. As read before an attempt: of the attempts
   * before it.
   */
  may_be_done: number;
};

export type NewJobRow = Omit<
  JobRow,
  "state" | "attempts" | "first_attempt_at" | "last_error" | "updated_at"
>;

/**
 * Does nothing when there is a job of this kind for this subject. Behind one of its sequence that
 * waits for a time it waits for that time too: what is due and is not its turn would be read at
 * each look.
 *
 * @returns Whether it was inserted.
 */
export function insertJob(db: Db, row: NewJobRow): boolean {
  const { changes } = db
    .sql(
      `INSERT INTO jobs
         (id, created_at, updated_at, kind, lane, sequence, position, subject_id, organization_id, shipment_id, payload, state, next_attempt_at, deadline_at, may_be_done)
       VALUES
         (:id, :created_at, :created_at, :kind, :lane, :sequence, :position, :subject_id, :organization_id, :shipment_id, :payload, 'WAITING',
         max(:next_attempt_at, coalesce(
           (SELECT max(next_attempt_at) FROM jobs WHERE sequence = :sequence AND sequence <> '' AND state IN ('WAITING', 'RUNNING') AND position < :position),
           '')),
         :deadline_at, :may_be_done)
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

/** In whatever state; undefined when it is gone. */
export function findJobByID(db: Pick<Db, "sql">, id: string): JobRow | undefined {
  return db.sql<JobRow>(`SELECT * FROM jobs WHERE id = ?`).get(id);
}

/**
 * Lanes with a job that waits, by their names, each by one step in the index.
 * @param page.after "": from the first one.
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
 * Jobs of a lane that are due and whose turn in their sequence it is, those that wait longest
 * first.
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
 * What waits and was written before an older copy of the database was put back may have been done
 * since. Reads all that wait.
 */
export function markOlderMayBeDone(db: Db, restoredAt: string): void {
  db.sql(
    `UPDATE jobs SET may_be_done = 1 WHERE state = 'WAITING' AND lane > '' AND created_at <= ?`,
  ).run(restoredAt);
}

/** @returns What asks carriers and has not ended, of all organizations. Reads all that wait. */
export function listOpenAsking(db: Pick<Db, "sql">): JobRow[] {
  return db
    .sql<JobRow>(
      `SELECT * FROM jobs WHERE state IN ('WAITING', 'RUNNING') AND kind IN ('buy', 'cancel') ORDER BY id`,
    )
    .all();
}

/** Those that the process before this one was running. */
export function listRunning(db: Pick<Db, "sql">): JobRow[] {
  return db.sql<JobRow>(`SELECT * FROM jobs WHERE state = 'RUNNING' ORDER BY created_at, id`).all();
}

/**
 * Those that were put off by a clock that has been set back since: they were written later than
 * now. Reads all that wait.
 */
export function markWrittenLaterDue(db: Db, now: string): void {
  db.sql(
    `UPDATE jobs SET next_attempt_at = :now, updated_at = :now WHERE state = 'WAITING' AND lane > '' AND updated_at > :now`,
  ).run({ now });
}

/** What needs a person of one kind, newest first. */
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

/** Purchases and cancellations alone: a receiver that is gone is no matter of the packing desk. */
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
 * Ends some open jobs as REFUSED: those of all sequences that begin with `sequencePrefix`, which is
 * not empty. The `+` before `kind` makes SQLite use the index of sequences, not that of kinds.
 *
 * @returns The subjects' ids of the ended jobs.
 */
export function endWaiting(
  db: Db,
  end: { kind: JobKindName; sequencePrefix: string; error: string; now: string; atMost: number },
): string[] {
  return db
    .sql<{ subject_id: string }>(
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
    .map(({ subject_id }) => subject_id);
}

/** @param prefix Of the subject's id. */
export function deleteBySubject(db: Db, kind: JobKindName, prefix: string): void {
  db.sql(
    `DELETE FROM jobs WHERE kind = :kind AND subject_id >= :prefix AND subject_id < :prefix || char(0x10ffff)`,
  ).run({ kind, prefix });
}

/** Jobs that came to an end; those that need a person stay. @returns How many. */
export function deleteEndedBefore(db: Db, before: string, atMost: number): number {
  return db
    .sql(
      `DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE state IN ('DONE', 'REFUSED') AND updated_at < ? ORDER BY updated_at LIMIT ?)`,
    )
    .run(before, atMost).changes;
}
