/** SQL of the label of the parcel that a return brings back. */
import type { Db } from "../../db/database.ts";
import type { PurchaseSnapshot } from "./purchase-snapshot.ts";
import { readPurchase } from "./stored-snapshot.ts";

/** Finds the purchase of a shipment's label; null without a label, or before its data has arrived. */
export function findLabelPurchase(
  db: Pick<Db, "sql">,
  shipmentID: string,
): PurchaseSnapshot | null {
  const row = db
    .sql<{ purchase: string; purchaseSender: string }>(
      `SELECT x.body AS purchase, f.body AS purchase_sender
         FROM shipments AS s
         JOIN purchase_snapshots AS x ON x.id = s.purchase_id
         JOIN frozen_addresses AS f ON f.id = x.sender_id
        WHERE s.id = ?`,
    )
    .get(shipmentID);
  return row === undefined ? null : readPurchase(row);
}
