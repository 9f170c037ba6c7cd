/** Gives ranges that exist but have issued no number yet a row in `number_ranges`. */
import type { Db } from "./database.ts";

/**
 * Adds the ranges of the organizations' shipments and of the agreements' barcodes, each with its
 * first number; ranges with a row are not changed.
 */
const ADD = `INSERT INTO number_ranges (name, next)
  SELECT 'shipments:' || id, 1 FROM organizations
   UNION
  SELECT 'barcode:' || provider_code || ' ' || prefix || ' ' || first, first
    FROM barcode_ranges
   WHERE TRUE
      ON CONFLICT DO NOTHING`;

/** The same for a file of an earlier schema, whose rate cards have the ranges. */
const ADD_OF_CARDS = `INSERT INTO number_ranges (name, next)
  SELECT 'shipments:' || id, 1 FROM organizations
   UNION
  SELECT 'barcode:' || provider_code || ' ' || json_extract(card, '$.barcode.prefix') || ' ' || json_extract(card, '$.barcode.first'),
         json_extract(card, '$.barcode.first')
    FROM rate_cards
   WHERE json_extract(card, '$.barcode.first') IS NOT NULL
      ON CONFLICT DO NOTHING`;

/** Returns whether the file has agreements: a file of an earlier schema has rate cards alone. */
export function hasAgreements(db: Pick<Db, "sql">): boolean {
  return (
    db.sql("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'barcode_ranges'").get() !==
    undefined
  );
}

/** Adds the rows. */
export function addUnusedRanges(db: Pick<Db, "sql">): void {
  db.sql(hasAgreements(db) ? ADD : ADD_OF_CARDS).run();
}
