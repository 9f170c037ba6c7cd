/**
 * Numbers that are given once: shipment numbers, barcodes. Taken inside the transaction that uses
 * them.
 */
import type { Db } from "./database.ts";
import { takeLeased } from "./number-blocks.ts";

/**
 * @param first The range's first number, used when the range is new.
 * @param end Its last one, where it has an end. An own range goes on behind it all the same; of
 *   another station's blocks none lies behind it.
 * @throws NeedLeaseError E2131 when the station has joined a hub and has used up what it was given.
 * @throws The disk's error when the ceiling beside the database must be raised and cannot be.
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
