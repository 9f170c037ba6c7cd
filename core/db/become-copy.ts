/**
 * A copy of a data folder that goes on beside its original becomes a station of its own: another
 * station id, and its own part of each range of numbers. The original keeps its numbers and is not
 * changed.
 */
import { randomInt, randomUUID } from "node:crypto";
import BetterSqlite3 from "better-sqlite3";
import { COPIED_AT, MACHINE, RESTORED_AT } from "./station-meta.ts";

/**
 * Shipment numbers begin so many further, times a number by chance: more than a desk gives in its
 * life.
 */
const PART = 10_000_000;
const MOST_PARTS = 89;
/**
 * Where in the rest of a carrier's range the copy's part begins, in thousandths: by chance, so that
 * two copies part too.
 */
const [LEAST, MOST] = [250, 750];

/**
 * @param path Of a database that is open nowhere. In one transaction.
 * @param machine Of this computer, where it is known.
 */
export function becomeCopy(
  path: string,
  machine: string | undefined,
  now = new Date().toISOString(),
): void {
  const raw = new BetterSqlite3(path, { fileMustExist: true });
  try {
    raw.pragma("synchronous = FULL");
    raw.transaction(() => {
      const set = raw.prepare(
        "INSERT INTO station_meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
      );
      set.run("station_id", randomUUID());
      set.run(RESTORED_AT, now);
      set.run(COPIED_AT, now);
      if (machine !== undefined) set.run(MACHINE, machine);
      partNumbers(raw);
      dropLeases(raw);
    })();
  } finally {
    raw.close();
  }
}

/**
 * What the hub has leased to the original stays its own: the copy, in a file that has joined, can
 * give and spend nothing until it has joined by itself.
 */
function dropLeases(raw: BetterSqlite3.Database): void {
  const isThere = raw.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  for (const table of ["number_blocks", "money_leases"])
    if (isThere.get(table) !== undefined) raw.exec(`DELETE FROM ${table}`); // a file of an earlier version has neither
}

function partNumbers(raw: BetterSqlite3.Database): void {
  // Also of ranges that were not begun: the original begins them at their first number.
  raw.exec(
    `INSERT INTO number_ranges (name, next)
     SELECT DISTINCT 'barcode:' || provider_code || ' ' || json_extract(card, '$.barcode.prefix') || ' ' || json_extract(card, '$.barcode.first'),
            json_extract(card, '$.barcode.first')
       FROM rate_cards
      WHERE json_extract(card, '$.barcode.first') IS NOT NULL
     ON CONFLICT DO NOTHING`,
  );
  raw
    .prepare(
      `UPDATE number_ranges
          SET next = next + CAST(coalesce(
                (SELECT (max(json_extract(card, '$.barcode.last')) - next) * :share / 1000
                   FROM rate_cards
                  WHERE number_ranges.name = 'barcode:' || provider_code || ' ' || json_extract(card, '$.barcode.prefix') || ' ' || json_extract(card, '$.barcode.first')),
                :many) AS INTEGER)`,
    )
    .run({ share: randomInt(LEAST, MOST), many: PART * randomInt(1, MOST_PARTS + 1) });
}
