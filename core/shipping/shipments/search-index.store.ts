/**
 * SQL for `unindexed_shipments` and `shipments_search`, and for which shipments are in the indexes
 * of lists.
 */
import type { Db } from "../../db/database.ts";
import { findMeta, writeMeta } from "../../db/station-meta.ts";
import { mergeAll } from "../../db/upkeep.ts";
import type { ShipmentRow } from "./shipments.store.ts";

/**
 * The last place, in the order in which shipments came here, up to which all are indexed: those
 * above it are new.
 */
const INDEXED_TO = "indexed_to";
/** A condition: shipments that no list's index has yet. */
export const IS_NEW = `seq > coalesce((SELECT CAST(value AS INTEGER) FROM station_meta WHERE key = '${INDEXED_TO}'), 0)`;

/** Free text finds a shipment by other words than before. A new one needs no note. */
export function noteUnindexed(db: Db, seq: number): void {
  db.sql(`INSERT OR IGNORE INTO unindexed_shipments (seq) VALUES (?)`).run(seq);
}

/**
 * New ones, in the order in which they came here, before changed ones, the newest of which come
 * first: after an update all are changed. The cross join has them looked up one by one: SQLite
 * would read all shipments.
 */
export function listUnindexed(db: Pick<Db, "sql">, atMost: number): ShipmentRow[] {
  return db
    .sql<ShipmentRow>(
      `SELECT s.*
         FROM (SELECT 1 AS is_new, seq FROM (SELECT seq FROM shipments WHERE ${IS_NEW} ORDER BY seq LIMIT :atMost)
                UNION ALL
               SELECT 0, seq FROM (SELECT seq FROM unindexed_shipments WHERE NOT (${IS_NEW}) ORDER BY seq DESC LIMIT :atMost)
                ORDER BY is_new DESC
                LIMIT :atMost) AS u
        CROSS JOIN whole_shipments AS s ON s.seq = u.seq`,
    )
    .all({ atMost });
}

/** Whether the indexes of lists lack a shipment. */
export function hasNew(db: Pick<Db, "sql">): boolean {
  return db.sql(`SELECT 1 FROM shipments WHERE ${IS_NEW} LIMIT 1`).get() !== undefined;
}

/** @param text Folded. */
export function writeSearchText(db: Db, seq: number, text: string): void {
  db.sql(`DELETE FROM shipments_search WHERE rowid = ?`).run(seq);
  db.sql(`INSERT INTO shipments_search (rowid, text) VALUES (?, ?)`).run(seq, text);
  db.sql(`DELETE FROM unindexed_shipments WHERE seq = ?`).run(seq);
}

/** Of one merge: what fifty shipments leave behind, on all levels of an index. */
const MERGED_PAGES = 32;

/**
 * Brings some segments of the search index together, which searches would read one by one: some
 * milliseconds. After each slice of writes.
 */
export function mergeSearch(db: Db): void {
  db.sql(
    `INSERT INTO shipments_search (shipments_search, rank) VALUES ('merge', ${MERGED_PAGES})`,
  ).run();
}

/**
 * The addresses that new shipments up to `to` name, and how often: before `markIndexed`, so that
 * each shipment counts once.
 */
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

/**
 * @param to The last of those that are indexed now: all new ones up to it come into the indexes of
 *   lists.
 */
export function markIndexed(db: Db, to: number): void {
  const { changes } = db
    .sql(`UPDATE shipments SET is_listed = 1 WHERE ${IS_NEW} AND seq <= :to`)
    .run({ to });
  if (changes > 0) writeMeta(db, INDEXED_TO, String(to));
}

/** The place up to which the indexes of lists have all shipments; 0 at first. */
export function indexedTo(db: Pick<Db, "sql">): number {
  return Number(findMeta(db, INDEXED_TO) ?? 0);
}

/**
 * Rewrites the search index, a piece at a time: the words of deleted rows are gone afterwards.
 * @param isFirst Begins.
 * @returns Whether there is more.
 */
export function rewriteSearch(db: Db, isFirst: boolean): boolean {
  return mergeAll(db, "shipments_search", isFirst);
}
