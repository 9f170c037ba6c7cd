/** SQL that finds barcodes and numbers that were used before. */
import type { Db } from "../../db/database.ts";

/**
 * Finds the last used barcode of a carrier between two barcodes of one length, of parcels of this
 * station and of the parcels of other stations that this one knows.
 */
export function findUsedBarcode(
  db: Db,
  providerCode: string,
  first: string,
  last: string,
): string | undefined {
  const between = { providerCode, first, last };
  const found = [
    db
      .sql<{ barcode: string }>(
        `SELECT barcode
           FROM used_barcodes
          WHERE provider_code = :providerCode
            AND barcode BETWEEN :first AND :last
            AND length(barcode) = length(:first)
          ORDER BY barcode DESC
          LIMIT 1`,
      )
      .get(between)?.barcode,
    db
      .sql<{ barcode: string }>(
        `SELECT barcode
           FROM shipments
          WHERE provider_code = :providerCode
            AND barcode <> ''
            AND barcode BETWEEN :first AND :last
            AND length(barcode) = length(:first)
          ORDER BY barcode DESC
          LIMIT 1`,
      )
      .get(between)?.barcode,
  ];
  return found
    .filter((barcode) => barcode !== undefined)
    .sort()
    .at(-1);
}

/** Returns whether a parcel has a barcode, at this station or at another one that this one knows. */
export function isUsed(db: Db, providerCode: string, barcode: string): boolean {
  return (
    db
      .sql<{ n: number }>(
        `SELECT EXISTS (SELECT 1 FROM used_barcodes WHERE provider_code = :providerCode AND barcode = :barcode)
             OR EXISTS (SELECT 1 FROM shipments WHERE barcode = :barcode AND barcode <> '' AND provider_code = :providerCode) AS n`,
      )
      .get({ providerCode, barcode })?.n === 1
  );
}

/**
 * Lists the ranges of a carrier and prefix that have issued numbers, at any station as far as this
 * one knows: `first` to `next` - 1.
 */
export function listUsedNumbers(
  db: Db,
  providerCode: string,
  prefix: string,
): { readonly first: number; readonly next: number }[] {
  const start = `barcode:${providerCode} ${prefix} `;
  return db
    .sql<{ name: string; next: number }>(
      `SELECT name, next FROM number_ranges WHERE name >= :start AND name < :start || ':' ORDER BY name`,
    )
    .all({ start })
    .map(({ name, next }) => ({ first: Number(name.slice(start.length)), next }));
}
