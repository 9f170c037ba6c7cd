/**
 * Turns a copy of a data folder into a station with another id and its own section of each number
 * range, so that the copy and its original can both keep working. The original keeps its numbers
 * and is not changed.
 */
import { randomInt, randomUUID } from "node:crypto";
import BetterSqlite3 from "better-sqlite3";
import { addUnusedRanges, hasAgreements } from "./add-unused-ranges.ts";
import { COPIED_AT, MACHINE, RESTORED_AT } from "./station-meta.ts";

/**
 * Distance between the sections of a shipment number range; a random factor multiplies it. A desk
 * uses fewer numbers.
 */
const PART = 10_000_000;
const MOST_PARTS = 89;
/**
 * Bounds of where the copy's section starts in the unused rest of a carrier's range, in thousandths
 * of the rest. The start is random between them, so that two copies of one folder also differ.
 */
const [LEAST, MOST] = [250, 750];

/**
 * Makes a copied database a separate station, in one transaction.
 *
 * @param path Path of a database that no process has open.
 * @param machine Identity of this computer, if known.
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
 * Deletes the numbers and money that the hub leased to the original. If the copied station had
 * joined a hub, the copy gets no numbers and no money before it joins the hub itself.
 */
function dropLeases(raw: BetterSqlite3.Database): void {
  const isThere = raw.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  for (const table of ["number_blocks", "money_leases"])
    // Files of earlier versions have neither table.
    if (isThere.get(table) !== undefined) raw.exec(`DELETE FROM ${table}`);
}

/** Finds the last number of the barcode range that a row of `number_ranges` names. */
const LAST_OF_RANGE = `SELECT max(last)
                   FROM barcode_ranges
                  WHERE number_ranges.name = 'barcode:' || provider_code || ' ' || prefix || ' ' || first`;
/** The same in a file of an earlier schema. */
const LAST_OF_CARD = `SELECT max(json_extract(card, '$.barcode.last'))
                   FROM rate_cards
                  WHERE number_ranges.name = 'barcode:' || provider_code || ' ' || json_extract(card, '$.barcode.prefix') || ' ' || json_extract(card, '$.barcode.first')`;

function partNumbers(raw: BetterSqlite3.Database): void {
  const db = { sql: <Row>(text: string) => raw.prepare<unknown[], Row>(text) };
  // Includes ranges that are still unused: the original starts them at their first number.
  addUnusedRanges(db);
  const last = hasAgreements(db) ? LAST_OF_RANGE : LAST_OF_CARD;
  raw
    .prepare(
      `UPDATE number_ranges
          SET next = next + CAST(coalesce(((${last}) - next) * :share / 1000, :many) AS INTEGER)`,
    )
    .run({ share: randomInt(LEAST, MOST), many: PART * randomInt(1, MOST_PARTS + 1) });
}
