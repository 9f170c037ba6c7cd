/** SQL for outbox rows with changes for other stations. */
import type { Db } from "../../db/database.ts";
import type { OutboxChanges } from "./stream-message.ts";

/** Lists the changes of this station's transactions after an outbox row, oldest first. */
export function listOutboxChanges(
  db: Pick<Db, "sql">,
  after: number,
  atMost: number,
): OutboxChanges[] {
  return db
    .sql<OutboxChanges>(
      `SELECT seq, id, hlc, payload FROM outbox WHERE seq > ? AND topic = 'commit' ORDER BY seq LIMIT ?`,
    )
    .all(after, atMost);
}

/**
 * Counts the transactions that wait to be published, up to `atMost`, and finds when the oldest was
 * written; null when none waits.
 */
export function countWaiting(
  db: Pick<Db, "sql">,
  after: number,
  atMost: number,
): { readonly n: number; readonly oldest: string | null } {
  const row = db
    .sql<{ n: number; oldest: string | null }>(
      `SELECT count(*) AS n, min(created_at) AS oldest FROM (SELECT created_at FROM outbox WHERE seq > ? AND topic = 'commit' ORDER BY seq LIMIT ?)`,
    )
    .get(after, atMost);
  return row ?? { n: 0, oldest: null };
}

/**
 * Finds the id of an outbox row; null when the row was pruned, undefined when it was never written.
 */
export function findOutboxID(db: Pick<Db, "sql">, seq: number): string | null | undefined {
  const row = db
    .sql<{ id: string | null; newest: number | null }>(
      `SELECT (SELECT id FROM outbox WHERE seq = :seq) AS id, (SELECT max(seq) FROM outbox) AS newest`,
    )
    .get({ seq });
  return row === undefined || row.newest === null || row.newest < seq ? undefined : row.id;
}
