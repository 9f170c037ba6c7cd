/**
 * SQL for `unindexed_shipments` and `shipments_search`, and for adding shipments to the indexes of
 * lists.
 */
import type { Db } from "../../db/database.ts";
import { findMeta, writeMeta } from "../../db/station-meta.ts";
import { mergeAll } from "../../db/upkeep.ts";
import type { ShipmentRow } from "./shipments.store.ts";

/**
 * Key of the last indexed sequence number; shipments with higher numbers are new. Sequence numbers
 * follow the order of arrival at this station.
 */
const INDEXED_TO = "indexed_to";
/** SQL condition: shipments that are not in the indexes of lists yet. */
export const IS_NEW = `seq > coalesce((SELECT CAST(value AS INTEGER) FROM station_meta WHERE key = '${INDEXED_TO}'), 0)`;

/** Queues a shipment whose search words have changed. A new shipment need not be queued. */
export function noteUnindexed(db: Db, seq: number): void {
  db.sql(`INSERT OR IGNORE INTO unindexed_shipments (seq) VALUES (?)`).run(seq);
}

/**
 * Lists unindexed shipments: new shipments first, in the order of arrival; then changed shipments,
 * newest first, because a software update may queue all shipments and the newest are needed most.
 * The cross join makes SQLite look them up one by one instead of reading all shipments.
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

/** Returns whether any shipment is missing in the indexes of lists. */
export function hasNew(db: Pick<Db, "sql">): boolean {
  return db.sql(`SELECT 1 FROM shipments WHERE ${IS_NEW} LIMIT 1`).get() !== undefined;
}

/** Returns whether any shipment waits to be indexed again because its words have changed. */
export function hasChanged(db: Pick<Db, "sql">): boolean {
  return db.sql(`SELECT 1 FROM unindexed_shipments LIMIT 1`).get() !== undefined;
}

/**
 * Writes the search text of a shipment.
 *
 * @param text Folded text.
 */
export function writeSearchText(db: Db, seq: number, text: string): void {
  db.sql(`DELETE FROM shipments_search WHERE rowid = ?`).run(seq);
  db.sql(`INSERT INTO shipments_search (rowid, text) VALUES (?, ?)`).run(seq, text);
  db.sql(`DELETE FROM unindexed_shipments WHERE seq = ?`).run(seq);
}

/**
 * Number of index pages that one merge writes. Indexing fifty shipments causes about this number of
 * page writes, including the later merges of their pages.
 */
const MERGED_PAGES = 32;

/**
 * Merges some segments of the search index, because a search reads each segment separately. Takes
 * some milliseconds. Call after each slice of writes.
 */
export function mergeSearch(db: Db): void {
  db.sql(
    `INSERT INTO shipments_search (shipments_search, rank) VALUES ('merge', ${MERGED_PAGES})`,
  ).run();
}

/**
 * Counts how often new shipments up to `to` use each address. Call it before `markIndexed`, so that
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

/** Adds all new shipments up to `to` to the indexes of lists. */
export function markIndexed(db: Db, to: number): void {
  const { changes } = db
    .sql(`UPDATE shipments SET is_listed = 1 WHERE ${IS_NEW} AND seq <= :to`)
    .run({ to });
  if (changes > 0) writeMeta(db, INDEXED_TO, String(to));
}

/** Finds the last sequence number in the indexes of lists; 0 at first. */
export function indexedTo(db: Pick<Db, "sql">): number {
  return Number(findMeta(db, INDEXED_TO) ?? 0);
}

/**
 * Rewrites the search index, a piece at a time. This removes the words of deleted rows.
 *
 * @param isFirst Whether to start from the beginning.
 * @returns Whether more pieces are left.
 */
export function rewriteSearch(db: Db, isFirst: boolean): boolean {
  return mergeAll(db, "shipments_search", isFirst);
}
