/**
 * Issues numbers that are used once (shipment numbers, barcodes), inside the transaction that uses
 * them.
 */
import type { Db } from "./database.ts";
import type { NumberRange } from "./leases.ts";
import { passNumbers, takeLeased } from "./number-blocks.ts";

/** Describes the range of an organization's shipment numbers. */
export function shipmentNumbers(organizationID: string): NumberRange {
  return { range: `shipments:${organizationID}`, first: 1, end: undefined };
}

/**
 * Takes the next number of a range.
 *
 * @param numbers Without a hub, numbers continue past the range's end; the hub's blocks never do.
 * @throws AppError E2131 when the station has joined a hub and has used up its blocks.
 * @throws The disk's error when the ceiling next to the database cannot be raised.
 */
export function takeNumber(db: Db, numbers: NumberRange): number {
  if (db.isLeasing) return takeLeased(db, numbers);
  const n = tryTakeOwn(db, { ...numbers, end: undefined });
  if (n === undefined) throw new Error(`no number of ${numbers.range}`);
  return n;
}

/**
 * Takes the next number of a range at a station without a hub.
 *
 * @returns Undefined when the range has ended.
 * @throws The disk's error when the ceiling next to the database cannot be raised.
 */
export function tryTakeOwn(db: Db, { range, first, end }: NumberRange): number | undefined {
  const row = db
    .sql<{ n: number }>(
      `INSERT INTO number_ranges (name, next) VALUES (:range, :first + 1)
       ON CONFLICT DO UPDATE SET next = next + 1 WHERE next <= :end
       RETURNING next - 1 AS n`,
    )
    .get({ range, first, end: end ?? Number.MAX_SAFE_INTEGER });
  if (row === undefined) return undefined;
  db.ceilings.ceilingFor(range, row.n);
  return row.n;
}

/**
 * Records that numbers up to `n` may be used, so that the next one that is taken is larger. Only at
 * a station without a hub, inside a transaction.
 *
 * @throws The disk's error when the ceiling next to the database cannot be raised.
 */
export function passUsed(db: Db, { range }: NumberRange, n: number): void {
  db.ceilings.ceilingFor(range, n);
  passNumbers(db, range, n + 1);
}
