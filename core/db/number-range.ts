/**
 * Issues numbers that are used once: shipment numbers, barcodes. Inside the transaction that uses
 * them.
 */
import type { Db } from "./database.ts";
import { takeLeased } from "./number-blocks.ts";

/**
 * @param first The range's first number, used when the range is new.
 * @param end Its last number, if it has an end. Without a hub, numbers continue past it; the hub's
 *   blocks never do.
 * @throws NeedLeaseError E2131 when the station has joined a hub and has used up its blocks.
 * @throws The disk's error when the ceiling next to the database cannot be raised.
 */
export function takeNumber(db: Db, range: string, first: number, end?: number): number {
  if (db.isLeasing) return takeLeased(db, { kind: "numbers", range, first, end });
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
