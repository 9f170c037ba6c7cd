/** Issues numbers from several ranges that are used one after the other. */
import type { Db } from "./database.ts";
import { notLeased, type NumberRange, type NumbersNeed } from "./leases.ts";
import { countLeft, findLeasedNext, findOwnNext, tryTakeLeased } from "./number-blocks.ts";
import { tryTakeOwn } from "./number-range.ts";

/** A number with its range. */
export type RangedNumber<R extends NumberRange> = { readonly range: R; readonly n: number };

/**
 * Takes the next number of the first range that has one, inside the transaction that uses it.
 *
 * @param ranges In the order in which they are used.
 * @returns Undefined when all ranges have ended.
 * @throws AppError E2131 when the station has joined a hub and has used up its blocks.
 * @throws The disk's error when the ceiling next to the database cannot be raised.
 */
export function takeFromSeries<R extends NumberRange>(
  db: Db,
  ranges: readonly R[],
): RangedNumber<R> | undefined {
  for (const range of ranges) {
    const n = db.isLeasing ? tryTakeLeased(db, range) : tryTakeOwn(db, range);
    if (n !== undefined) return { range, n };
  }
  const lacking = db.isLeasing ? findUnended(db, ranges) : undefined;
  if (lacking !== undefined) throw notLeased({ kind: "numbers", ...lacking, atLeast: 1 });
  return undefined;
}

/**
 * Reads the number that `takeFromSeries` would issue next; undefined when all ranges have ended, or
 * when no leased number is left.
 */
export function peekSeries<R extends NumberRange>(
  db: Pick<Db, "sql" | "isLeasing">,
  ranges: readonly R[],
): RangedNumber<R> | undefined {
  for (const range of ranges) {
    const n = db.isLeasing ? findLeasedNext(db, range.range)?.n : nextOf(db, range);
    if (n !== undefined) return { range, n };
  }
  return undefined;
}

/**
 * Finds the numbers that a transaction lacks, like `missingNumbers`.
 *
 * @returns Undefined also when all ranges have ended.
 */
export function missingInSeries(
  db: Pick<Db, "sql" | "isLeasing">,
  ranges: readonly NumberRange[],
  atLeast: number,
): NumbersNeed | undefined {
  if (!db.isLeasing || atLeast === 0) return undefined;
  const left = ranges.reduce((sum, { range }) => sum + countLeft(db, range), 0);
  const range = left >= atLeast ? undefined : findUnended(db, ranges);
  return range === undefined
    ? undefined
    : {
        kind: "numbers",
        range: range.range,
        first: range.first,
        end: range.end,
        atLeast: atLeast - left + countLeft(db, range.range),
      };
}

/** Finds the first range of which, as far as this station knows, some numbers are not issued. */
export function findUnended<R extends NumberRange>(
  db: Pick<Db, "sql">,
  ranges: readonly R[],
): R | undefined {
  return ranges.find((range) => nextOf(db, range) !== undefined);
}

/** Finds the first number above all that this station has issued or leased; undefined at the end. */
function nextOf(db: Pick<Db, "sql">, { range, first, end }: NumberRange): number | undefined {
  const next = findOwnNext(db, range) ?? first;
  return end === undefined || next <= end ? next : undefined;
}
