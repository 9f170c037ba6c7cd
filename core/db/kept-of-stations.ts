/**
 * Limits what this station stores of other stations' changes that it cannot apply, by size and by
 * age: a faulty or hostile station must not fill the disk.
 */
import { inTransaction } from "./change.ts";
import type { Db, Writer } from "./database.ts";

/** `aside`: quarantined changes. `parked`: fields whose row or column is missing. */
export type KeptKind = "aside" | "parked";
export type Kept = { readonly n: number; readonly bytes: number };

const MOST_PARKED_BYTES = 64 * 1024 * 1024;

const DAY_MS = 24 * 60 * 60_000;
/** How long changes that are never applied are kept, so that a person can examine them. */
const NEVER_APPLIED_KEPT_MS = 30 * DAY_MS;
/**
 * How long other changes are kept. A station that was not updated for this long joins the hub again
 * and gets everything by a snapshot.
 */
const KEPT_MS = 90 * DAY_MS;

/**
 * Reads how many rows of a kind are stored for a station, and their size. Triggers maintain these
 * counters.
 */
export function keptOf(db: Pick<Db, "sql">, stationID: string, kind: KeptKind): Kept {
  const row = db.sql<Kept>(
    `SELECT n, bytes FROM kept_of_stations WHERE station_id = :stationID AND kind = :kind`,
  );
  return row.get({ stationID, kind }) ?? { n: 0, bytes: 0 };
}

/** Returns whether the station that wrote a stamp has reached its limit of parked fields. */
export function isParkedFull(db: Pick<Db, "sql" | "stamps">, stamp: string): boolean {
  const [stationID = ""] = db.stamps.writerOf(stamp).split(".");
  return keptOf(db, stationID, "parked").bytes > MOST_PARKED_BYTES;
}

/** Lists stations that have reached their limit of parked fields. */
export function listParkedFull(db: Pick<Db, "sql">): readonly string[] {
  const rows = db.sql<{ stationID: string }>(
    `SELECT station_id AS stationID FROM kept_of_stations
      WHERE kind = 'parked' AND bytes > :most ORDER BY station_id`,
  );
  return rows.all({ most: MOST_PARKED_BYTES }).map(({ stationID }) => stationID);
}

/**
 * Deletes changes that have waited too long: 30 days if they are never applied, else 90 days.
 *
 * @param atMost Maximum number of rows of each kind.
 * @returns How many rows it deleted.
 */
export function pruneKept(writer: Writer, atMost: number): number {
  const { db } = writer;
  const before = (ms: number): number => Date.parse(writer.now()) - ms;
  return inTransaction(writer, () => {
    const quarantined = db.sql(
      `DELETE FROM commits_set_aside
        WHERE id IN (SELECT id FROM commits_set_aside
                      WHERE created_at < :late
                        AND (created_at < :last OR reason IN ('revoked', 'foreign', 'unreadable', 'deadly'))
                      ORDER BY created_at LIMIT :atMost)`,
    );
    const parked = db.sql(
      `DELETE FROM parked_changes
        WHERE (row_id, table_name, field) IN (SELECT row_id, table_name, field FROM parked_changes
                                               WHERE stamp < :last ORDER BY stamp LIMIT :atMost)`,
    );
    const late = new Date(before(NEVER_APPLIED_KEPT_MS)).toISOString();
    const last = new Date(before(KEPT_MS)).toISOString();
    const lastStamp = before(KEPT_MS).toString(16).padStart(12, "0");
    return (
      quarantined.run({ late, last, atMost }).changes +
      parked.run({ last: lastStamp, atMost }).changes
    );
  });
}
