/**
 * Checks that a file is a database of this app before the file replaces the station's database. The
 * station would not start with a file of another program, and triggers, views and checks of an
 * edited file would run here.
 */
import BetterSqlite3, { type Database } from "better-sqlite3";
import { FORMAT } from "./format.ts";
import { isReadable, makeSchema, newestSchema, readerOf, schemaVersion } from "./migrate.ts";

/** SQLite's own tables of statistics and sequences. Their text holds nothing that runs. */
const STATISTICS = /^CREATE TABLE sqlite_(stat1|stat4|sequence)\([a-z,]+\)$/;
/** Internal tables of a full-text index. Their text depends on the SQLite release. */
const INNER = /^CREATE TABLE '\w+'\([\w ,]+(PRIMARY KEY\([\w, ]+\))?\)( WITHOUT ROWID)?$/;
/** Matches the text of a generated column. */
const GENERATED = /\bGENERATED\b|\bAS\s*\(/i;

type Entry = {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: string;
};

/**
 * Checks a database file before it is opened as ours. Reads the whole file.
 *
 * @returns Why the file must not be opened as our database; undefined for a good file.
 */
export function findFaultOf(path: string): string | undefined {
  let raw: Database | undefined;
  try {
    raw = new BetterSqlite3(path, { readonly: true, fileMustExist: true });
    raw.pragma("trusted_schema = OFF");
    raw.pragma("cell_size_check = ON");
    const schema = schemaVersion(raw);
    const minReader = readerOf(raw);
    if (minReader < 1 || minReader > schema) return "it is not a Packbench database";
    if (!isReadable({ format: FORMAT, schema, minReader })) return "it needs a newer Packbench";
    const other = findOther(raw, schema);
    if (other !== undefined) return `its ${other} is not Packbench's`;
    const whole: unknown = raw.pragma("quick_check(1)", { simple: true });
    return whole === "ok" ? undefined : `it is damaged: ${String(whole)}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    raw?.close();
  }
}

/**
 * Returns the first table, index, trigger or view that is missing or differs from what the
 * migrations make. Accepts tables, columns and indexes that a newer version has added.
 */
function findOther(raw: Database, schema: number): string | undefined {
  const ours = new Map(entriesOf(reference(Math.min(schema, newestSchema()))));
  const found = new Map(entriesOf(raw));
  const lacking = [...ours.keys()].find((key) => !found.has(key));
  if (lacking !== undefined) return lacking;
  const isNewer = schema > newestSchema();
  return [...found].find(([key, entry]) => !isOurs(entry, ours.get(key), found, isNewer))?.[0];
}

function isOurs(
  entry: Entry,
  own: Entry | undefined,
  all: ReadonlyMap<string, Entry>,
  isNewer: boolean,
): boolean {
  if (own?.sql === entry.sql && own.tbl_name === entry.tbl_name) return true;
  const isIndexOfNewer = isNewer && entry.type === "index" && own === undefined;
  if (entry.type !== "table" && !isIndexOfNewer) return false;
  if (STATISTICS.test(entry.sql)) return true;
  if (isInner(entry, all)) return INNER.test(entry.sql);
  // A newer version whose update was undone may have added columns and tables.
  return isNewer && !GENERATED.test(entry.sql) && !entry.sql.startsWith("CREATE VIRTUAL");
}

function isInner({ name }: Entry, all: ReadonlyMap<string, Entry>): boolean {
  const indexes = [...all.values()].filter(({ sql }) => sql.startsWith("CREATE VIRTUAL"));
  return indexes.some((one) => name.startsWith(`${one.name}_`));
}

/**
 * Lists the objects of a schema by kind and name, without the indexes that SQLite makes for keys.
 */
function entriesOf(raw: Database): [key: string, entry: Entry][] {
  const rows = raw.prepare<[], Entry>(
    "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL",
  );
  return rows
    .all()
    .map((entry) => [`${entry.type} ${entry.name}`, { ...entry, sql: withoutComments(entry.sql) }]);
}

/**
 * Removes comments outside string literals, because a release may reword the comments of a
 * migration.
 */
function withoutComments(sql: string): string {
  const whole = sql.replaceAll(/'(?:[^']|'')*'|"[^"]*"|(?:--[^\n]*|\s)+/g, (part) =>
    part.startsWith("'") || part.startsWith('"') ? part : " ",
  );
  return whole.trim();
}

function reference(schema: number): Database {
  const made = new BetterSqlite3(":memory:");
  makeSchema(made, schema);
  return made;
}
