/** Gives ranges that exist but have issued no number yet a row in `number_ranges`. */

/**
 * SQL that adds the ranges of the organizations' shipments and of the rate cards' barcodes, each
 * with its first number; ranges with a row are not changed.
 */
export const ADD_UNUSED_RANGES = `INSERT INTO number_ranges (name, next)
  SELECT 'shipments:' || id, 1 FROM organizations
   UNION
  SELECT 'barcode:' || provider_code || ' ' || json_extract(card, '$.barcode.prefix') || ' ' || json_extract(card, '$.barcode.first'),
         json_extract(card, '$.barcode.first')
    FROM rate_cards
   WHERE json_extract(card, '$.barcode.first') IS NOT NULL
      ON CONFLICT DO NOTHING`;
