/** SQL for `unindexed_shipments` and `shipments_search`, and for which shipments are in the indexes of lists. */
import type { Db } from "../db/database.ts";
import { writeMeta } from "../db/station-meta.ts";
import type { ShipmentRow } from "./shipments.store.ts";

/** The last place, in the order in which shipments came here, up to which all are indexed: those above it are new. */
const INDEXED_TO = "indexed_to";
/** A condition: shipments that no list's index has yet. */
export const IS_NEW = `seq > coalesce((SELECT CAST(value AS INTEGER) FROM station_meta WHERE key = '${INDEXED_TO}'), 0)`;

/** Free text finds a shipment by other words than before. A new one needs no note. */
export function noteUnindexed(db: Db, seq: number): void {
  db.sql(`INSERT OR IGNORE INTO unindexed_shipments (seq) VALUES (?)`).run(seq);
}

/** New and changed ones, in the order in which they came here. The cross join has them looked up one by one: SQLite would read all shipments. */
export function listUnindexed(db: Pick<Db, "sql">, atMost: number): ShipmentRow[] {
  return db
    .sql<ShipmentRow>(
      `SELECT s.*
         FROM (SELECT seq FROM unindexed_shipments UNION SELECT seq FROM shipments WHERE ${IS_NEW} ORDER BY seq LIMIT :atMost) AS u
        CROSS JOIN whole_shipments AS s ON s.seq = u.seq
        ORDER BY s.seq`,
    )
    .all({ atMost });
}

/** So many of the newest shipments have an index of their own, which is searched first. Migration 0020 names the number too. */
export const NEWEST = 20_000;

/** The last shipment that is too old for the index of the newest. */
export function findNewestFloor(db: Pick<Db, "sql">): number {
  return (db.sql<{ last: number | null }>(`SELECT max(seq) AS last FROM shipments`).get()?.last ?? 0) - NEWEST;
}

/** @param text Folded. @param floor Above it a shipment is in the index of the newest too. */
export function writeSearchText(db: Db, seq: number, text: string, floor: number): void {
  db.sql(`DELETE FROM shipments_search WHERE rowid = ?`).run(seq);
  db.sql(`INSERT INTO shipments_search (rowid, text) VALUES (?, ?)`).run(seq, text);
  if (seq > floor) {
    db.sql(`DELETE FROM newest_shipments_search WHERE rowid = ?`).run(seq);
    db.sql(`INSERT INTO newest_shipments_search (rowid, text) VALUES (?, ?)`).run(seq, text);
  }
  db.sql(`DELETE FROM unindexed_shipments WHERE seq = ?`).run(seq);
}

/** Of one merge: what fifty shipments leave behind, on all levels of an index. */
const MERGED_PAGES = 32;

/** Brings some segments of the search indexes together, which searches would read one by one: some milliseconds. After each slice of writes; migration 0028. */
export function mergeSearch(db: Db): void {
  for (const table of ["shipments_search", "newest_shipments_search"]) db.sql(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ${MERGED_PAGES})`).run();
}

/** The addresses that new shipments up to `to` name, and how often: before `markIndexed`, so that each shipment counts once. */
export function listNewUses(db: Db, to: number): { id: string; n: number; lastAt: string }[] {
  return db
    .sql<{ id: string; n: number; lastAt: string }>(
      `SELECT id, count(*) AS n, max(created_at) AS lastAt
         FROM (SELECT sender_address_id AS id, created_at FROM shipments WHERE ${IS_NEW} AND seq <= :to
                UNION ALL
               SELECT recipient_address_id, created_at FROM shipments WHERE ${IS_NEW} AND seq <= :to)
        GROUP BY id`,
    )
    .all({ to });
}

/** Takes what has grown too old out of the index of the newest. */
export function dropOld(db: Db, floor: number): void {
  db.sql(`DELETE FROM newest_shipments_search WHERE rowid <= ?`).run(floor);
}

/** @param to The last of those that are indexed now: all new ones up to it come into the indexes of lists. */
export function markIndexed(db: Db, to: number): void {
  const { changes } = db.sql(`UPDATE shipments SET is_listed = 1 WHERE ${IS_NEW} AND seq <= :to`).run({ to });
  if (changes > 0) writeMeta(db, INDEXED_TO, String(to));
}
