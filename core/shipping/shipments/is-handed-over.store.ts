/** Whether a parcel was handed over, for parts of the station that know no trucks. */
import type { Db } from "../../db/database.ts";
import type { ShipmentRow } from "./shipments.store.ts";

/**
 * Returns whether a shipment's label in force is on a manifest, which the carrier may not have
 * scanned yet.
 */
export function isHandedOver(
  db: Pick<Db, "sql">,
  { id, purchaseID }: Pick<ShipmentRow, "id" | "purchaseID">,
): boolean {
  const row = db
    .sql(
      `SELECT 1
         FROM handed_over INDEXED BY handed_over_of_shipment
        WHERE shipment_id = :id
          AND transaction_id = :purchaseID
          AND state = 'LOADED'
          AND hand_over_id <> ''`,
    )
    .get({ id, purchaseID });
  return row !== undefined;
}
