/**
 * SQL that reads and replaces older copies of rows in `outbox` and `idempotency_keys`, and reads
 * the current rows.
 */
import { byColumn } from "../../db/column-names.ts";
import type { Db, SqlRow } from "../../db/database.ts";
import { personalColumns } from "../../db/tables.ts";

export type Kept = {
  readonly seq: number;
  readonly topic: string;
  readonly subjectID: string;
  readonly payload: string | Uint8Array;
};

/** Lists facts and changes after `seq` up to `upTo`, oldest first. */
export function listKept(
  db: Db,
  of: { readonly seq: number; readonly upTo: number; readonly atMost: number },
): Kept[] {
  return db
    .sql<Kept>(
      `SELECT seq, topic, subject_id, payload FROM outbox WHERE seq > :seq AND seq <= :upTo ORDER BY seq LIMIT :atMost`,
    )
    .all(of);
}

/**
 * Finds a position up to which all facts are before a time, and after which none is; 0 for an empty
 * outbox. Facts are in the order of their times, so a binary search reads about twenty rows; a
 * condition on the time would read all newer rows with their payloads in one turn.
 */
export function lastKeptBefore(db: Db, before: string): number {
  const ends = db
    .sql<{ oldest: number | null; newest: number | null }>(
      `SELECT (SELECT min(seq) FROM outbox) AS oldest, (SELECT max(seq) FROM outbox) AS newest`,
    )
    .get();
  if (ends === undefined || ends.oldest === null || ends.newest === null) return 0;
  const at = db.sql<{ seq: number; createdAt: string }>(
    `SELECT seq, created_at FROM outbox WHERE seq <= ? ORDER BY seq DESC LIMIT 1`,
  );
  let [low, high] = [ends.oldest - 1, ends.newest];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const row = at.get(middle);
    if (row === undefined || row.createdAt < before) low = middle;
    else high = row.seq - 1;
  }
  return low;
}

/** Replaces a payload; needs an open transaction. */
export function writePayload(db: Db, seq: number, payload: string | Buffer): void {
  db.sql(`UPDATE outbox SET payload = ? WHERE seq = ?`).run(payload, seq);
}

/**
 * Reads the current personal columns of a row, by their names in SQL; undefined for a missing row,
 * or a table without personal columns.
 */
export function findNow(db: Db, table: string, id: string): SqlRow | undefined {
  const columns = personalColumns(db, table);
  if (columns.length === 0) return undefined;
  const row = db.sql(`SELECT ${columns.join(", ")} FROM ${table} WHERE id = ?`).get(id);
  return row === undefined ? undefined : byColumn(row);
}

/** Reads the current personal columns of a tracking event, whose key begins with its shipment. */
export function findEventNow(
  db: Db,
  table: "tracking_events",
  shipmentID: string,
  id: string,
): SqlRow | undefined {
  return db
    .sql(`SELECT details FROM ${table} WHERE shipment_id = ? AND id = ?`)
    .get(shipmentID, id);
}

export type KeptAnswer = {
  readonly memberID: string;
  readonly key: string;
  readonly createdAt: string;
  readonly body: string;
};

/** Lists stored responses after a position, oldest first. */
export function listAnswers(
  db: Db,
  of: {
    readonly at: string;
    readonly memberID: string;
    readonly key: string;
    readonly atMost: number;
  },
): KeptAnswer[] {
  return db
    .sql<KeptAnswer>(
      `SELECT member_id, key, created_at, body FROM idempotency_keys
        WHERE (created_at, member_id, key) > (:at, :memberID, :key) AND body IS NOT NULL
        ORDER BY created_at, member_id, key LIMIT :atMost`,
    )
    .all(of);
}

/** Replaces a stored response; needs an open transaction. */
export function writeAnswer(db: Db, { memberID, key }: KeptAnswer, body: string): void {
  db.sql(`UPDATE idempotency_keys SET body = ? WHERE member_id = ? AND key = ?`).run(
    body,
    memberID,
    key,
  );
}

/**
 * Returns whether one of these ids was erased.
 *
 * @param ids A few hundred at most.
 */
export function hasErased(db: Db, ids: readonly string[]): boolean {
  return (
    db
      .sql(`SELECT 1 FROM erasures WHERE id IN (SELECT value FROM json_each(?)) LIMIT 1`)
      .get(JSON.stringify(ids)) !== undefined
  );
}
