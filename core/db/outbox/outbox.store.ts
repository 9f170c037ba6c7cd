/**
 * SQL for reading and pruning `outbox`, and for `outbox_cursors`. `db/write-facts.ts` writes the
 * facts; after a restore, `db/ceilings.ts` adds one.
 */
import type { Db } from "../database.ts";

export type FactRow = {
  seq: number;
  id: string;
  topic: string;
  organizationID: string | null;
  subjectID: string;
  visibleTo: string | null;
  createdAt: string;
};

/** A fact with its payload, JSON. */
export type VisibleFact = FactRow & { readonly payload: string };

/** Lists at most `atMost` facts after `seq`, oldest first, without their payloads. */
export function listAfter(db: Pick<Db, "sql">, seq: number, atMost: number): FactRow[] {
  return db
    .sql<FactRow>(
      `SELECT seq, id, topic, organization_id, subject_id, visible_to, created_at FROM outbox WHERE seq > ? ORDER BY seq LIMIT ?`,
    )
    .all(seq, atMost);
}

/**
 * Lists facts that a member may see.
 *
 * @param of.memberID Null: every fact of the organization; else only facts of that member and facts
 *   without a member.
 * @param of.upTo The last number to read; limits the time that skipping facts of other
 *   organizations takes.
 */
export function listVisible(
  db: Pick<Db, "sql">,
  of: {
    organizationID: string;
    memberID: string | null;
    after: number;
    upTo: number;
    atMost: number;
  },
): VisibleFact[] {
  return db
    .sql<VisibleFact>(
      `SELECT seq, id, topic, organization_id, subject_id, visible_to, created_at, payload
         FROM outbox
        WHERE seq > :after
          AND seq <= :upTo
          AND organization_id = :organizationID
          AND topic <> 'commit'
          AND (:memberID IS NULL OR visible_to IS NULL OR visible_to = :memberID)
        ORDER BY seq
        LIMIT :atMost`,
    )
    .all(of);
}

/**
 * Finds the payload of a fact.
 *
 * @returns JSON, or undefined when the fact has been pruned.
 */
export function findPayload(db: Pick<Db, "sql">, seq: number): string | undefined {
  return db.sql<{ payload: string }>(`SELECT payload FROM outbox WHERE seq = ?`).get(seq)?.payload;
}

/** Finds the number of the newest fact; 0 for an empty outbox. */
export function newestSeq(db: Pick<Db, "sql">): number {
  return Number(
    db.sql<{ seq: number | null }>(`SELECT max(seq) AS seq FROM outbox`).get()?.seq ?? 0,
  );
}

/** Finds the number of the oldest fact; 0 for an empty outbox. */
export function oldestSeq(db: Pick<Db, "sql">): number {
  return Number(
    db.sql<{ seq: number | null }>(`SELECT min(seq) AS seq FROM outbox`).get()?.seq ?? 0,
  );
}

/**
 * Examines at most `atMost` of the oldest facts below `seq`, and deletes the facts that are older
 * than `before`.
 *
 * @returns How many were deleted.
 */
export function deleteOldest(db: Db, q: { seq: number; before: string; atMost: number }): number {
  return db
    .sql(
      `DELETE FROM outbox WHERE seq IN (SELECT seq FROM outbox WHERE seq < :seq ORDER BY seq LIMIT :atMost) AND created_at < :before`,
    )
    .run(q).changes;
}

/** Returns the number of the last fact that a reader has processed; undefined for a new reader. */
export function findCursor(db: Pick<Db, "sql">, reader: string): number | undefined {
  return db.sql<{ seq: number }>(`SELECT seq FROM outbox_cursors WHERE reader = ?`).get(reader)
    ?.seq;
}

/** Lists the cursors of all readers. */
export function listCursors(db: Pick<Db, "sql">): number[] {
  return db
    .sql<{ seq: number }>(`SELECT seq FROM outbox_cursors`)
    .all()
    .map((row) => row.seq);
}

/** Moves a reader's cursor. Inside a transaction. */
export function writeCursor(db: Db, reader: string, seq: number): void {
  db.sql(
    `INSERT INTO outbox_cursors (reader, seq) VALUES (:reader, :seq) ON CONFLICT DO UPDATE SET seq = excluded.seq`,
  ).run({ reader, seq });
}

/** Deletes a reader's cursor, in a table that is not synced. */
export function deleteCursor(db: Db, reader: string): void {
  db.sql(`DELETE FROM outbox_cursors WHERE reader = ?`).run(reader);
}
