/**
 * Removes rows from a snapshot's file that would be quarantined if they came by the stream. Runs
 * after the check of the file, in the same thread, because it examines every row.
 */
import BetterSqlite3, { type Database } from "better-sqlite3";
import { parseJson } from "../../base/json.ts";
import type { Db, RowChange, SqlRow } from "../database.ts";
import { INSERTED } from "../inserted-mark.ts";
import { columnList } from "../plain-names.ts";
import { isSynced, syncedTables, type WithTables } from "../tables.ts";
import { scalarSchema } from "./snapshot-rows.ts";

/** Decides which rows are valid. `columns`: the columns of a table that the judge examines. */
export type Judge = {
  columns(here: TypesOfColumns, table: string): readonly string[];
  /**
   * Judges a change as the stream would.
   *
   * @returns Why a change of a station is not applied; undefined for a good one.
   */
  whyNot(here: TypesOfColumns, change: RowChange, stationID: string): string | undefined;
};
type TypesOfColumns = Pick<Db, "sql" | "columnTypes" | "tables">;

/**
 * `file`: a snapshot that passed the check. `database`: this station's database, whose tables
 * define valid rows.
 */
export type SnapshotSift = WithTables & { readonly file: string; readonly database: string };

/** Maximum number of invalid rows; a snapshot of an intact station has fewer. */
const MOST_LEFT_OUT = 10_000;

/**
 * Removes invalid rows and invalid parked changes from a snapshot.
 *
 * @returns The reason for each removed row or change.
 * @throws Error for a snapshot with very many invalid rows.
 */
export function siftRows({ file, database, tables }: SnapshotSift, judge: Judge): string[] {
  const own = new BetterSqlite3(database, { readonly: true, fileMustExist: true });
  const raw = new BetterSqlite3(file, { fileMustExist: true });
  try {
    raw.pragma("trusted_schema = OFF");
    raw.pragma("journal_mode = OFF"); // No journal is needed: an incomplete file is deleted.
    raw.pragma("synchronous = OFF");
    const here: TypesOfColumns = {
      sql: (text) => own.prepare(text),
      columnTypes: new Map(),
      tables,
    };
    const sift: Sift = { raw, here, judge, stationOf: readNames(raw), leftOut: [] };
    for (const table of syncedTables(here)) siftTable(sift, table);
    siftParked(sift);
    return sift.leftOut;
  } finally {
    raw.close();
    own.close();
  }
}

type Sift = {
  readonly raw: Database;
  readonly here: TypesOfColumns;
  readonly judge: Judge;
  /** The station that a stamp names. */
  readonly stationOf: (stamp: string) => string;
  readonly leftOut: string[];
};

const STAMP_DIGITS = 17;

function readNames(raw: Database): (stamp: string) => string {
  const rows = raw.prepare<[], { no: number; name: string }>("SELECT no, name FROM names").all();
  const names = new Map(rows.map(({ no, name }) => [no, name.split(".")[0] ?? ""]));
  return (stamp) => names.get(Number(stamp.slice(STAMP_DIGITS))) ?? "";
}

type Found = SqlRow & { readonly n: number; readonly id: string; readonly stamp: string };

function siftTable({ raw, here, judge, stationOf, leftOut }: Sift, table: string): void {
  const info = raw.prepare<[string], { name: string }>("SELECT name FROM pragma_table_info(?)");
  const present = new Set(info.all(table).map(({ name }) => name));
  const judged = judge.columns(here, table).filter((column) => present.has(column));
  if (judged.length === 0) return;
  const columns = ["id", "stamp", ...judged];
  const rows = raw.prepare<[], Found>(
    `SELECT s.rowid AS n, ${columnList("s", columns)} FROM ${table} AS s`,
  );
  const bad: Found[] = [];
  for (const row of rows.iterate()) {
    const { n: _, id, stamp, ...fields } = row;
    const why = judge.whyNot(here, [table, id, fields], stationOf(stamp));
    if (why === undefined) continue;
    bad.push(row);
    note(leftOut, `${why} (${id})`);
  }
  const drop = raw.prepare(`DELETE FROM ${table} WHERE rowid = ?`);
  const dropClocks = raw.prepare("DELETE FROM clocks WHERE row_id = ? AND table_name = ?");
  for (const { n, id } of bad) {
    drop.run(n);
    dropClocks.run(id, table);
  }
}

type Parked = {
  readonly n: number;
  readonly id: string;
  readonly table: string;
  readonly field: string;
  readonly value: string;
  readonly stamp: string;
};

function siftParked({ raw, here, judge, stationOf, leftOut }: Sift): void {
  const rows = raw.prepare<[], Parked>(
    `SELECT rowid AS n, row_id AS id, table_name AS "table", field, value, stamp FROM parked`,
  );
  const bad: number[] = [];
  for (const { n, id, table, field, value, stamp } of rows.iterate()) {
    if (!isSynced(here, table) || field === INSERTED) continue;
    const fields = { [field]: parseJson(value, scalarSchema, "a change that waits") };
    const why = judge.whyNot(here, [table, id, fields], stationOf(stamp));
    if (why === undefined) continue;
    bad.push(n);
    note(leftOut, `${why} (${id})`);
  }
  const drop = raw.prepare("DELETE FROM parked WHERE rowid = ?");
  for (const n of bad) drop.run(n);
}

function note(leftOut: string[], text: string): void {
  if (leftOut.push(text) > MOST_LEFT_OUT) throw new Error("very many of its rows are invalid");
}
