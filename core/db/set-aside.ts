/** SQL for `commits_set_aside`: transactions of other stations that are not applied. */
import type { Db } from "./database.ts";
import { keptOf } from "./kept-of-stations.ts";

/**
 * Why a transaction of another station is not applied. `failed`: by a fault of this station, which
 * tries it again. `deadly`: this station died by it twice.
 */
export type AsideReason =
  | "newer version"
  | "clock"
  | "failed"
  | "revoked"
  | "foreign"
  | "unreadable"
  | "deadly";

/** Those that are applied once they can be: other stations get them with a snapshot. */
export const LATER_REASONS = [
  "newer version",
  "clock",
  "failed",
] as const satisfies readonly AsideReason[];

/**
 * Kept of one station: what it writes in days while it is ahead, and no more than a disk bears of a
 * hostile one.
 */
export const MOST_OF_STATION = { rows: 10_000, bytes: 64 * 1024 * 1024 };

/**
 * `number`: of the message's row in its station's outbox. `version`: of the message. `createdAt`:
 * ISO 8601.
 */
export type SetAside = {
  readonly id: string;
  readonly stationID: string;
  readonly hlc: string;
  readonly number: number;
  readonly version: number;
  readonly reason: AsideReason;
  readonly body: Uint8Array;
  readonly createdAt: string;
};

/**
 * Keeps a transaction that is not applied. One that is kept already only gets the reason. Inside a
 * transaction.
 *
 * @returns False when as much of its station is kept as may be: it is not kept then.
 */
export function putAside(db: Db, row: SetAside): boolean {
  const { n, bytes } = keptOf(db, row.stationID, "aside");
  const isFull = n >= MOST_OF_STATION.rows || bytes + row.body.length > MOST_OF_STATION.bytes;
  const known = db
    .sql<{ stationID: string }>(
      `SELECT station_id AS stationID FROM commits_set_aside WHERE id = ?`,
    )
    .get(row.id);
  // A station may state the id of another one's message: that one keeps its reason, and is applied
  // by it.
  const isForeign = known !== undefined && known.stationID !== row.stationID;
  if (isFull && (known === undefined || isForeign)) return false;
  db.sql(
    `INSERT INTO commits_set_aside (id, station_id, hlc, number, version, reason, body, created_at)
     VALUES (:id, :stationID, :hlc, :number, :version, :reason, :body, :createdAt)
     ON CONFLICT DO UPDATE SET reason = excluded.reason`,
  ).run({ ...row, id: isForeign ? `${row.id} of ${row.stationID}` : row.id });
  return true;
}

/** Whether what else comes of a station is not kept. */
export function isAsideFull(db: Pick<Db, "sql">, stationID: string): boolean {
  const { n, bytes } = keptOf(db, stationID, "aside");
  // The largest message that a hub takes may not fit any more.
  return n >= MOST_OF_STATION.rows || bytes > MOST_OF_STATION.bytes - 1024 * 1024;
}

/** Forgets a transaction that is applied now. Inside a transaction. */
export function deleteAside(db: Db, id: string): void {
  db.sql(`DELETE FROM commits_set_aside WHERE id = ?`).run(id);
}

const COLUMNS =
  "id, station_id AS stationID, hlc, number, version, reason, body, created_at AS createdAt";

/** Transactions that were set aside for their stamps, the earliest stamp first. */
export function listAhead(db: Pick<Db, "sql">, atMost: number): SetAside[] {
  return db
    .sql<SetAside>(
      `SELECT ${COLUMNS} FROM commits_set_aside WHERE reason = 'clock' ORDER BY hlc, id LIMIT ?`,
    )
    .all(atMost);
}

/** Those of a newer version that this app knows by now. */
export function listKnownByNow(db: Pick<Db, "sql">, version: number, atMost: number): SetAside[] {
  return db
    .sql<SetAside>(
      `SELECT ${COLUMNS} FROM commits_set_aside
        WHERE reason = 'newer version' AND version <= ? ORDER BY hlc, id LIMIT ?`,
    )
    .all(version, atMost);
}

/** Those that failed here, after one of them. */
export function listFailed(
  db: Pick<Db, "sql">,
  after: Pick<SetAside, "hlc" | "id">,
  atMost: number,
): SetAside[] {
  return db
    .sql<SetAside>(
      `SELECT ${COLUMNS} FROM commits_set_aside
        WHERE reason = 'failed' AND (hlc, id) > (:hlc, :id) ORDER BY hlc, id LIMIT :atMost`,
    )
    .all({ hlc: after.hlc, id: after.id, atMost });
}

/**
 * Lists changes that were set aside for any reason, in the order of their ids, after a given id.
 */
export function listAside(db: Pick<Db, "sql">, after: string, atMost: number): SetAside[] {
  return db
    .sql<SetAside>(`SELECT ${COLUMNS} FROM commits_set_aside WHERE id > ? ORDER BY id LIMIT ?`)
    .all(after, atMost);
}

/** Replaces what is kept. Inside a transaction. */
export function writeAsideBody(db: Db, id: string, body: Uint8Array): void {
  db.sql(`UPDATE commits_set_aside SET body = ? WHERE id = ?`).run(body, id);
}

/** All of those of one station. */
export function listAheadOf(db: Pick<Db, "sql">, stationID: string): SetAside[] {
  return db
    .sql<SetAside>(
      `SELECT ${COLUMNS} FROM commits_set_aside WHERE reason = 'clock' AND station_id = ? ORDER BY hlc, id`,
    )
    .all(stationID);
}

/** How many were set aside of each station and reason. */
export function countAside(db: Pick<Db, "sql">): {
  readonly stationID: string;
  readonly reason: AsideReason;
  readonly n: number;
  readonly since: string;
}[] {
  return db
    .sql<{ stationID: string; reason: AsideReason; n: number; since: string }>(
      `SELECT station_id AS stationID, reason, count(*) AS n, min(created_at) AS since FROM commits_set_aside GROUP BY station_id, reason ORDER BY since`,
    )
    .all();
}
