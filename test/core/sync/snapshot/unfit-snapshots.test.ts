/** A snapshot is another desk's file, so a station checks all of it before a merge. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { beforeAll, describe, expect, it } from "vitest";
import { inTransaction, insertRow, updateRow } from "../../../../core/db/change.ts";
import { insertQuarantined } from "../../../../core/db/quarantine.ts";
import { findFault, type SnapshotFault } from "../../../../core/db/snapshot/check-snapshot.ts";
import { makeSnapshot } from "../../../../core/db/snapshot/make-snapshot.ts";
import { folderOnDisk } from "../../../helpers/folders.ts";
import { looseStation, type LooseStation } from "../../../helpers/loose-stations.ts";
import { TEMPLATE_ROW } from "../../../helpers/template-row.ts";
import { ALL_TABLES } from "../../../../core/all-tables.ts";

const TEMPLATE = {
  ...TEMPLATE_ROW,
  created_at: "",
  updated_at: "",
};

describe("a snapshot", () => {
  let here: LooseStation;
  let made: string;
  let database: string;

  beforeAll(() => {
    const folder = folderOnDisk();
    const maker = looseStation(0, [], join(folder, "maker.db"));
    const { db } = maker.deps;
    inTransaction(maker.deps, () => {
      for (const id of ["a", "b", "c"])
        insertRow(db, "parcel_templates", { ...TEMPLATE, id, name: id });
      insertRow(db, "cash_receipts", {
        id: "r",
        created_at: "",
        organization_id: "o",
        provider_code: "X",
        amount_minor: 5,
        received_on: "2026-11-21",
        reference: "",
        created_by: "m",
      });
    });
    inTransaction(maker.deps, () => void updateRow(db, "parcel_templates", "a", { name: "A" }));
    const hlc = db.clock.next(maker.clock.nowMs);
    const stamp = db.stamps.shorten(hlc);
    inTransaction(maker.deps, () => {
      db.sql(
        `INSERT INTO parked_changes (row_id, table_name, field, value, stamp) VALUES ('x', 'parcel_templates', 'name', '"x"', ?)`,
      ).run(stamp);
      insertQuarantined(db, {
        id: "late",
        stationID: db.stationID,
        hlc,
        number: 1,
        version: 9,
        reason: "newer version",
        body: Buffer.of(1),
        createdAt: "",
      });
    });
    made = join(folder, "made.db");
    makeSnapshot(
      {
        tables: ALL_TABLES,
        database: db.raw.name,
        file: made,
        organizationID: "o",
        now: maker.deps.now(),
      },
      () => true,
    );
    database = join(folderOnDisk(), "here.db");
    here = looseStation(0, [], database);
  });

  const faultOf = (
    change: string | ((db: BetterSqlite3.Database) => void),
  ): SnapshotFault | undefined => {
    const file = join(folderOnDisk(), "changed.db");
    copyFileSync(made, file);
    const db = new BetterSqlite3(file);
    if (typeof change === "string") db.exec(change);
    else change(db);
    db.close();
    const limit = here.deps.db.clock.limit(here.clock.nowMs);
    return findFault({
      tables: ALL_TABLES,
      file,
      organizationID: "o",
      seq: 0,
      here: { database, organizations: ["other"] },
      limit,
    });
  };
  /** Writes a row of SQLite's own schema directly. */
  const inSchema =
    (sql: string) =>
    (db: BetterSqlite3.Database): void => {
      db.unsafeMode(true);
      db.pragma("writable_schema = ON");
      db.exec(sql);
      db.unsafeMode(false);
    };

  it("a snapshot is valid as a station makes it, even with a table that a newer version shares", () => {
    expect(faultOf("")).toBeUndefined();
    expect(
      faultOf("CREATE TABLE next_notes(stamp TEXT,id TEXT,organization_id TEXT)"),
    ).toBeUndefined();
  });

  it("a snapshot of a newer version, another format or a trial version is reported as such, whatever else it contains", () => {
    const newer =
      "UPDATE facts SET body = json_set(body, '$.schema', 9999); CREATE TABLE next (id INTEGER PRIMARY KEY)";
    expect(faultOf(newer)).toEqual({ schema: 9999 });
    expect(
      faultOf(`${newer}; UPDATE facts SET body = json_set(body, '$.format', 'PE', '$.schema', 1)`),
    ).toEqual({ schema: 1 });
    expect(faultOf(`${newer}; UPDATE facts SET body = json_remove(body, '$.format')`)).toEqual({
      trial: true,
    });
  });

  it.each<[what: string, change: string | ((db: BetterSqlite3.Database) => void)]>([
    [
      "SQL in the number of a station",
      "UPDATE names SET no = '1'' THEN (SELECT token_hash FROM api_tokens) WHEN ''2'",
    ],
    [
      "a station's number as text",
      "DROP TABLE names; CREATE TABLE names (no TEXT, name TEXT); INSERT INTO names VALUES ('1', '01931111-1111-7111-8111-111111111111.1')",
    ],
    [
      "a station's number twice",
      "INSERT INTO names SELECT no, '01931111-1111-7111-8111-111111111111.1' FROM names LIMIT 1",
    ],
    ["an invalid station name", "INSERT INTO names VALUES (7, 'x.1')"],
    [
      "more stations than an organization has",
      "WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 30000) INSERT INTO names SELECT i, '01931111-1111-7111-8111-111111111111.' || i FROM n",
    ],
    ["a trigger", "CREATE TRIGGER t AFTER INSERT ON facts BEGIN SELECT 1; END"],
    ["a view", "CREATE VIEW v AS SELECT 1"],
    ["a virtual table", "CREATE VIRTUAL TABLE v USING fts5 (id, stamp, organization_id)"],
    [
      "a check",
      "DROP TABLE parcels; CREATE TABLE parcels (id TEXT, stamp TEXT, organization_id TEXT CHECK (id <> ''))",
    ],
    ["a default", "ALTER TABLE parcels ADD COLUMN more TEXT DEFAULT (1)"],
    ["a generated column", "ALTER TABLE parcels ADD COLUMN more TEXT AS (id || 'x')"],
    ["an index on an expression", "CREATE INDEX i ON parcels (lower(id))"],
    ["another index", "CREATE INDEX i ON parcels (id)"],
    ["no index of clocks", "DROP INDEX clocks_by_row"],
    ["a table that is not synced", "CREATE TABLE jobs (id TEXT, stamp TEXT, organization_id TEXT)"],
    ["a table without stamp and organization", "CREATE TABLE next_notes (id TEXT)"],
    [
      "a table under another name than its own",
      inSchema(
        "UPDATE sqlite_schema SET sql = replace(sql, 'CREATE TABLE parcels', 'CREATE TABLE parcels2') WHERE name = 'parcels'",
      ),
    ],
    [
      "a table whose name needs quotes",
      `CREATE TABLE "a b" (id TEXT, stamp TEXT, organization_id TEXT)`,
    ],
    [
      "a column that hides the rows' numbers",
      "CREATE TABLE next_notes (id TEXT, stamp TEXT, organization_id TEXT, rowid TEXT)",
    ],
    [
      "a row with a very large number",
      "UPDATE parcel_templates SET rowid = 4611686018427387904 WHERE rowid = 3",
    ],
    ["a row twice", "INSERT INTO parcel_templates SELECT * FROM parcel_templates WHERE id = 'a'"],
    ["one table missing", "DROP TABLE members"],
    ["one column missing", "ALTER TABLE cash_receipts DROP COLUMN amount_minor"],
    ["text in place of a number", "UPDATE parcel_templates SET position = 'x'"],
    [
      "a text longer than any message",
      "UPDATE parcel_templates SET name = printf('%.*c', 5000000, 'x') WHERE id = 'a'",
    ],
    ["bytes in place of text", "UPDATE parcel_templates SET name = x'00'"],
    ["a number that is not exact", "UPDATE cash_receipts SET amount_minor = 9007199254740993"],
    ["null where a value is needed", "UPDATE parcel_templates SET name = NULL"],
    ["rows without an organization", "UPDATE parcel_templates SET organization_id = NULL"],
    ["a stamp in another form", "UPDATE parcel_templates SET stamp = '1.1'"],
    [
      "a stamp of a station that the snapshot does not name",
      "UPDATE parcel_templates SET stamp = substr(stamp, 1, 17) || '99'",
    ],
    ["a stamp of the future", "UPDATE parcel_templates SET stamp = '7fffffffffff0000.1'"],
    ["clocks that are not JSON", "UPDATE clocks SET clocks = '{'"],
    ["clocks of the future", `UPDATE clocks SET clocks = '{"7fffffffffff0000.1":["name"]}'`],
    ["clocks in another shape", "UPDATE clocks SET clocks = replace(clocks, '[\"name\"]', '[1]')"],
    ["clocks of one row twice", "INSERT INTO clocks SELECT * FROM clocks"],
    ["a waiting change of a column of another type", "UPDATE parked SET field = 'position'"],
    ["a waiting change in another shape", "UPDATE parked SET value = '{}'"],
    [
      "a waiting change with a stamp of the future",
      "UPDATE parked SET stamp = '7fffffffffff0000.1'",
    ],
    ["a waiting change of a table whose name is SQL", "UPDATE parked SET table_name = 'a; --'"],
    ["a quarantined transaction of another shape", "UPDATE aside SET number = 'x'"],
    [
      "a quarantined transaction with another station than its stamp's",
      "UPDATE aside SET station_id = 'x'",
    ],
    ["facts without a stream position", "UPDATE facts SET body = json_remove(body, '$.seq')"],
    ["facts that are not JSON", "UPDATE facts SET body = 'x'"],
    ["two rows of facts", "INSERT INTO facts SELECT * FROM facts"],
    ["another organization", "UPDATE facts SET body = json_set(body, '$.organizationID', 'p')"],
    [
      "rows of another organization",
      "UPDATE parcel_templates SET organization_id = 'p' WHERE id = 'b'",
    ],
    ["a write-ahead log", (db) => void db.pragma("journal_mode = WAL")],
    [
      "a stream position that differs from its entry's",
      "UPDATE facts SET body = json_set(body, '$.seq', 9)",
    ],
    ["no facts", "DROP TABLE facts"],
  ])("a snapshot with %s is rejected", (_what, change) => {
    expect(faultOf(change)).toEqual({ reason: expect.stringMatching(/^[a-z].+/i) });
  });
});
