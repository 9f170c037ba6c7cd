/**
 * The next release's migration of a database with many shipments keeps every row. Full size (`npm
 * run faults`): 100,000 shipments; in `npm test`: 300.
 */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import BetterSqlite3 from "better-sqlite3";
import { expect, it } from "vitest";
import type { ALL_TABLES } from "../../../core/all-tables.ts";
import type { openDatabase } from "../../../core/db/open-database.ts";
import { schemaVersion } from "../../../core/db/migrate.ts";
import { filledFolder } from "../../bench/fill.ts";
import { folderOnDisk } from "../../helpers/folders.ts";
import { LAST_SCHEMA, makeNextRelease } from "../../helpers/next-release.ts";

const FULL = process.env["PACKBENCH_FULL"] === "1";
const SHIPMENTS = FULL ? 100_000 : 300;
const TAKES_MS = FULL ? 15 * 60_000 : 120_000;

type Database = BetterSqlite3.Database;
type Columns = Readonly<Record<string, readonly string[]>>;

function columnsOf(db: Database): Columns {
  const tables = db
    .prepare(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'`,
    )
    .pluck()
    .all() as string[];
  const columns = db.prepare(`SELECT name FROM pragma_table_info(?)`).pluck();
  return Object.fromEntries(
    tables
      .filter((table) => !/_search(_|$)/.test(table))
      .map((table) => [table, columns.all(table) as string[]]),
  );
}

/** Computes checksums of all cells with one statement per table. */
function sumsOf(db: Database, columns: Columns): Record<string, unknown> {
  const sum = (column: string): string =>
    `sum(length(CAST(${column} AS BLOB)) * (1 + unicode(CAST(${column} AS TEXT)))) AS ${column}`;
  return Object.fromEntries(
    Object.entries(columns)
      .filter(([table]) => table !== "station_meta")
      .map(([table, names]) => [
        table,
        db.prepare(`SELECT count(*) AS rows, ${names.map(sum).join(", ")} FROM ${table}`).get(),
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

it(
  `migrating a database of ${SHIPMENTS.toLocaleString("en")} shipments to the next schema keeps every row`,
  { timeout: TAKES_MS },
  async () => {
    const filled = await filledFolder(SHIPMENTS);
    const folder = folderOnDisk();
    cpSync(filled, folder, { recursive: true });
    const columns = read(folder, columnsOf);
    const before = read(folder, (db) => sumsOf(db, columns));
    const next = makeNextRelease(LAST_SCHEMA + 1);
    const load = (name: string): Promise<unknown> => import(pathToFileURL(join(next, name)).href);
    const { openDatabase: open } = (await load("core/db/open-database.ts")) as {
      openDatabase: typeof openDatabase;
    };
    const { ALL_TABLES: tables } = (await load("core/all-tables.ts")) as {
      ALL_TABLES: typeof ALL_TABLES;
    };
    open(join(folder, "packbench.db"), tables, () => "").close();
    const after = read(folder, (db) => ({
      sums: sumsOf(db, columns),
      version: schemaVersion(db),
      whole: db.pragma("quick_check", { simple: true }),
      strays: db.pragma("foreign_key_check"),
    }));
    expect(after).toEqual({ sums: before, version: LAST_SCHEMA + 1, whole: "ok", strays: [] });
  },
);
