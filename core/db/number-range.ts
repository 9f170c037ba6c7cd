/**
 * Issues numbers that are used once (shipment numbers, barcodes), inside the transaction that uses
 * them.
 */
import type { Db } from "./database.ts";
import type { NumberRange } from "./leases.ts";
import { findLeasedNext, findOwnNext, takeLeased } from "./number-blocks.ts";

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
  const { range, first } = numbers;
  const row = db
    .sql<{ n: number }>(
      `INSERT INTO number_ranges (name, next) VALUES (:range, :first + 1)
       ON CONFLICT DO UPDATE SET next = next + 1
       RETURNING next - 1 AS n`,
    )
    .get({ range, first });
  if (row === undefined) throw new Error(`no number of ${range}`);
  db.ceilings.ceilingFor(range, row.n);
  return row.n;
}

/**
 * Reads the number that `takeNumber` would issue next; the range's first number if none was issued
 * yet, or if no leased number is left.
 */
export function peekNumber(
  db: Pick<Db, "sql" | "isLeasing">,
  { range, first }: NumberRange,
): number {
  return (db.isLeasing ? findLeasedNext(db, range)?.n : findOwnNext(db, range)) ?? first;
}
