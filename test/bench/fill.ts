/**
 * Fills a data folder with shipments by copying one bought shipment, its address and its search text under new ids.
 * Not durable while it fills: a bench folder is thrown away.
 */
import { randomUUID } from "node:crypto";
import BetterSqlite3 from "better-sqlite3";

/** Each fills a page at a thousand shipments (20 rows) and matches a thousand rows of a million. */
export const TERMS = Array.from({ length: 50 }, (_, i) => `soyad${String(i).padStart(4, "0")}`);
const MOST_PER_TERM = 1_000;

type Row = Record<string, unknown>;

/** @param file The database of a station that is not running, with at least one bought shipment. */
export function fill(file: string, shipments: number): void {
  const db = new BetterSqlite3(file);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = OFF");
  db.pragma("foreign_keys = OFF");
  const template = db.prepare("SELECT * FROM shipments WHERE status = 'TRACKING_CODE_CREATED' ORDER BY seq LIMIT 1").get() as Row;
  const address = db.prepare("SELECT * FROM addresses WHERE id = ?").get(template["recipient_address_id"]) as Row;
  const insertShipment = inserter(db, "shipments", template);
  const insertAddress = inserter(db, "addresses", address);
  const search = db.prepare("INSERT INTO shipments_search (rowid, text) VALUES (?, ?)");
  const surnames = Math.max(TERMS.length, Math.ceil(shipments / MOST_PER_TERM));
  let number = Number(db.prepare("SELECT max(number) FROM shipments").pluck().get());
  let seq = Number(db.prepare("SELECT max(seq) FROM shipments").pluck().get());
  const begin = Date.parse("2026-01-01T00:00:00.000Z");
  const batch = db.transaction((n: number) => {
    for (let i = 0; i < n; i += 1) {
      number += 1;
      seq += 1;
      const name = `Ad${number} Soyad${String(number % surnames).padStart(4, "0")}`;
      const addressID = randomUUID();
      const at = new Date(begin + number * 1_000).toISOString();
      insertAddress.run({ ...address, id: addressID, name, created_at: at, updated_at: at });
      insertShipment.run({ ...template, seq, id: randomUUID(), number, barcode: `F${number}`, recipient_address_id: addressID, frozen_addresses: null, created_at: at, updated_at: at });
      search.run(seq, `${number} F${number} ${name.toLowerCase()} kadikoy istanbul`);
    }
  });
  for (let left = shipments; left > 0; left -= 10_000) batch(Math.min(left, 10_000));
  db.prepare("UPDATE number_ranges SET next = ? WHERE name LIKE 'shipments:%'").run(number + 1);
  db.exec("INSERT INTO shipments_search (shipments_search) VALUES ('optimize')");
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.close();
}

function inserter(db: BetterSqlite3.Database, table: string, row: Row): BetterSqlite3.Statement {
  const columns = Object.keys(row);
  return db.prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map((c) => `:${c}`).join(", ")})`);
}
