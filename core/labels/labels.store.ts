/**
 * SQL that reads what a label says, from the tables of shipments and transactions. Writes nothing.
 */
import type { Db } from "../db/database.ts";

/**
 * `purchase` and `purchase_sender`: the purchase's snapshot as JSON, which
 * shipments/purchase-snapshot.ts reads.
 */
export type BoughtLabelRow = {
  readonly purchase: string | null;
  readonly purchase_sender: string | null;
  readonly carrier_name: string;
  readonly barcode: string;
  readonly routing_code: string;
};

// The sign before the parameter keeps its value out of the planner, as in shipments.store.ts.
/**
 * The label of a shipment, in force or cancelled, of any organization; undefined when none was
 * bought, or its transaction has not come from the station that bought.
 */
export function findBoughtLabel(
  db: Pick<Db, "sql">,
  shipmentID: string,
): BoughtLabelRow | undefined {
  return db
    .sql<BoughtLabelRow>(
      `SELECT s.purchase, s.purchase_sender, t.carrier_name, t.barcode, t.routing_code
         FROM whole_shipments AS s
         JOIN transactions AS t ON t.id = s.purchase_id
        WHERE s.id = +?`,
    )
    .get(shipmentID);
}
