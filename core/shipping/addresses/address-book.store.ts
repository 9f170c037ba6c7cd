/**
 * SQL for `address_book`, its search index, `address_uses` and `unindexed_addresses`. These tables
 * are local to the station and computed from synced tables.
 */
import type { Db } from "../../db/database.ts";
import { mergeAll } from "../../db/upkeep.ts";
import type { Read } from "../../db/reader-protocol.ts";
import { whileWanted, type Reader } from "../../db/reader.ts";
import { MOST_SORTED } from "../../http/sorted.schema.ts";
import type { AddressRow } from "./address-row.ts";

/** An address with the book's data about it. */
export type BookRow = AddressRow & { readonly shipments: number; readonly orderedAt: string };

export type BookFilter = {
  readonly organizationID: string;
  readonly isRecipient: boolean;
  /** One of the FTS5 queries of `searchQueries`; null: all. */
  readonly match: string | null;
  readonly sort: "recent" | "used";
  readonly limit: number;
  readonly offset: number;
};

/**
 * Highest number of matches of a search. With more matches only the newest are sorted, since a
 * person then types another letter.
 */
export const MOST_MATCHES = 500;

const ORDERS = { recent: "ordered_at DESC, seq DESC", used: "shipments DESC, seq DESC" } as const;
export const LISTED =
  "organization_id = :organizationID AND is_recipient = :isRecipient AND is_active = 1";

/** Queues a saved address that is new or has changed; needs the transaction of the change. */
export function noteUnindexed(db: Db, id: string): void {
  db.sql(`INSERT OR IGNORE INTO unindexed_addresses (address_id) VALUES (?)`).run(id);
}

/**
 * Lists some queued addresses; `row` is null for an address that is not saved, or has not arrived.
 */
export function listUnindexed(
  db: Db,
  atMost: number,
): { readonly id: string; readonly row: AddressRow | null }[] {
  const ids = db
    .sql<{ addressID: string }>(
      `SELECT address_id FROM unindexed_addresses ORDER BY address_id LIMIT ?`,
    )
    .all(atMost);
  return ids.map(({ addressID: id }) => ({
    id,
    row:
      db.sql<AddressRow>(`SELECT * FROM addresses WHERE id = ? AND is_saved = 1`).get(id) ?? null,
  }));
}

/**
 * Writes an address to the book.
 *
 * @param words.text Result of `searchText`.
 */
export function writeBook(
  db: Db,
  row: AddressRow,
  words: { readonly text: string; readonly personKey: string; readonly phoneKey: string },
): void {
  const { text, ...keys } = words;
  const written = db
    .sql<{ seq: number }>(
      `INSERT INTO address_book
         (address_id, organization_id, is_recipient, is_active, person_key, phone_key, shipments, ordered_at)
       SELECT :id, :organizationID, :isRecipient, :isActive, :personKey, :phoneKey, coalesce(u.shipments, 0), max(coalesce(u.last_at, ''), :updatedAt)
         FROM (SELECT 1) LEFT JOIN address_uses AS u ON u.address_id = :id
        WHERE true
       ON CONFLICT (address_id) DO UPDATE SET
         is_recipient = excluded.is_recipient, is_active = excluded.is_active, person_key = excluded.person_key, phone_key = excluded.phone_key, ordered_at = max(ordered_at, excluded.ordered_at)
       RETURNING seq`,
    )
    .get({
      id: row.id,
      organizationID: row.organizationID,
      isRecipient: row.isRecipient,
      isActive: row.isActive,
      updatedAt: row.updatedAt,
      ...keys,
    });
  if (written === undefined) return;
  db.sql(`DELETE FROM address_book_search WHERE rowid = ?`).run(written.seq);
  if (row.isActive === 1)
    db.sql(`INSERT INTO address_book_search (rowid, text) VALUES (?, ?)`).run(written.seq, text);
}

/** Removes addresses from the queue, after they were written to the book. */
export function forgetUnindexed(db: Db, ids: readonly string[]): void {
  db.sql(
    `DELETE FROM unindexed_addresses WHERE address_id IN (SELECT value FROM json_each(?))`,
  ).run(JSON.stringify(ids));
}

/**
 * Number of pages that one merge handles: as many as the writes between two merges fill, on all
 * levels of the index.
 */
const MERGED_PAGES = 32;

/**
 * Merges some segments of the search index, because a search reads each segment separately. Takes
 * some milliseconds. Call after each slice of writes.
 */
export function mergeSearch(db: Db): void {
  db.sql(
    `INSERT INTO address_book_search (address_book_search, rank) VALUES ('merge', ${MERGED_PAGES})`,
  ).run();
}

/**
 * Adds shipments to the counts of the saved addresses among `uses`.
 *
 * @param uses Each address once.
 */
export function countUses(
  db: Db,
  uses: readonly { readonly id: string; readonly n: number; readonly lastAt: string }[],
): void {
  const all = JSON.stringify(uses);
  const { changes } = db
    .sql(
      `INSERT INTO address_uses (address_id, shipments, last_at)
       SELECT a.id, used.value ->> 'n', used.value ->> 'lastAt'
         FROM json_each(:all) AS used
        CROSS JOIN addresses AS a ON a.id = used.value ->> 'id' AND a.is_saved = 1
        WHERE true
       ON CONFLICT (address_id) DO UPDATE SET shipments = shipments + excluded.shipments, last_at = max(last_at, excluded.last_at)`,
    )
    .run({ all });
  if (changes === 0) return;
  db.sql(
    `UPDATE address_book
        SET shipments = u.shipments, ordered_at = max(ordered_at, u.last_at)
       FROM json_each(:all) AS used
      CROSS JOIN address_uses AS u ON u.address_id = used.value ->> 'id'
      WHERE address_book.address_id = u.address_id`,
  ).run({ all });
}

/**
 * Lists a page of the book, with the number of matches: at most `MOST_SORTED` + 1, in a search at
 * most `MOST_MATCHES` + 1, of which the last one is not listed.
 */
export async function listBook(
  reader: Reader,
  filter: BookFilter,
): Promise<{ rows: BookRow[]; total: number }> {
  const { organizationID, match, sort, limit, offset } = filter;
  const isRecipient = filter.isRecipient ? 1 : 0;
  const matches = (atMost: number): string =>
    `SELECT rowid FROM address_book_search WHERE address_book_search MATCH :match ORDER BY rowid DESC LIMIT ${atMost}`;
  const found =
    match === null
      ? `SELECT seq, address_id, shipments, ordered_at FROM address_book WHERE ${LISTED} ORDER BY ${ORDERS[sort]} LIMIT :limit OFFSET :offset`
      : `SELECT b.seq, b.address_id, b.shipments, b.ordered_at FROM (${matches(MOST_MATCHES)}) AS m CROSS JOIN address_book AS b ON b.seq = m.rowid ORDER BY ${ORDERS[sort]} LIMIT :limit OFFSET :offset`;
  const page: Read = {
    sql: `SELECT a.*, found.shipments, found.ordered_at FROM (${found}) AS found CROSS JOIN addresses AS a ON a.id = found.address_id ORDER BY found.${ORDERS[sort].replace(", ", ", found.")}`,
    parameters:
      match === null ? { organizationID, isRecipient, limit, offset } : { match, limit, offset },
  };
  const count: Read =
    match === null
      ? {
          sql: `SELECT count(*) AS n FROM (SELECT 1 FROM address_book WHERE ${LISTED} LIMIT ${MOST_SORTED + 1})`,
          parameters: { organizationID, isRecipient },
        }
      : { sql: `SELECT count(*) AS n FROM (${matches(MOST_MATCHES + 1)})`, parameters: { match } };
  const [rows, counted] = await reader.several<[BookRow, { n: number }]>([page, count]);
  return { rows, total: counted[0]?.n ?? 0 };
}

/**
 * Lists addresses below a position in the order in which they entered the book, newest first, for
 * an export.
 */
export function listBefore(
  reader: Reader,
  of: {
    readonly organizationID: string;
    readonly isRecipient: boolean;
    readonly before: number;
    readonly limit: number;
  },
): Promise<(BookRow & { readonly seq: number })[]> {
  return reader.all<BookRow & { readonly seq: number }>(
    `SELECT a.*, b.shipments, b.ordered_at, b.seq
       FROM (SELECT seq, address_id, shipments, ordered_at FROM address_book INDEXED BY address_book_saved WHERE ${LISTED} AND seq < :before ORDER BY seq DESC LIMIT :limit) AS b
      CROSS JOIN addresses AS a ON a.id = b.address_id
      ORDER BY b.seq DESC`,
    { ...of, isRecipient: of.isRecipient ? 1 : 0 },
    "long",
  );
}

/**
 * Lists addresses grouped by a shared key, person or telephone: at most `perKey` of each group, the
 * most used first.
 */
export function listShared(
  reader: Reader,
  of: {
    readonly organizationID: string;
    readonly isRecipient: boolean;
    readonly key: "person_key" | "phone_key";
    readonly keys: number;
    readonly perKey: number;
  },
): Promise<(BookRow & { readonly shared: string })[]> {
  const { key, isRecipient, ...values } = of;
  const shared = `SELECT ${key} AS shared FROM address_book WHERE ${LISTED} AND ${key} <> '' AND ${whileWanted("seq")} GROUP BY ${key} HAVING count(*) > 1 ORDER BY ${key} LIMIT :keys`;
  return reader.all<BookRow & { readonly shared: string }>(
    `SELECT a.*, b.shipments, b.ordered_at, b.shared
       FROM (SELECT s.shared, b.address_id, b.shipments, b.ordered_at, row_number() OVER (PARTITION BY s.shared ORDER BY b.shipments DESC, b.ordered_at DESC) AS place
               FROM (${shared}) AS s
              CROSS JOIN address_book AS b ON b.organization_id = :organizationID AND b.is_recipient = :isRecipient AND b.is_active = 1 AND b.${key} <> '' AND b.${key} = s.shared) AS b
       CROSS JOIN addresses AS a ON a.id = b.address_id
      WHERE b.place <= :perKey
      ORDER BY b.shared, b.place`,
    { ...values, isRecipient: isRecipient ? 1 : 0 },
    "long",
  );
}

/** Lists the book's active addresses of a person, which are then compared by their words. */
export function listOfPerson(
  db: Db,
  of: {
    readonly organizationID: string;
    readonly isRecipient: boolean;
    readonly personKey: string;
  },
): AddressRow[] {
  return db
    .sql<AddressRow>(
      `SELECT a.*
         FROM address_book AS b
         JOIN addresses AS a ON a.id = b.address_id
        WHERE b.organization_id = :organizationID AND b.is_recipient = :isRecipient AND b.is_active = 1 AND b.person_key <> '' AND b.person_key = :personKey
        LIMIT 20`,
    )
    .all({ ...of, isRecipient: of.isRecipient ? 1 : 0 });
}

/** Rewrites the search index, like `rewriteSearch` of shipments. */
export function rewriteBookSearch(db: Db, isFirst: boolean): boolean {
  return mergeAll(db, "address_book_search", isFirst);
}
