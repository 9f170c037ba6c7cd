/** SQL for `idempotency_keys`. */
import type { Db } from "../db/database.ts";

export type KeyRow = { request_hash: string; subject_id: string | null; status: number | null; body: string | null };

type KeyOf = { memberID: string; key: string };

export function findKey(db: Db, of: KeyOf): KeyRow | undefined {
  return db
    .sql<KeyRow>(`SELECT request_hash, subject_id, status, body FROM idempotency_keys WHERE member_id = :memberID AND key = :key`)
    .get(of);
}

/** What was made under the key; its answer comes later. */
export function writeSubject(db: Db, row: KeyOf & { hash: string; subjectID: string; at: string }): void {
  db.sql(
    `INSERT INTO idempotency_keys (member_id, key, request_hash, created_at, subject_id)
     VALUES (:memberID, :key, :hash, :at, :subjectID)
     ON CONFLICT DO UPDATE SET subject_id = excluded.subject_id`,
  ).run(row);
}

export function writeAnswer(db: Db, row: KeyOf & { hash: string; status: number; body: string; at: string }): void {
  db.sql(
    `INSERT INTO idempotency_keys (member_id, key, request_hash, created_at, status, body)
     VALUES (:memberID, :key, :hash, :at, :status, :body)
     ON CONFLICT DO UPDATE SET status = excluded.status, body = excluded.body`,
  ).run(row);
}

/** @returns How many were forgotten. */
export function deleteKeysBefore(db: Db, at: string, atMost: number): number {
  return db
    .sql(
      `DELETE FROM idempotency_keys
        WHERE (member_id, key) IN (SELECT member_id, key FROM idempotency_keys WHERE created_at < :at ORDER BY created_at LIMIT :atMost)`,
    )
    .run({ at, atMost }).changes;
}
