/** Finds `shipments` by the numbers of their carriers: barcodes and tracking numbers. */
import type { Db } from "../../db/database.ts";
import type { ShipmentRow } from "./shipments.store.ts";

/** SQL condition with the text of the index: most tracking numbers are the barcode. */
const BY_TRACKING_NUMBER = `tracking_number = :number AND tracking_number <> '' AND tracking_number <> barcode`;

/** Finds the newest shipment whose tracking number differs from its barcode. */
export function findByTrackingNumber(
  db: Pick<Db, "sql">,
  organizationID: string,
  number: string,
): ShipmentRow | undefined {
  return db
    .sql<ShipmentRow>(
      `SELECT *
         FROM whole_shipments
        WHERE ${BY_TRACKING_NUMBER} AND organization_id = :organizationID
        ORDER BY seq DESC
        LIMIT 1`,
    )
    .get({ organizationID, number });
}

/** Parcel that a carrier's number names. */
export type NumberedParcel = Pick<
  ShipmentRow,
  "id" | "test" | "status" | "purchaseID" | "createdAt"
>;

/** Lists at most two parcels of a carrier with a barcode or a tracking number. */
export function listOfCarrierNumber(
  db: Pick<Db, "sql">,
  of: {
    readonly organizationID: string;
    readonly providerCode: string;
    readonly number: string;
  },
): NumberedParcel[] {
  return db
    .sql<NumberedParcel>(
      `SELECT id, test, status, purchase_id, created_at
         FROM (SELECT * FROM shipments WHERE barcode = :number AND barcode <> ''
                UNION ALL
               SELECT * FROM shipments WHERE ${BY_TRACKING_NUMBER})
        WHERE organization_id = :organizationID AND provider_code = :providerCode
        LIMIT 2`,
    )
    .all(of);
}
