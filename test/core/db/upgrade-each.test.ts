/**
 * A database of each earlier schema, full of shipments, brought up to date: nothing is lost or changed, and the station works with it. In full
 * size (`npm run faults`) 100,000 shipments of every schema; in CI 1,000 of some.
 */
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../../core/db/database.ts";
import { schemaVersion } from "../../../core/db/migrate.ts";
import type { Shipment } from "../../../core/shipments/shipments.schema.ts";
import type { Transaction } from "../../../core/transactions/transactions.schema.ts";
import { filledFolder } from "../../bench/fill.ts";
import { folderOnDisk, ROOT } from "../../helpers/folders.ts";
import { lastingStation, parcel } from "../../helpers/station.ts";

const FULL = process.env["PACKBENCH_FULL"] === "1";
const SHIPMENTS = FULL ? 100_000 : 1_000;
const MIGRATIONS = join(ROOT, "core/db/migrations");
const FILES = readdirSync(MIGRATIONS).sort();
/** Of the first one whose tables hold a whole shipment with its purchase and print. */
const FIRST = 16;
const EARLIER = Array.from({ length: FILES.length - FIRST }, (_, i) => FIRST + i).filter((schema) => FULL || schema % 4 === 0 || schema === FILES.length - 1);
const TAKES_MS = FULL ? 15 * 60_000 : 120_000;
/** As migrate.ts marks a file. */
const MARK = 0x5043_0000;

type Database = BetterSqlite3.Database;

/** Tables with rows of their own: not those of full-text indexes, which are made anew. */
function tablesOf(db: Database, schema = "main"): string[] {
  const names = db.prepare(`SELECT name FROM pragma_table_list WHERE schema = ? AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`).pluck().all(schema) as string[];
  return names.filter((name) => !/_search(_|$)/.test(name));
}

const columnsOf = (db: Database, table: string, schema = "main"): string[] => db.prepare(`SELECT name FROM pragma_table_info(?, ?)`).pluck().all(table, schema) as string[];

/** Their rows follow from others, and migrations make them anew: what is to be indexed, the board, marks of this file. */
const MADE_ANEW = new Set(["open_parcels", "station_meta", "unindexed_shipments", "unindexed_addresses"]);

/** Columns that a migration gave another name: their earlier one, by table and name. */
const EARLIER_NAMES: Readonly<Record<string, string>> = { "rate_requests.id": "shipment_id" };

/** The database as an app of `schema` has left it: its tables, with all of the newer one's rows as far as their columns go. */
function makeEarlier(folder: string, filled: string, schema: number): { readonly table: string; readonly columns: string[] }[] {
  cpSync(filled, folder, { recursive: true, filter: (file) => !file.includes("packbench.db") });
  const db = new BetterSqlite3(join(folder, "packbench.db"));
  for (const pragma of ["journal_mode = WAL", "synchronous = OFF", "foreign_keys = OFF"]) db.pragma(pragma);
  for (const name of FILES.slice(0, schema)) db.exec(readFileSync(join(MIGRATIONS, name), "utf8"));
  const minReaders = FILES.slice(0, schema).map((name) => Number(/^-- min_reader: (\d+)$/m.exec(readFileSync(join(MIGRATIONS, name), "utf8"))?.[1]));
  db.pragma(`user_version = ${schema}`);
  db.pragma(`application_id = ${MARK + Math.max(...minReaders)}`);
  db.exec(`ATTACH '${join(filled, "packbench.db")}' AS filled`);
  const triggers = db.prepare("SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger'").all() as { name: string; sql: string }[];
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  const there = new Set(tablesOf(db, "filled"));
  const copied = tablesOf(db).filter((table) => there.has(table)).map((table) => {
    const here = new Set(columnsOf(db, table));
    const earlier = (column: string): string => (here.has(column) ? column : (EARLIER_NAMES[`${table}.${column}`] ?? column));
    const columns = columnsOf(db, table, "filled").filter((column) => here.has(earlier(column)));
    db.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} (${columns.map(earlier).join(", ")}) SELECT ${columns.join(", ")} FROM filled.${table}`);
    return { table, columns };
  });
  for (const { sql } of triggers) db.exec(sql);
  db.exec("DETACH filled");
  db.close();
  return copied;
}

/** Sums that change with any cell: one statement a table. */
function sumsOf(db: Database, tables: readonly { readonly table: string; readonly columns: readonly string[] }[]): Record<string, unknown> {
  return Object.fromEntries(
    tables.filter(({ table }) => !MADE_ANEW.has(table)).map(({ table, columns }) => [
      table,
      db.prepare(`SELECT count(*) AS rows, ${columns.map((c) => `sum(length(CAST(${c} AS BLOB)) * (1 + unicode(CAST(${c} AS TEXT)))) AS ${c}`).join(", ")} FROM ${table}`).get(),
    ]),
  );
}

function read<T>(folder: string, run: (db: Database) => T): T {
  const db = new BetterSqlite3(join(folder, "packbench.db"));
  try {
    return run(db);
  } finally {
    db.close();
  }
}

describe(`a database of ${SHIPMENTS.toLocaleString("en")} shipments`, () => {
  let filled = "";
  beforeAll(async () => {
    filled = await filledFolder(SHIPMENTS);
  }, TAKES_MS);

  for (const schema of EARLIER) {
    it(`of schema ${schema} is brought up to date with every row as it was, and labels are bought with it`, { timeout: TAKES_MS }, async () => {
      const folder = folderOnDisk();
      const tables = makeEarlier(folder, filled, schema);
      const before = read(filled, (db) => sumsOf(db, tables));
      openDatabase(join(folder, "packbench.db"), () => "").close();
      const after = read(folder, (db) => ({ sums: sumsOf(db, tables), version: schemaVersion(db), whole: db.pragma("quick_check", { simple: true }), strays: db.pragma("foreign_key_check") }));
      expect({ ...after, sums: undefined }).toEqual({ version: FILES.length, whole: "ok", strays: [], sums: undefined });
      expect(after.sums).toEqual(before);

      const s = await lastingStation({ dataDir: folder, demo: false });
      try {
        const shipment = await s.desk<Shipment>("POST", "/shipments", parcel());
        const bought = await s.desk<Transaction>("POST", "/transactions", { offerID: shipment.data.offers?.cheapest?.id });
        expect(bought.data.shipment.barcode).not.toBe("");
        expect((await s.desk("GET", "/station/integrity")).data).toMatchObject({ database: ["ok"] }); // the ledger's chain is not one that a station has written
      } finally {
        await s.stop();
      }
    });
  }
});
