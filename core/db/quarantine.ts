/**
 * SQL for `commits_set_aside`, the quarantine: changes of other stations that are not applied. A
 * row has the changes of one message, or of one part of a message.
 */
import type { Db } from "./database.ts";
import { keptOf } from "./kept-of-stations.ts";

/**
 * Reason why changes of another station are not applied. `failed`: a fault of this station, which
 * retries. `deadly`: this station crashed on the message twice.
 */
export type QuarantineReason =
  | "newer version"
  | "clock"
  | "failed"
  | "revoked"
  | "foreign"
  | "unreadable"
  | "deadly";

/**
 * Reasons that can disappear; a snapshot carries changes that are quarantined for these reasons.
 */
export const LATER_REASONS = [
  "newer version",
  "clock",
  "failed",
] as const satisfies readonly QuarantineReason[];

/**
 * Limit per station: enough for days of a station whose clock or version is ahead, and small enough
 * that a hostile station cannot fill the disk.
 */
export const MOST_OF_STATION = { rows: 10_000, bytes: 64 * 1024 * 1024 };

/**
 * `number`: the message's row in its station's outbox. `version`: the message's version.
 * `createdAt`: ISO 8601.
 */
export type Quarantined = {
  readonly id: string;
  readonly stationID: string;
  readonly hlc: string;
  readonly number: number;
  readonly version: number;
  readonly reason: QuarantineReason;
  readonly body: Uint8Array;
  readonly createdAt: string;
};

/**
 * Quarantines changes. If their row exists already, only its reason changes. Inside a transaction.
 *
 * @returns False when the limit of the changes' station is reached and the changes have no row yet;
 *   then they are not stored.
 */
export function insertQuarantined(db: Db, row: Quarantined): boolean {
  const { n, bytes } = keptOf(db, row.stationID, "aside");
  const isFull = n >= MOST_OF_STATION.rows || bytes + row.body.length > MOST_OF_STATION.bytes;
  const known = db
    .sql<{ stationID: string }>(
      `SELECT station_id AS stationID FROM commits_set_aside WHERE id = ?`,
    )
    .get(row.id);
  // A station may state the id of another station's message. The row of that message keeps its
  // reason.
  const isForeign = known !== undefined && known.stationID !== row.stationID;
  if (isFull && (known === undefined || isForeign)) return false;
  db.sql(
    `INSERT INTO commits_set_aside (id, station_id, hlc, number, version, reason, body, created_at)
     VALUES (:id, :stationID, :hlc, :number, :version, :reason, :body, :createdAt)
     ON CONFLICT DO UPDATE SET reason = excluded.reason`,
  ).run({ ...row, id: isForeign ? `${row.id} of ${row.stationID}` : row.id });
  return true;
}

/** Returns whether further changes of a station cannot be stored. */
export function isQuarantineFull(db: Pick<Db, "sql">, stationID: string): boolean {
  const { n, bytes } = keptOf(db, stationID, "aside");
  // A message of 1 MiB might not fit.
  return n >= MOST_OF_STATION.rows || bytes > MOST_OF_STATION.bytes - 1024 * 1024;
}

/** Deletes quarantined changes after they were applied. Inside a transaction. */
export function deleteQuarantined(db: Db, id: string): void {
  db.sql(`DELETE FROM commits_set_aside WHERE id = ?`).run(id);
}

const COLUMNS =
  "id, station_id AS stationID, hlc, number, version, reason, body, created_at AS createdAt";

/**
 * Lists changes that were quarantined because their stamps were ahead, the earliest stamp first.
 */
export function listAhead(db: Pick<Db, "sql">, atMost: number): Quarantined[] {
  return db
    .sql<Quarantined>(
      `SELECT ${COLUMNS} FROM commits_set_aside WHERE reason = 'clock' ORDER BY hlc, id LIMIT ?`,
    )
    .all(atMost);
}

/** Lists changes of a newer message version that this app now knows. */
export function listKnownByNow(
  db: Pick<Db, "sql">,
  version: number,
  atMost: number,
): Quarantined[] {
  return db
    .sql<Quarantined>(
      `SELECT ${COLUMNS} FROM commits_set_aside
        WHERE reason = 'newer version' AND version <= ? ORDER BY hlc, id LIMIT ?`,
    )
    .all(version, atMost);
}

/** Lists changes that failed here, after the row `after`. */
export function listFailed(
  db: Pick<Db, "sql">,
  after: Pick<Quarantined, "hlc" | "id">,
  atMost: number,
): Quarantined[] {
  return db
    .sql<Quarantined>(
      `SELECT ${COLUMNS} FROM commits_set_aside
        WHERE reason = 'failed' AND (hlc, id) > (:hlc, :id) ORDER BY hlc, id LIMIT :atMost`,
    )
    .all({ hlc: after.hlc, id: after.id, atMost });
}

/** Lists quarantined changes of every reason in the order of their ids, after a given id. */
export function listQuarantined(db: Pick<Db, "sql">, after: string, atMost: number): Quarantined[] {
  return db
    .sql<Quarantined>(`SELECT ${COLUMNS} FROM commits_set_aside WHERE id > ? ORDER BY id LIMIT ?`)
    .all(after, atMost);
}

/** Replaces the body of quarantined changes. Inside a transaction. */
export function writeQuarantinedBody(db: Db, id: string, body: Uint8Array): void {
  db.sql(`UPDATE commits_set_aside SET body = ? WHERE id = ?`).run(body, id);
}

/** Lists all changes of one station that were quarantined because their stamps were ahead. */
export function listAheadOf(db: Pick<Db, "sql">, stationID: string): Quarantined[] {
  return db
    .sql<Quarantined>(
      `SELECT ${COLUMNS} FROM commits_set_aside WHERE reason = 'clock' AND station_id = ? ORDER BY hlc, id`,
    )
    .all(stationID);
}

/** Counts the rows of the quarantine by station and reason. */
export function countQuarantined(db: Pick<Db, "sql">): {
  readonly stationID: string;
  readonly reason: QuarantineReason;
  readonly n: number;
  readonly since: string;
}[] {
  return db
    .sql<{ stationID: string; reason: QuarantineReason; n: number; since: string }>(
      `SELECT station_id AS stationID, reason, count(*) AS n, min(created_at) AS since FROM commits_set_aside GROUP BY station_id, reason ORDER BY since`,
    )
    .all();
}
