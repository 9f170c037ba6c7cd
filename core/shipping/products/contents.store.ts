/** SQL of `packed_contents`, which triggers keep, and of the contents of a shipment. */
import type { DistanceUnit, MassUnit } from "../../base/units.ts";
import type { Db } from "../../db/database.ts";

/** Finds the contents of a shipment; null when an item has no stock code. */
export function findContents(db: Pick<Db, "sql">, shipmentID: string): string | null {
  return (
    db
      .sql<{ contents: string | null }>(
        `SELECT contents FROM shipment_contents WHERE shipment_id = ?`,
      )
      .get(shipmentID)?.contents ?? null
  );
}

export type PackedRow = {
  readonly length: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly distanceUnit: DistanceUnit;
  readonly weight: number | null;
  readonly massUnit: MassUnit;
};

/**
 * Lists the measures of the last bought parcels with these contents, newest first. Leaves out
 * parcels that carried another order too.
 *
 * @param of.test 1: test parcels only; 0: none of them.
 */
export function listPacked(
  db: Pick<Db, "sql">,
  of: {
    readonly organizationID: string;
    readonly test: number;
    readonly contents: string;
    readonly atMost: number;
  },
): PackedRow[] {
  return db
    .sql<PackedRow>(
      `SELECT p.length, p.width, p.height, p.distance_unit, p.weight, p.mass_unit
         FROM packed_contents AS c
        CROSS JOIN parcels AS p ON p.id = c.shipment_id
        WHERE c.organization_id = :organizationID
          AND c.test = :test
          AND c.contents = :contents
          AND NOT EXISTS (SELECT 1
                            FROM joined_orders AS j
                           WHERE j.packed_in = c.shipment_id AND j.packed_in <> '')
        ORDER BY c.purchase_id DESC
        LIMIT :atMost`,
    )
    .all(of);
}
