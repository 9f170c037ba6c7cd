/**
 * Checks the rows of a snapshot: each value must have the type of its column in this database. A
 * merge copies values unchanged, so everything that could stop the merge half-way is checked
 * before.
 */
import type { Database } from "better-sqlite3";
import { z } from "zod";
import { isUuid } from "../../base/ids.ts";
import { parseJson } from "../../base/json.ts";
import { writerOf } from "../hlc.ts";
import { INSERTED } from "../inserted-mark.ts";
import { isPlainName } from "../plain-names.ts";
import {
  declarationOf,
  isSynced,
  isSyncedColumn,
  syncedTables,
  type WithTables,
} from "../tables.ts";
import { quarantinedSchema, QUARANTINED_COLUMNS } from "./quarantined-shape.ts";
import type { SnapshotForm } from "./snapshot-form.ts";
import { columnsInSnapshot } from "./snapshot-tables.ts";

/**
 * `main` is this station's database, `snap` the snapshot. `limit`: upper bound of stamps, as text.
 */
export type OpenSnapshot = WithTables & {
  readonly raw: Database;
  readonly form: SnapshotForm;
  readonly limit: string;
};

/** A column as this database declares it. */
type Column = {
  readonly name: string;
  readonly type: string;
  readonly isNeeded: number;
  readonly hasDefault: number;
};

const LARGEST = String(Number.MAX_SAFE_INTEGER);
/** Maximum number of station incarnations; an organization has fewer in a hundred years. */
const MOST_NAMES = 20_000;
/** Maximum size of the clocks of one row, which name each of its columns once. */
const MOST_CLOCKS_BYTES = 64 * 1024;
/** Maximum size of a text. A message is smaller, and every synced row fits in a message. */
const MOST_TEXT_BYTES = 4 * 1024 * 1024;
const NAME = /^([^.]+)\.\d{1,9}$/;

const STAMP_FORM = `'${"[0-9a-f]".repeat(16)}.[1-9]*'`;

/**
 * Makes the SQL condition that a text is a stamp earlier than :limit, of a station that the
 * snapshot names.
 */
function stampFits(stamp: string): string {
  return `${stamp} GLOB ${STAMP_FORM} AND ${stamp} < :limit AND instr(${stamp}, char(0)) = 0
     AND substr(${stamp}, 18) IN (SELECT CAST(no AS TEXT) FROM snap.names)`;
}

/**
 * Checks all rows of a snapshot, except in tables that this version does not know.
 *
 * @throws Error with a reason for the first invalid row.
 */
export function checkRows(open: OpenSnapshot): void {
  checkNames(open);
  checkClocks(open);
  for (const [name] of open.form) if (isSynced(open, name)) checkTable(open, name);
  checkParked(open);
  checkQuarantined(open);
}

function checkNames({ raw }: OpenSnapshot): void {
  const rows = raw
    .prepare<[number], { no: unknown; name: unknown }>("SELECT no, name FROM snap.names LIMIT ?")
    .all(MOST_NAMES + 1);
  const [numbers, names] = [new Set<number>(), new Set<string>()];
  for (const { no, name } of rows) {
    if (typeof no === "number" && Number.isSafeInteger(no) && no > 0) numbers.add(no);
    if (typeof name === "string" && isUuid(NAME.exec(name)?.[1] ?? "")) names.add(name);
  }
  const isUnique = numbers.size === rows.length && names.size === rows.length;
  const isFit = rows.length <= MOST_NAMES && isUnique;
  if (!isFit) throw new Error("its station numbers are invalid");
}

function checkClocks({ raw, limit }: OpenSnapshot): void {
  const isUnfit = [
    `SELECT 1 FROM snap.clocks AS c
      WHERE typeof(c.row_id) <> 'text'
         OR typeof(c.table_name) <> 'text'
         OR typeof(c.clocks) <> 'text'
         OR octet_length(c.clocks) > ${MOST_CLOCKS_BYTES}
         OR NOT json_valid(c.clocks)
         OR json_type(c.clocks) <> 'object'
      LIMIT 1`,
    `SELECT 1 FROM snap.clocks AS c, json_each(c.clocks) AS j
      WHERE NOT (${stampFits("j.key")}) OR j.type <> 'array'
      LIMIT 1`,
    `SELECT 1 FROM snap.clocks AS c, json_each(c.clocks) AS j, json_each(j.value) AS f
      WHERE f.type <> 'text'
      LIMIT 1`,
    `SELECT 1 FROM snap.clocks GROUP BY row_id, table_name HAVING count(*) > 1 LIMIT 1`,
  ].some((sql) => isAny(raw, sql, { limit }));
  if (isUnfit) throw new Error("the clocks of its rows are invalid");
}

function checkTable(open: OpenSnapshot, table: string): void {
  const { raw, form, limit } = open;
  const present = form.get(table) ?? new Set();
  const declared = declaredColumns(raw, table);
  const { parent = "id" } = declarationOf(open, table);
  const lacking = neededOf(open, table, declared).find((name) => !present.has(name));
  if (lacking !== undefined) throw new Error(`its table ${table} lacks ${lacking}`);
  const fits = declared.flatMap((column) => (present.has(column.name) ? [valueFits(column)] : []));
  const isFit = [...fits, stampFits("s.stamp")].join(" AND ");
  if (isAny(raw, `SELECT 1 FROM snap.${table} AS s WHERE NOT (${isFit}) LIMIT 1`, { limit })) {
    throw new Error(
      `its table ${table} has values that do not fit their columns, or invalid stamps`,
    );
  }
  const { n, first, last } = numbersOf(raw, table);
  if (n > 0 && (first !== 1 || last !== n)) {
    throw new Error(`the rows of its table ${table} are not numbered from 1`);
  }
  const twice = `SELECT 1 FROM snap.${table} GROUP BY id, ${parent} HAVING count(*) > 1 LIMIT 1`;
  if (isAny(raw, twice)) throw new Error(`its table ${table} has a row twice`);
}

/** Lists the columns without which no row can be copied. */
function neededOf(of: WithTables, table: string, declared: readonly Column[]): string[] {
  const rule = declarationOf(of, table);
  const { initial = {} } = rule;
  const names = declared.map(({ name }) => name);
  const travelling = names.filter((name) => isSyncedColumn(rule, name));
  const merged = new Set(columnsInSnapshot(of, table, travelling));
  return declared
    .filter(({ isNeeded, hasDefault }) => isNeeded === 1 && hasDefault === 0)
    .map(({ name }) => name)
    .filter((name) => merged.has(name) && !(name in initial));
}

const rangeSchema = z.object({ n: z.number(), first: z.number(), last: z.number() });

function numbersOf(raw: Database, table: string): z.output<typeof rangeSchema> {
  const found = raw.prepare(
    `SELECT count(*) AS n, coalesce(min(rowid), 0) AS first, coalesce(max(rowid), 0) AS last
       FROM snap.${table}`,
  );
  return rangeSchema.parse(found.get());
}

/** Lists the columns of a table here. A primary key column is never null. */
function declaredColumns(raw: Database, table: string): Column[] {
  const columns = raw.prepare<[string], Column>(
    `SELECT name, type, "notnull" OR pk > 0 AS isNeeded, dflt_value IS NOT NULL AS hasDefault
       FROM pragma_table_info(?, 'main')`,
  );
  return columns.all(table);
}

/**
 * Makes the SQL condition for the value of a column. Numbers beyond `LARGEST` are not exact in this
 * app.
 */
function valueFits({ name, type, isNeeded }: Column): string {
  const value = `s.${name}`;
  const orNull = isNeeded === 1 ? "" : ` OR ${value} IS NULL`;
  const number = `${value} BETWEEN -${LARGEST} AND ${LARGEST}`;
  if (type === "TEXT")
    return `(typeof(${value}) = 'text' AND octet_length(${value}) <= ${MOST_TEXT_BYTES}${orNull})`;
  if (type === "INTEGER") return `(typeof(${value}) = 'integer' AND ${number}${orNull})`;
  if (type === "REAL") return `(typeof(${value}) IN ('integer', 'real') AND ${number}${orNull})`;
  return `(typeof(${value}) = 'blob'${orNull})`;
}

const parkedSchema = z.object({
  table: z.string(),
  field: z.string(),
  value: z.string(),
  fits: z.literal(1),
});
export const scalarSchema = z.union([z.string(), z.number(), z.null()]);

function checkParked(open: OpenSnapshot): void {
  const { raw, limit } = open;
  const tables = new Map(syncedTables(open).map((table) => [table, columnsByName(raw, table)]));
  const rows = raw.prepare<{ limit: string }>(
    `SELECT p.table_name AS "table", p.field, p.value,
            typeof(p.row_id) = 'text' AND typeof(p.stamp) = 'text' AND ${stampFits("p.stamp")} AS fits
       FROM snap.parked AS p`,
  );
  for (const row of rows.iterate({ limit })) {
    const { table, field, value } = parkedSchema.safeParse(row).data ?? noFit(WAITING);
    const isNamed = isPlainName(table) && (field === INSERTED || isPlainName(field));
    const column = tables.get(table)?.get(field);
    const parsed = parseJson(value, scalarSchema, "a change that waits");
    if (!isNamed || (column !== undefined && !isOfColumn(parsed, column))) noFit(WAITING);
  }
}

function columnsByName(raw: Database, table: string): Map<string, Column> {
  return new Map(declaredColumns(raw, table).map((column) => [column.name, column]));
}

function isOfColumn(value: string | number | null, { type, isNeeded }: Column): boolean {
  if (value === null) return isNeeded === 0;
  if (type === "TEXT") return typeof value === "string";
  return type === "REAL" ? typeof value === "number" : Number.isSafeInteger(value);
}

function checkQuarantined({ raw, form }: OpenSnapshot): void {
  if (!form.has("aside")) return;
  for (const row of raw.prepare(`SELECT ${QUARANTINED_COLUMNS} FROM snap.aside`).iterate()) {
    const { stationID, hlc } = quarantinedSchema.safeParse(row).data ?? noFit(QUARANTINED);
    if (writerOf(hlc).split(".")[0] !== stationID) noFit(QUARANTINED);
  }
}

const WAITING = "changes that wait in it";
const QUARANTINED = "quarantined changes in it";

function noFit(what: string): never {
  throw new Error(`${what} are invalid`);
}

function isAny(raw: Database, sql: string, parameters: Record<string, string> = {}): boolean {
  return raw.prepare(sql).get(parameters) !== undefined;
}
