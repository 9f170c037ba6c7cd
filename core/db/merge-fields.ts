/**
 * Merges fields of other stations into an existing row: the last writer of each field wins; of two
 * inserts, the earlier wins.
 */
import { isDerived } from "../base/derived-id.ts";
import type { Db, SqlRow, SqlValue } from "./database.ts";
import { noteWrite } from "./open-transaction.ts";
import { readClocks, stampOf, writeClocks } from "./row-clocks.ts";
import { columnsOf } from "./columns.ts";
import { declarationOf, type WithTables } from "./tables.ts";

/** Rows applied so far in this transaction. */
export type Applied = { readonly db: Db; readonly rows: AppliedRow[] };
export type Row = { readonly table: string; readonly id: string };
/** Fields of one row that were written at one instant. */
export type Written = { readonly fields: SqlRow; readonly stamp: string };

/** Sets columns that were unknown when their row came. */
export function addFields({ db, rows }: Applied, { table, id }: Row, fields: SqlRow): void {
  const { parent } = declarationOf(db, table);
  const names = Object.keys(fields).filter((name) => name !== parent);
  noteWrite(db, table);
  db.sql(
    `UPDATE ${table} SET ${names.map((c) => `${c} = :${c}`).join(", ")} WHERE ${keyOf(db, table, fields)}id = :id`,
  ).run({ ...fields, id });
  rows.push({ table, id, fields });
}

/** Selects the parent column, if the table's key has one and the fields include it. */
export function keyFields(of: WithTables, table: string, fields: SqlRow): SqlRow {
  const { merge, parent } = declarationOf(of, table);
  const value = parent === undefined || merge !== "once" ? undefined : fields[parent];
  return parent === undefined || value === undefined ? {} : { [parent]: value };
}

/** Makes the SQL condition for the primary key columns before the id. */
export function keyOf(of: WithTables, table: string, fields: SqlRow): string {
  const { parent } = declarationOf(of, table);
  return parent === undefined || fields[parent] === undefined ? "" : `${parent} = :${parent} AND `;
}

/**
 * Chooses between two inserts that two stations made of one row: the earlier insert counts at every
 * station, so that all stations name the same creator. Fields of the later insert keep their time.
 * A random id is chosen by one station only. So another station's insert with such an id does not
 * change the row's creator: an order's creator determines who may buy its label.
 *
 * @param base The stamp of the insert that is here.
 * @returns The stamp of the insert that counts.
 */
export function keepEarlier(db: Db, { table, id }: Row, base: string, other: string): string {
  if (!db.stamps.isAfter(base, other)) return base;
  const stationOf = (stamp: string): string => db.stamps.writerOf(stamp).split(".")[0] ?? "";
  if (!isDerived(id) && stationOf(base) !== stationOf(other)) return base;
  const { latest = [] } = declarationOf(db, table);
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
 * Applies fields: the last writer of each field wins; `latest` columns keep the larger value.
 *
 * @param base The stamp of the row's insert.
 */
export function mergeFields(
  { db, rows }: Applied,
  { table, id }: Row,
  { fields, stamp }: Written,
  base: string,
): void {
  const { latest = [] } = declarationOf(db, table);
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

/** Finds the stamp of a row's insert; undefined while the row is missing. */
export function baseOf(db: Db, { table, id }: Row): string | undefined {
  return db.sql<{ stamp: string }>(`SELECT stamp FROM ${table} WHERE id = ?`).get(id)?.stamp;
}

/** Divides fields into those for which `isFirst` is true, and the rest. */
export function divide(fields: SqlRow, isFirst: (field: string) => boolean): [SqlRow, SqlRow] {
  const [first, second]: [[string, SqlValue][], [string, SqlValue][]] = [[], []];
  for (const entry of Object.entries(fields)) (isFirst(entry[0]) ? first : second).push(entry);
  return [Object.fromEntries(first), Object.fromEntries(second)];
}

/** A row that was inserted or changed. */
export type AppliedRow = {
  readonly table: string;
  readonly id: string;
  readonly fields: SqlRow;
};
