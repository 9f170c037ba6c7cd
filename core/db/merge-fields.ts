/**
 * Merging fields of other stations into a row that is here: the last writer of each field wins, and
 * of two inserts the earlier one.
 */
import { isDerived } from "../base/derived-id.ts";
import type { Db, SqlRow, SqlValue } from "./database.ts";
import { noteWrite } from "./open-transaction.ts";
import { readClocks, stampOf, writeClocks } from "./row-clocks.ts";
import { columnsOf, ruleOf, type SyncedTable } from "./tables.ts";

/** What has been applied so far in this transaction. */
export type Applied = { readonly db: Db; readonly rows: AppliedRow[] };
export type Row = { readonly table: SyncedTable; readonly id: string };
/** Fields of one row that were written at one instant. */
export type Written = { readonly fields: SqlRow; readonly stamp: string };

/** Columns that were unknown when their row came. */
export function addFields({ db, rows }: Applied, { table, id }: Row, fields: SqlRow): void {
  const { parent } = ruleOf(table);
  const names = Object.keys(fields).filter((name) => name !== parent);
  noteWrite(db, table);
  db.sql(
    `UPDATE ${table} SET ${names.map((c) => `${c} = :${c}`).join(", ")} WHERE ${keyOf(table, fields)}id = :id`,
  ).run({ ...fields, id });
  rows.push({ table, id, fields });
}

/** What finds a row of a table with a parent. */
export function keyFields(table: SyncedTable, fields: SqlRow): SqlRow {
  const { merge, parent } = ruleOf(table);
  const value = parent === undefined || merge !== "once" ? undefined : fields[parent];
  return parent === undefined || value === undefined ? {} : { [parent]: value };
}

/** The columns before the id in the table's primary key, as a condition. */
export function keyOf(table: SyncedTable, fields: SqlRow): string {
  const { parent } = ruleOf(table);
  return parent === undefined || fields[parent] === undefined ? "" : `${parent} = :${parent} AND `;
}

/**
 * Two stations made one row apart from each other: the earlier insert counts at every station, so
 * that all name the same maker. What the later one wrote keeps its time. Under an id that no other
 * station could choose the maker stays: who made an order decides who may buy its label.
 *
 * @param base The stamp of the insert that is here. @returns The stamp of the insert that counts.
 */
export function keepEarlier(db: Db, { table, id }: Row, base: string, other: string): string {
  if (!db.stamps.isAfter(base, other)) return base;
  const stationOf = (stamp: string): string => db.stamps.writerOf(stamp).split(".")[0] ?? "";
  if (!isDerived(id) && stationOf(base) !== stationOf(other)) return base;
  const { latest = [] } = ruleOf(table);
  const clocks = readClocks(db, table, id);
  const ofBase = [...columnsOf(db, table)].filter(
    (column) => !latest.includes(column) && stampOf(clocks, column) === undefined,
  );
  noteWrite(db, table);
  db.sql(`UPDATE ${table} SET stamp = :stamp WHERE id = :id`).run({ id, stamp: other });
  if (ofBase.length > 0) writeClocks(db, table, id, ofBase, base);
  return other;
}

/**
 * The last writer of each field wins; of `latest` columns the larger value.
 * @param base The stamp of the row's insert.
 */
export function mergeFields(
  { db, rows }: Applied,
  { table, id }: Row,
  { fields, stamp }: Written,
  base: string,
): void {
  const { latest = [] } = ruleOf(table);
  const clocks = readClocks(db, table, id);
  const [byValue, byClock] = divide(fields, (field) => latest.includes(field));
  const [newer] = divide(byClock, (field) =>
    db.stamps.isAfter(stamp, stampOf(clocks, field) ?? base),
  );
  const names = Object.keys(newer);
  const set = [
    ...names.map((c) => `${c} = :${c}`),
    ...Object.keys(byValue).map((c) => `${c} = max(${c}, :${c})`),
  ];
  if (set.length === 0) return;
  noteWrite(db, table);
  db.sql(`UPDATE ${table} SET ${set.join(", ")} WHERE id = :id`).run({ ...newer, ...byValue, id });
  if (names.length > 0) writeClocks(db, table, id, names, stamp);
  rows.push({ table, id, fields: { ...newer, ...byValue } });
}

/** The stamp of a row's insert, or undefined while the row is not here. */
export function baseOf(db: Db, { table, id }: Row): string | undefined {
  return db.sql<{ stamp: string }>(`SELECT stamp FROM ${table} WHERE id = ?`).get(id)?.stamp;
}

export function divide(fields: SqlRow, isFirst: (field: string) => boolean): [SqlRow, SqlRow] {
  const [first, second]: [[string, SqlValue][], [string, SqlValue][]] = [[], []];
  for (const entry of Object.entries(fields)) (isFirst(entry[0]) ? first : second).push(entry);
  return [Object.fromEntries(first), Object.fromEntries(second)];
}

/** A row that was inserted or changed. */
export type AppliedRow = {
  readonly table: SyncedTable;
  readonly id: string;
  readonly fields: SqlRow;
};
