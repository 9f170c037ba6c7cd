/** SQL for `number_blocks`: numbers that the hub has issued to this station only. */
import type { Db } from "./database.ts";
import { notLeased, type NumberRange, type NumbersNeed } from "./leases.ts";

/** When a block has fewer numbers left than this, the next block is requested in the background. */
export const LOW = 50;
/** While few numbers are left, the request is repeated each time this many have been used. */
const ASKED_EACH = 10;

/**
 * Takes a number of the oldest block. Inside the transaction that uses it.
 *
 * @throws AppError E2131 when no block has a number left.
 */
export function takeLeased(db: Db, range: NumberRange): number {
  const n = tryTakeLeased(db, range);
  if (n === undefined) throw notLeased({ kind: "numbers", ...range, atLeast: 1 });
  return n;
}

/** Takes a number like `takeLeased`; undefined when no block has a number left. */
export function tryTakeLeased(db: Db, { range, first, end }: NumberRange): number | undefined {
  // Two statements by key: one statement that updates, selects and returns would lengthen a
  // purchase by a thirtieth.
  const row = findLeasedNext(db, range);
  if (row === undefined) return undefined;
  db.sql(`UPDATE number_blocks SET next = :next WHERE name = :range AND last = :last`).run({
    next: row.n + 1,
    range,
    last: row.last,
  });
  const left = row.last - row.n;
  if (left === LOW - 1 || (left < LOW && left % ASKED_EACH === 0))
    db.onLowNumbers?.({ kind: "numbers", range, first, end, atLeast: 1 });
  return row.n;
}

/** Finds the next number of the oldest block that has one, with the block's last number. */
export function findLeasedNext(
  db: Pick<Db, "sql">,
  range: string,
): { readonly n: number; readonly last: number } | undefined {
  return db
    .sql<{ n: number; last: number }>(
      `SELECT next AS n, last FROM number_blocks WHERE name = ? AND next <= last ORDER BY last LIMIT 1`,
    )
    .get(range);
}

/**
 * Finds the numbers that a transaction lacks.
 *
 * @param atLeast How many it takes.
 * @returns Undefined when no numbers are lacking; always undefined without a hub.
 */
export function missingNumbers(
  db: Pick<Db, "sql" | "isLeasing">,
  range: NumberRange,
  atLeast: number,
): NumbersNeed | undefined {
  if (!db.isLeasing || atLeast === 0 || countLeft(db, range.range) >= atLeast) return undefined;
  return { kind: "numbers", ...range, atLeast };
}

/** Counts the leased numbers of a range that this station may still issue. */
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
 * Finds the number that this station would issue next without a hub; undefined when the station has
 * neither issued nor leased numbers of the range.
 */
export function findOwnNext(db: Pick<Db, "sql">, range: string): number | undefined {
  return db.sql<{ next: number }>(`SELECT next FROM number_ranges WHERE name = ?`).get(range)?.next;
}

/**
 * Stores a block that the hub has issued, and deletes used-up blocks. The station's own range
 * continues after the block, even in an older copy of the database. Inside a transaction.
 *
 * @throws The disk's error when the ceiling next to the database cannot be raised; the block is not
 *   stored.
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
 * Lists the ranges of which this station has issued or leased numbers. With each range comes the
 * first number that is not known to be used.
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
 * Makes this station's own range continue at `next` or later, because other stations have used the
 * numbers below. Inside a transaction.
 */
export function passNumbers(db: Pick<Db, "sql">, range: string, next: number): void {
  db.sql(
    `INSERT INTO number_ranges (name, next) VALUES (:range, :next)
     ON CONFLICT DO UPDATE SET next = max(next, excluded.next)`,
  ).run({ range, next });
}

/**
 * Deletes all blocks: an older copy of the database does not know which of their numbers were used
 * after the copy was made.
 */
export function dropBlocks(db: Pick<Db, "sql">): void {
  db.sql(`DELETE FROM number_blocks`).run();
}
