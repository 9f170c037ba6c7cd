/** SQL for the largest numbers that shipments have, whichever station gave them. */
import type { Db } from "../db/database.ts";

/** 0 without a shipment. */
export function newestNumber({ db }: { readonly db: Pick<Db, "sql"> }, organizationID: string): number {
  return db.sql<{ n: number | null }>(`SELECT max(number) AS n FROM shipments WHERE organization_id = ?`).get(organizationID)?.n ?? 0;
}

/** The largest barcode of a shipment between two that are as long; null when there is none. */
export function newestBarcode({ db }: { readonly db: Pick<Db, "sql"> }, first: string, last: string): string | null {
  // One that is longer or shorter is of another range.
  return db.sql<{ barcode: string }>(`SELECT barcode FROM shipments WHERE barcode >= :first AND barcode <= :last AND barcode <> '' AND length(barcode) = length(:first) ORDER BY barcode DESC LIMIT 1`).get({ first, last })?.barcode ?? null;
}
