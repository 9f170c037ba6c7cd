import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../../core/db/database.ts";
import { DatabaseIsNewerError, migrate } from "../../../core/db/migrate.ts";
import { STATION_TABLES, SYNCED_TABLES } from "../../../core/db/tables.ts";

const SNAPSHOT = resolve(import.meta.dirname, "../../../core/db/schema.snapshot.sql");

function schemaOf(db: BetterSqlite3.Database): string {
  const rows = db.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'shipments_search_%' AND name NOT LIKE 'sqlite_%' ORDER BY type DESC, name").all() as { sql: string }[];
  return `${rows.map((r) => `${r.sql};`).join("\n\n")}\n`;
}

describe("migrations", () => {
  it("bring an empty file to the schema of the snapshot, and change nothing the second time", () => {
    const db = new BetterSqlite3(":memory:");
    migrate(db);
    const first = schemaOf(db);
    migrate(db);
    expect(schemaOf(db)).toBe(first);
    if (process.env["UPDATE_SNAPSHOT"] === "1") writeFileSync(SNAPSHOT, first);
    expect(first).toBe(readFileSync(SNAPSHOT, "utf8"));
  });

  it("refuse a file of a newer app that this one could not read rightly", () => {
    const db = new BetterSqlite3(":memory:");
    migrate(db);
    db.pragma("user_version = 999");
    db.pragma("application_id = 999");
    expect(() => migrate(db)).toThrow(DatabaseIsNewerError);
  });

  it("open a file of a newer app that says this one may", () => {
    const db = new BetterSqlite3(":memory:");
    migrate(db);
    db.pragma("user_version = 999");
    db.pragma("application_id = 1");
    expect(() => migrate(db)).not.toThrow();
  });
});

describe("tables", () => {
  const db = openDatabase(":memory:", () => "00000000-0000-7000-8000-000000000001");
  const names = (db.raw.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'shipments_search_%'").all() as { name: string }[]).map((r) => r.name);

  it("are each declared synced or station", () => {
    expect([...SYNCED_TABLES, ...STATION_TABLES].sort()).toEqual(names.sort());
  });

  it("are STRICT, and the synced ones have field clocks", () => {
    const loose = names.filter((name) => name !== "shipments_search" && (db.raw.prepare("SELECT strict FROM pragma_table_list WHERE name = ?").get(name) as { strict: number }).strict !== 1);
    const clockless = SYNCED_TABLES.filter((name) => db.raw.prepare("SELECT 1 FROM pragma_table_info(?) WHERE name = 'clocks'").get(name) === undefined);
    expect({ loose, clockless }).toEqual({ loose: [], clockless: [] });
  });
});

it("the database waits for the disk at every commit", () => {
  const db = openDatabase(join("/tmp", `packbench-${process.pid}.db`), () => "00000000-0000-7000-8000-000000000001");
  expect({ mode: db.raw.pragma("journal_mode", { simple: true }), synchronous: db.raw.pragma("synchronous", { simple: true }) }).toEqual({ mode: "wal", synchronous: 2 });
  db.close();
});
