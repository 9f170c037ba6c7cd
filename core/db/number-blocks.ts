/** SQL for `number_blocks`: numbers that the hub has given to this station alone. */
import type { Db } from "./database.ts";
import { NeedLeaseError, type NumbersNeed } from "./need-lease.ts";

/** When fewer are left in a block, the next one is asked for beside the work. */
export const LOW = 50;
/** Asked again after so many, as long as none has come. */
const ASKED_EACH = 10;

/**
 * Takes a number of the oldest block. Inside the transaction that uses it.
 * @throws NeedLeaseError E2131
 */
export function takeLeased(db: Db, need: Omit<NumbersNeed, "atLeast">): number {
  // Two look-ups by the key: one statement that updates what it selects, and returns it, took a
  // thirtieth of a purchase.
  const row = db
    .sql<{ n: number; last: number }>(
      `SELECT next AS n, last FROM number_blocks WHERE name = ? AND next <= last ORDER BY last LIMIT 1`,
    )
    .get(need.range);
  if (row === undefined) throw new NeedLeaseError("E2131", { ...need, atLeast: 1 });
  db.sql(`UPDATE number_blocks SET next = :next WHERE name = :range AND last = :last`).run({
    next: row.n + 1,
    range: need.range,
    last: row.last,
  });
  const left = row.last - row.n;
  if (left === LOW - 1 || (left < LOW && left % ASKED_EACH === 0))
    db.onLowNumbers?.({ ...need, atLeast: 1 });
  return row.n;
}

/** How many numbers of a range this station may still give. */
export function countLeft(db: Pick<Db, "sql">, range: string): number {
  return (
    db
      .sql<{ n: number }>(
        `SELECT coalesce(sum(last - next + 1), 0) AS n FROM number_blocks WHERE name = ?`,
      )
      .get(range)?.n ?? 0
  );
}

/**
 * The number that this station would give next if it were alone; undefined when it has given none
 * of the range.
 */
export function findOwnNext(db: Pick<Db, "sql">, range: string): number | undefined {
  return db.sql<{ next: number }>(`SELECT next FROM number_ranges WHERE name = ?`).get(range)?.next;
}

/**
 * A block that the hub has given; used ones go. The station's own range goes on behind it, also in
 * an older copy of the database. Inside a transaction.
 *
 * @throws The disk's error when the ceiling beside the database cannot be raised; the block is not
 *   kept then.
 */
export function addBlock(
  db: Db,
  block: { readonly range: string; readonly first: number; readonly last: number },
): void {
  db.ceilings.ceilingFor(block.range, block.last);
  db.sql(`DELETE FROM number_blocks WHERE name = ? AND next > last`).run(block.range);
  db.sql(`INSERT INTO number_blocks (name, next, last) VALUES (:range, :first, :last)`).run(block);
  db.sql(
    `INSERT INTO number_ranges (name, next) VALUES (:range, :last + 1)
     ON CONFLICT DO UPDATE SET next = max(next, excluded.next)`,
  ).run({ range: block.range, last: block.last });
}

/**
 * The ranges of which this station has given or been given numbers, each with the first one that is
 * not known to be used.
 */
export function listOwnNext(
  db: Pick<Db, "sql">,
): { readonly range: string; readonly next: number }[] {
  return db
    .sql<{ range: string; next: number }>(
      `SELECT name AS range, next FROM number_ranges ORDER BY name`,
    )
    .all();
}

/**
 * Other stations have the numbers below `next`: this one's own range goes on behind them. Inside a
 * transaction.
 */
export function passNumbers(db: Pick<Db, "sql">, range: string, next: number): void {
  db.sql(
    `INSERT INTO number_ranges (name, next) VALUES (:range, :next)
     ON CONFLICT DO UPDATE SET next = max(next, excluded.next)`,
  ).run({ range, next });
}

/** An older copy of the database does not know which of its numbers were used since. */
export function dropBlocks(db: Pick<Db, "sql">): void {
  db.sql(`DELETE FROM number_blocks`).run();
}
