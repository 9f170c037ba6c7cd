/** SQL that reads a label's data from the tables of shipments and transactions. Writes nothing. */
import type { Db } from "../db/database.ts";

/**
 * `purchase` and `purchase_sender`: the purchase's snapshot as JSON, parsed by `stored-snapshot.ts`
 * in shipping.
 */
export type BoughtLabelRow = {
  readonly purchase: string | null;
  readonly purchaseSender: string | null;
  readonly carrierName: string;
  readonly barcode: string;
  readonly routingCode: string;
  /** SHA-256 of the carrier's own label; "": the label is ours. */
  readonly labelHash: string;
  /** 1: a marketplace sold the label, and only it may draw it. */
  readonly isMarketplaces: number;
};

// The plus sign before the parameter hides its value from SQLite, which would otherwise plan the
// join again for every new value.
/**
 * Finds the label of a shipment of any organization, in force or cancelled; undefined when no label
 * was bought, or the transaction has not arrived from the station that bought it.
 */
export function findBoughtLabel(
  db: Pick<Db, "sql">,
  shipmentID: string,
): BoughtLabelRow | undefined {
  return db
    .sql<BoughtLabelRow>(
      `SELECT s.purchase, s.purchase_sender, t.carrier_name, t.barcode, t.routing_code, t.label_hash, t.on_account = 2 AS is_marketplaces
         FROM whole_shipments AS s
         JOIN transactions AS t ON t.id = s.purchase_id
        WHERE s.id = +?`,
    )
    .get(shipmentID);
}
