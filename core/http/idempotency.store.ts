/** SQL for `idempotency_keys`. */
import type { Db } from "../db/database.ts";

export type KeyRow = {
  requestHash: string;
  subjectID: string | null;
  status: number | null;
  body: string | null;
};

type KeyOf = { memberID: string; key: string };

/** Finds a stored key; undefined when the key is new or was pruned. */
export function findKey(db: Db, of: KeyOf): KeyRow | undefined {
  return db
    .sql<KeyRow>(
      `SELECT request_hash, subject_id, status, body FROM idempotency_keys WHERE member_id = :memberID AND key = :key`,
    )
    .get(of);
}

/**
 * Stores the subject that was created under the key; its answer is stored later. Needs an open
 * transaction.
 */
export function writeSubject(
  db: Db,
  row: KeyOf & { hash: string; subjectID: string; at: string },
): void {
  db.sql(
    `INSERT INTO idempotency_keys (member_id, key, request_hash, created_at, subject_id)
     VALUES (:memberID, :key, :hash, :at, :subjectID)
     ON CONFLICT DO UPDATE SET subject_id = excluded.subject_id`,
  ).run(row);
}

/**
 * Stores the answer of a key's call. `body`: the JSON that was sent, without fields that are shown
 * only once.
 */
export function writeAnswer(
  db: Db,
  row: KeyOf & { hash: string; status: number; body: string; at: string },
): void {
  db.sql(
    `INSERT INTO idempotency_keys (member_id, key, request_hash, created_at, status, body)
     VALUES (:memberID, :key, :hash, :at, :status, :body)
     ON CONFLICT DO UPDATE SET status = excluded.status, body = excluded.body`,
  ).run(row);
}

/**
 * Deletes at most `atMost` keys that were created before `at`, the oldest first.
 *
 * @returns Number of deleted keys.
 */
export function deleteKeysBefore(db: Db, at: string, atMost: number): number {
  return db
    .sql(
      `DELETE FROM idempotency_keys
        WHERE (member_id, key) IN (SELECT member_id, key FROM idempotency_keys WHERE created_at < :at ORDER BY created_at LIMIT :atMost)`,
    )
    .run({ at, atMost }).changes;
}
