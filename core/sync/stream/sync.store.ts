/** SQL of what is still to be published, and of what was set aside. */
import type { Db } from "../../db/database.ts";
import type { OutboxCommit } from "./stream-message.ts";

/** Transactions of this station after an outbox row, oldest first. */
export function listCommits(db: Pick<Db, "sql">, after: number, atMost: number): OutboxCommit[] {
  return db.sql<OutboxCommit>(`SELECT seq, id, hlc, payload FROM outbox WHERE seq > ? AND topic = 'commit' ORDER BY seq LIMIT ?`).all(after, atMost);
}

/** How many transactions wait to be published, counted up to `atMost`, and when the oldest of them was written; null without one. */
export function countWaiting(db: Pick<Db, "sql">, after: number, atMost: number): { readonly n: number; readonly oldest: string | null } {
  const row = db.sql<{ n: number; oldest: string | null }>(`SELECT count(*) AS n, min(created_at) AS oldest FROM (SELECT created_at FROM outbox WHERE seq > ? AND topic = 'commit' ORDER BY seq LIMIT ?)`).get(after, atMost);
  return row ?? { n: 0, oldest: null };
}

/** The id of a row of the outbox; null when it was pruned, undefined when it was never written. */
export function findOutboxID(db: Pick<Db, "sql">, seq: number): string | null | undefined {
  const row = db.sql<{ id: string | null; newest: number | null }>(`SELECT (SELECT id FROM outbox WHERE seq = :seq) AS id, (SELECT max(seq) FROM outbox) AS newest`).get({ seq });
  return row === undefined || row.newest === null || row.newest < seq ? undefined : row.id;
}

/** Why a transaction of another station is not applied. */
export type AsideReason = "newer version" | "clock" | "revoked" | "foreign" | "unreadable";

export type SetAside = { readonly id: string; readonly stationID: string; readonly hlc: string; readonly reason: AsideReason; readonly body: Uint8Array; readonly createdAt: string };

/** Keeps a transaction that is not applied. Keeping it twice is harmless. Inside a transaction. */
export function insertAside(db: Db, row: SetAside): void {
  db.sql(`INSERT OR IGNORE INTO commits_set_aside (id, station_id, hlc, reason, body, created_at) VALUES (:id, :stationID, :hlc, :reason, :body, :createdAt)`).run({ ...row });
}

/** How many were set aside of each station and reason. */
export function countAside(db: Pick<Db, "sql">): { readonly stationID: string; readonly reason: AsideReason; readonly n: number; readonly since: string }[] {
  return db.sql<{ stationID: string; reason: AsideReason; n: number; since: string }>(`SELECT station_id AS stationID, reason, count(*) AS n, min(created_at) AS since FROM commits_set_aside GROUP BY station_id, reason ORDER BY since`).all();
}
