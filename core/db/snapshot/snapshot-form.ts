/**
 * The form of a snapshot's file. SQLite runs SQL that is stored in a file: triggers, views, checks,
 * defaults, generated columns, and indexes on expressions. A snapshot has none of these, only plain
 * tables and one plain index.
 */
import { closeSync, openSync, readSync } from "node:fs";
import type { Database } from "better-sqlite3";
import { PLAIN_NAME } from "../plain-names.ts";
import { isSynced, type WithTables } from "../tables.ts";
import { isKnownTable } from "../unknown-tables.ts";
import { CLOCKS_INDEX, EXTRA_TABLES } from "./snapshot-tables.ts";

const COLUMN = `"?${PLAIN_NAME}"?(?: (?:TEXT|INT|REAL|NUM))?(?: NOT NULL)?`;
const TABLE = new RegExp(
  `^CREATE TABLE (${PLAIN_NAME}) ?\\(\\s*(${COLUMN}(?:,\\s*${COLUMN})*)\\s*\\)$`,
);

/** Column names that would hide the number that SQLite gives each row. */
const ROW_NUMBERS = ["rowid", "oid"];

/** Maximum number of tables and indexes; far more than a release has. */
const MOST_OBJECTS = 500;

/** First bytes of a file; bytes 18 and 19 say that the file does not use a write-ahead log. */
const HEADER = { bytes: 20, text: "SQLite format 3\0", legacy: 1 };

/** Tables of a snapshot with their columns. */
export type SnapshotForm = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Returns whether a file starts as a snapshot does. A file in another journal mode would make
 * SQLite write more files next to it.
 */
export function isLegacyFile(file: string): boolean {
  const head = Buffer.alloc(HEADER.bytes);
  const handle = openSync(file, "r");
  try {
    readSync(handle, head, 0, HEADER.bytes, 0);
  } finally {
    closeSync(handle);
  }
  const [writes, reads] = head.subarray(18);
  const isLegacy = writes === HEADER.legacy && reads === HEADER.legacy;
  return isLegacy && head.toString("latin1", 0, 16) === HEADER.text;
}

type Entry = {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: unknown;
};

/**
 * Reads the tables of the attached snapshot.
 *
 * @throws Error with a reason for anything that a snapshot must not have, or for a table or index
 *   that it lacks.
 */
export function readForm(raw: Database, of: WithTables): SnapshotForm {
  const entries = raw
    .prepare<[number], Entry>("SELECT type, name, tbl_name, sql FROM snap.sqlite_schema LIMIT ?")
    .all(MOST_OBJECTS);
  if (entries.length >= MOST_OBJECTS) throw new Error("it has too many tables and indexes");
  const form = new Map(entries.filter((one) => !isOwnIndex(one)).map((one) => readTable(of, one)));
  for (const [name, needed] of Object.entries(EXTRA_TABLES)) {
    const columns = form.get(name);
    // Snapshots of earlier versions have no such table.
    if (columns === undefined && name === "aside") continue;
    if (!needed.every((column) => columns?.has(column))) {
      throw new Error(`it lacks the table ${name} or a column of it`);
    }
  }
  if (!entries.some(isOwnIndex)) throw new Error("it lacks an index");
  return form;
}

function isOwnIndex({ type, name, sql }: Entry): boolean {
  const isNamed = type === "index" && name === "clocks_by_row";
  return isNamed && sql === `CREATE INDEX ${CLOCKS_INDEX}`;
}

function readTable(
  of: WithTables,
  { type, name, tbl_name, sql }: Entry,
): [name: string, columns: ReadonlySet<string>] {
  const [, stated, list = ""] = type === "table" ? (TABLE.exec(String(sql)) ?? []) : [];
  if (stated === undefined || stated !== name || stated !== tbl_name) {
    throw new Error("it has more than plain tables");
  }
  const columns = new Set(list.split(",").map(nameOfColumn));
  if (ROW_NUMBERS.some((one) => columns.has(one))) {
    throw new Error(`the table ${name} hides its rows' numbers`);
  }
  if (name in EXTRA_TABLES) return [name, columns];
  const isOurs = isSynced(of, name);
  const needed = isOurs ? ["id", "stamp"] : ["id", "stamp", "organization_id"];
  const isWhole = needed.every((column) => columns.has(column));
  // Synced tables of a newer version are allowed; tables that are not synced are rejected.
  if (!isWhole || (!isOurs && isKnownTable(of, name))) {
    throw new Error(`the table ${name} is not a synced table`);
  }
  return [name, columns];
}

/**
 * Reads a column's name from its definition.
 *
 * @param column A column's name, quoted or not, and its type.
 */
function nameOfColumn(column: string): string {
  return column.replaceAll('"', "").trim().split(" ")[0] ?? "";
}
