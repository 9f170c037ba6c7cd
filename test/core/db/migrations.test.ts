import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import BetterSqlite3 from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../helpers/open-database.ts";
import { MARK } from "../../../core/db/format.ts";
import { DatabaseIsNewerError, migrate, schemaVersion } from "../../../core/db/migrate.ts";
import { ROOT, temporaryFolder } from "../../helpers/folders.ts";
import { STATION_TABLES, SYNCED_TABLES } from "../../helpers/tables.ts";

const CORE = resolve(import.meta.dirname, "../../../core");
const MIGRATIONS = join(CORE, "db/migrations");
const SNAPSHOT = join(CORE, "db/schema.snapshot.sql");

function schemaOf(db: BetterSqlite3.Database): string {
  const rows = db
    .prepare(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE '%_search_%' AND name NOT LIKE 'sqlite_%' ORDER BY type DESC, name",
    )
    .all() as { sql: string }[];
  return `${rows.map((r) => `${r.sql};`).join("\n\n")}\n`;
}

/**
 * Makes a newer app: copies this app's code to a separate folder, and adds migrations that each add
 * a table.
 *
 * @param minReaders The min_reader of each migration after this app's last one.
 */
async function newerApp(
  minReaders: readonly ((last: number) => number)[],
): Promise<{ migrate: typeof migrate; schema: number }> {
  const folder = temporaryFolder();
  for (const part of ["base", "db"])
    cpSync(join(CORE, part), join(folder, "core", part), { recursive: true });
  const migrations = join(folder, "core", "db", "migrations");
  const last = readdirSync(migrations).length;
  minReaders.forEach((minReader, i) => {
    const number = last + 1 + i;
    writeFileSync(
      join(migrations, `${String(number).padStart(4, "0")}-newer.sql`),
      `-- min_reader: ${minReader(last)}\nCREATE TABLE newer_${number} (id TEXT PRIMARY KEY) STRICT;\n`,
    );
  });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const app = (await import(pathToFileURL(join(folder, "core", "db", "migrate.ts")).href)) as {
    migrate: typeof migrate;
  };
  return { migrate: app.migrate, schema: last + minReaders.length };
}

describe("migrations", () => {
  it("migrations bring an empty file to the snapshot's schema, and change nothing the second time", () => {
    const db = new BetterSqlite3(":memory:");
    migrate(db);
    const first = schemaOf(db);
    migrate(db);
    expect(schemaOf(db)).toBe(first);
    if (process.env["UPDATE_SNAPSHOT"] === "1") writeFileSync(SNAPSHOT, first);
    expect(first).toBe(readFileSync(SNAPSHOT, "utf8"));
  });

  it("a newer app's file that this app cannot read correctly is rejected unchanged", async () => {
    const newer = await newerApp([(last) => last + 1]);
    const db = new BetterSqlite3(":memory:");
    newer.migrate(db);
    const before = schemaOf(db);
    expect(() => migrate(db)).toThrow(
      `newer Packbench (schema ${newer.schema}, this one knows ${newer.schema - 1})`,
    );
    expect(() => migrate(db)).toThrow(DatabaseIsNewerError);
    expect(schemaOf(db)).toBe(before);
  });

  it("a newer app's file whose min_reader allows this app opens with its additions kept", async () => {
    const newer = await newerApp([(last) => last, () => 1]);
    const db = new BetterSqlite3(":memory:");
    newer.migrate(db);
    const before = schemaOf(db);
    migrate(db);
    expect({ version: schemaVersion(db), schema: schemaOf(db) }).toEqual({
      version: newer.schema,
      schema: before,
    });
  });

  it("a newer app's file is rejected if any of its steps forbids this app, even if a later step allows this app", async () => {
    const newer = await newerApp([(last) => last + 1, () => 1]);
    const db = new BetterSqlite3(":memory:");
    migrate(db); // A file of this version that the newer app has migrated.
    newer.migrate(db);
    expect(() => migrate(db)).toThrow(DatabaseIsNewerError);
  });

  it("an update is reported before the copy is made, which takes minutes with many shipments", async () => {
    const newer = await newerApp([(last) => last]);
    const db = new BetterSqlite3(":memory:");
    migrate(db);
    const happened: string[] = [];
    newer.migrate(
      db,
      { warn: (_, text) => void happened.push(text?.split(" ").slice(0, 3).join(" ") ?? "") },
      (step, of) => void happened.push(`${step} of ${of}`),
      () => void happened.push("copied"),
    );
    const step = `${newer.schema} of ${newer.schema}`;
    expect(happened).toEqual([
      "copying the database",
      step,
      "copied",
      "migrating the database:",
      step,
    ]);
  });

  it("migrations keep the largest min_reader of all steps", () => {
    const db = new BetterSqlite3(":memory:");
    migrate(db);
    const largest = Math.max(
      ...readdirSync(MIGRATIONS).map((name) =>
        Number(/^-- min_reader: (\d+)$/m.exec(readFileSync(join(MIGRATIONS, name), "utf8"))?.[1]),
      ),
    );
    expect(Number(db.pragma("application_id", { simple: true })) - MARK).toBe(largest);
  });

  it.each([
    ["without a format", 13, 12],
    ["of format PC, whose schema has a higher number than this app's", 44, 0x5043_0000 + 37],
  ])("a file of a trial version %s is rejected unchanged", (_what, version, mark) => {
    const db = new BetterSqlite3(":memory:");
    db.exec("CREATE TABLE shipments (id TEXT)");
    db.pragma(`user_version = ${version}`);
    db.pragma(`application_id = ${mark}`);
    expect(() => migrate(db)).toThrow("trial version");
    const tables = db.prepare("SELECT name FROM sqlite_schema").pluck().all();
    expect({ version: schemaVersion(db), tables }).toEqual({ version, tables: ["shipments"] });
  });
});

describe("tables", () => {
  const db = openDatabase(":memory:", () => "00000000-0000-7000-8000-000000000001");
  const names = (
    db.raw
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%_search_%'",
      )
      .all() as { name: string }[]
  ).map((r) => r.name);

  it("each table is declared synced or not synced", () => {
    expect([...SYNCED_TABLES, ...STATION_TABLES].sort()).toEqual(names.sort());
  });

  it("tables are STRICT, and synced tables have a stamp", () => {
    const loose = names.filter(
      (name) =>
        !name.endsWith("_search") &&
        (
          db.raw.prepare("SELECT strict FROM pragma_table_list WHERE name = ?").get(name) as {
            strict: number;
          }
        ).strict !== 1,
    );
    const stampless = SYNCED_TABLES.filter(
      (name) =>
        db.raw.prepare("SELECT 1 FROM pragma_table_info(?) WHERE name = 'stamp'").get(name) ===
        undefined,
    );
    expect({ loose, stampless }).toEqual({ loose: [], stampless: [] });
  });
});

it("the database waits for the disk at every commit", () => {
  const db = openDatabase(
    join(temporaryFolder(), "packbench.db"),
    () => "00000000-0000-7000-8000-000000000001",
  );
  expect({
    mode: db.raw.pragma("journal_mode", { simple: true }),
    synchronous: db.raw.pragma("synchronous", { simple: true }),
  }).toEqual({ mode: "wal", synchronous: 2 });
  db.close();
});
