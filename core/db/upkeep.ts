/** Maintains the database file, in pieces that are short compared to a purchase. */
import type { Db } from "./database.ts";

/**
 * PRAGMA optimize: 0x10000 examines all tables, 0x2 finds missing or outdated statistics, 0x1 only
 * lists them.
 */
const NAME_ALL = 0x10003;
/**
 * Statistics are made only of tables with more than `LEAST_ROWS` and at most `MOST_ROWS` rows. With
 * fewer rows they do harm: SQLite then reads the whole table instead of an index, even when it has
 * grown to a million rows. With more rows they take long: SQLite counts all rows of each index
 * despite `analysis_limit`, which takes half a minute in the largest table at a million shipments,
 * with the write lock held. A table that has outgrown the maximum keeps the statistics that it had,
 * or has none.
 */
const LEAST_ROWS = 2_000;
const MOST_ROWS = 5_000;
/** Free pages that stay in the file for the next writes. */
const KEPT_FREE_PAGES = 2_000;

/**
 * Lists tables of a suitable size whose statistics for the query planner are missing or outdated.
 */
export function listUnanalysed(db: Pick<Db, "raw">): string[] {
  const statements = db.raw.prepare<[], string>(`PRAGMA optimize(${NAME_ALL})`).pluck().all();
  const tables = statements.flatMap(
    (statement) => /^ANALYZE "main"\."(\w+)"$/.exec(statement)?.[1] ?? [],
  );
  return tables.filter(
    (table) =>
      !/_search(_|$)/.test(table) &&
      hasRowAt(db, table, LEAST_ROWS) &&
      !hasRowAt(db, table, MOST_ROWS),
  );
}

function hasRowAt(db: Pick<Db, "raw">, table: string, offset: number): boolean {
  return db.raw.prepare(`SELECT 1 FROM ${table} LIMIT 1 OFFSET ${offset}`).get() !== undefined;
}

/**
 * Makes the statistics of one table for the query planner.
 *
 * @param table A table from `listUnanalysed`.
 */
export function analyse(db: Pick<Db, "raw">, table: string): void {
  db.raw.exec(`ANALYZE ${table}`);
}

/**
 * Returns free pages at the end of the file to the disk; does nothing if an earlier version made
 * the file without this possibility.
 *
 * @returns Number of pages.
 */
export function shrink(db: Pick<Db, "raw">, atMost: number): number {
  const before = freePages(db);
  const pages = Math.min(atMost, before - KEPT_FREE_PAGES);
  if (pages <= 0) return 0;
  db.raw.pragma(`incremental_vacuum(${pages})`);
  return before - freePages(db);
}

function freePages(db: Pick<Db, "raw">): number {
  return Number(db.raw.pragma("freelist_count", { simple: true }));
}

/** Pages per piece; each takes some milliseconds. */
const REWRITTEN_PAGES = 32;

/**
 * Merges a full-text index into one segment, a piece at a time. Before the merge, older segments
 * still hold the words of deleted rows.
 *
 * @param isFirst Starts a merge, which rewrites all that is there now.
 * @returns Whether more work is left.
 */
export function mergeAll(
  db: Pick<Db, "sql">,
  table: "shipments_search" | "address_book_search",
  isFirst: boolean,
): boolean {
  const changes = (): number =>
    Number(db.sql<{ n: number }>(`SELECT total_changes() AS n`).get()?.n ?? 0);
  const before = changes();
  db.sql(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`).run(
    isFirst ? -REWRITTEN_PAGES : REWRITTEN_PAGES,
  );
  return changes() - before > 1; // A merge with nothing to do still counts one change.
}

/** Reads SQLite's version, such as "3.54.1". */
export function engineVersion(db: Pick<Db, "sql">): string {
  return String(db.sql<{ v: string }>(`SELECT sqlite_version() AS v`).get()?.v);
}
