/**
 * Writes a snapshot: one SQLite file with the rows of one organization, all from the same state of
 * the database, without the tables that are not synced. Must run in a thread, because a million
 * shipments take minutes.
 */
import { rmSync } from "node:fs";
import BetterSqlite3, { type Database } from "better-sqlite3";
import { findMeta } from "../station-meta.ts";
import { FORMAT } from "../format.ts";
import { schemaVersion } from "../migrate.ts";
import { columnList } from "../plain-names.ts";
import { columnsOf } from "../columns.ts";
import type { WithTables } from "../tables.ts";
import { listUnknownTables } from "../unknown-tables.ts";
import { scopeOf } from "../row-owners.ts";
import { readPosition } from "../stream-position.ts";
import {
  CLOCKS_INDEX,
  columnsInSnapshot,
  tablesInOrder,
  type SnapshotFacts,
} from "./snapshot-tables.ts";

export type SnapshotPlan = WithTables & {
  readonly database: string;
  readonly file: string;
  readonly organizationID: string;
  readonly now: string;
};

/**
 * Makes a snapshot as a complete file, and returns the snapshot's facts.
 *
 * @param isWanted Called between tables: false stops the work.
 * @throws SQLite's error; Error when the work was stopped. A failed snapshot leaves no file.
 */
export function makeSnapshot(
  { database, file, organizationID, now, tables }: SnapshotPlan,
  isWanted: () => boolean,
): SnapshotFacts {
  rmSync(file, { force: true });
  // Made first: a connection with `fileMustExist` cannot create the attached file.
  new BetterSqlite3(file).close();
  const raw = new BetterSqlite3(database, { fileMustExist: true });
  try {
    raw.pragma("busy_timeout = 5000");
    raw.prepare("ATTACH ? AS made").run(file);
    raw.pragma("made.journal_mode = OFF"); // No journal is needed: an incomplete file is deleted.
    raw.pragma("made.synchronous = OFF");
    return raw.transaction(() => fill(raw, { organizationID, now, tables }, isWanted))();
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    raw.close();
  }
}

function fill(
  raw: Database,
  { organizationID, now, tables }: Pick<SnapshotPlan, "organizationID" | "now" | "tables">,
  isWanted: () => boolean,
): SnapshotFacts {
  const sql = <Row>(text: string) => raw.prepare<unknown[], Row>(text);
  const db = { sql, tables, columns: new Map<string, ReadonlySet<string>>() };
  const facts: SnapshotFacts = {
    organizationID,
    stationID: findMeta(db, "station_id") ?? "",
    format: FORMAT,
    schema: schemaVersion(raw),
    ...readPosition(db),
    outbox: Number(
      sql<{ seq: number | null }>("SELECT max(seq) AS seq FROM main.outbox").get()?.seq ?? 0,
    ),
    madeAt: now,
  };
  raw.exec(
    "CREATE TABLE made.facts (body TEXT NOT NULL); CREATE TABLE made.clocks (row_id TEXT NOT NULL, table_name TEXT NOT NULL, clocks TEXT NOT NULL)",
  );
  raw.exec(
    "CREATE TABLE made.names AS SELECT no, name FROM main.stations; CREATE TABLE made.parked AS SELECT row_id, table_name, field, value, stamp FROM main.parked_changes",
  );
  raw.exec(
    `CREATE TABLE made.aside AS SELECT id, station_id, hlc, number, version, reason, body, created_at FROM main.commits_set_aside WHERE reason IN ('clock', 'newer version', 'failed')`,
  );
  const copy = (table: string, columns: readonly string[], scope: string): void => {
    if (!isWanted()) throw new Error("the snapshot was stopped");
    raw
      .prepare(
        `CREATE TABLE made.${table} AS SELECT s.stamp, ${columnList("s", columns)} FROM main.${table} AS s WHERE ${scope}`,
      )
      .run({ organizationID });
    raw
      .prepare(
        `INSERT INTO made.clocks SELECT c.row_id, c.table_name, c.clocks FROM main.row_clocks AS c WHERE c.table_name = ? AND c.row_id IN (SELECT id FROM made.${table})`,
      )
      .run(table);
  };
  for (const table of tablesInOrder(db)) {
    const travelling = columnsOf(db, table);
    copy(table, columnsInSnapshot(db, table, travelling), scopeOf(db, table, travelling));
  }
  for (const [table, columns] of listUnknownTables(db))
    copy(table, columns, "s.organization_id = :organizationID");
  raw.exec(`CREATE INDEX made.${CLOCKS_INDEX}`);
  sql("INSERT INTO made.facts VALUES (?)").run(JSON.stringify(facts));
  return facts;
}
