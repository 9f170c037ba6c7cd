/** SQL for `parked_changes` and `waiting_rows`. */
import { z } from "zod";
import { parseJson } from "../base/json.ts";
import type { Db, SqlValue } from "./database.ts";
import { INSERTED } from "./inserted-mark.ts";

const valueSchema = z.union([z.string(), z.number(), z.null()]);

export type ParkedField = {
  readonly field: string;
  readonly value: SqlValue;
  readonly stamp: string;
};

/**
 * Parks a field. Keeps the last write of each field, and the first insert.
 *
 * @param isByValue Whether to keep the larger value of a field instead of the last write.
 */
export function put(
  db: Db,
  change: ParkedField & { table: string; id: string },
  isByValue: boolean,
): void {
  const { table, id, field, value, stamp } = change;
  const known = db
    .sql<{ stamp: string; value: string }>(
      `SELECT stamp, value FROM parked_changes WHERE row_id = :id AND table_name = :table AND field = :field`,
    )
    .get({ id, table, field });
  const isLater = known !== undefined && db.stamps.isAfter(stamp, known.stamp);
  if (
    known !== undefined &&
    (isByValue ? JSON.stringify(value) <= known.value : isLater === (field === INSERTED))
  )
    return;
  db.sql(
    `INSERT INTO parked_changes (row_id, table_name, field, value, stamp)
     VALUES (:id, :table, :field, :value, :stamp)
     ON CONFLICT DO UPDATE SET value = excluded.value, stamp = excluded.stamp`,
  ).run({ id, table, field, value: JSON.stringify(value), stamp });
}

/** Returns whether a change of this row is parked. */
export function hasAny(db: Db, table: string, id: string): boolean {
  return (
    db
      .sql(`SELECT 1 FROM parked_changes WHERE row_id = ? AND table_name = ? LIMIT 1`)
      .get(id, table) !== undefined
  );
}

/**
 * Reads the parked fields of a row. `insertedAt`: the stamp of the row's insert, if the insert has
 * arrived.
 */
export function readRow(
  db: Db,
  table: string,
  id: string,
): { fields: ParkedField[]; insertedAt: string | undefined } {
  const rows = db
    .sql<{ field: string; value: string; stamp: string }>(
      `SELECT field, value, stamp FROM parked_changes WHERE row_id = ? AND table_name = ? ORDER BY field`,
    )
    .all(id, table);
  return {
    fields: rows
      .filter((r) => r.field !== INSERTED)
      .map((r) => ({
        field: r.field,
        value: parseJson(r.value, valueSchema, "a change that waits"),
        stamp: r.stamp,
      })),
    insertedAt: rows.find((r) => r.field === INSERTED)?.stamp,
  };
}

/**
 * Deletes parked fields of a row that were applied, and the mark that the row's insert is parked.
 *
 * @param fields Fields that were applied.
 */
export function remove(db: Db, table: string, id: string, fields: readonly string[]): void {
  db.sql(
    `DELETE FROM parked_changes WHERE row_id = :id AND table_name = :table AND field IN (SELECT value FROM json_each(:fields))`,
  ).run({ id, table, fields: JSON.stringify([INSERTED, ...fields]) });
}

/** Lists the ids of a table's rows that have parked changes, in no particular order. */
export function listRows(db: Db, table: string): string[] {
  return db
    .sql<{ id: string }>(`SELECT DISTINCT row_id AS id FROM parked_changes WHERE table_name = ?`)
    .all(table)
    .map((r) => r.id);
}

/**
 * Records that a row must be applied again when the row `waitsFor` arrives. Repeating the call is
 * harmless.
 */
export function noteWaiting(db: Db, waitsFor: string, table: string, id: string): void {
  db.sql(`INSERT OR IGNORE INTO waiting_rows (waits_for, table_name, row_id) VALUES (?, ?, ?)`).run(
    waitsFor,
    table,
    id,
  );
}

/** Returns the rows that waited for this one and removes their entries. */
export function takeWaiting(db: Db, id: string): { table: string; id: string }[] {
  return db
    .sql<{ table: string; id: string }>(
      `DELETE FROM waiting_rows WHERE waits_for = ? RETURNING table_name AS "table", row_id AS id`,
    )
    .all(id);
}

/** Deletes the entries of waiting rows that have no parked changes. */
export function dropIdleWaits(db: Db): void {
  db.sql(
    `DELETE FROM waiting_rows WHERE NOT EXISTS (SELECT 1 FROM parked_changes AS p WHERE p.row_id = waiting_rows.row_id AND p.table_name = waiting_rows.table_name)`,
  ).run();
}

type ParkedKey = { readonly id: string; readonly table: string; readonly field: string };

/** Lists the parked fields of one row, in all tables. */
export function listParked(db: Pick<Db, "sql">, id: string): Omit<ParkedKey, "id">[] {
  return db
    .sql<Omit<ParkedKey, "id">>(
      `SELECT table_name AS "table", field FROM parked_changes WHERE row_id = ?`,
    )
    .all(id);
}

/** Replaces the value of a parked field; its stamp stays. Inside a transaction. */
export function writeParked(db: Db, parked: ParkedKey, value: SqlValue): void {
  db.sql(
    `UPDATE parked_changes SET value = :value
      WHERE row_id = :id AND table_name = :table AND field = :field`,
  ).run({ ...parked, value: JSON.stringify(value) });
}

/** Deletes a parked field. Inside a transaction. */
export function deleteParked(db: Db, parked: ParkedKey): void {
  db.sql(
    `DELETE FROM parked_changes WHERE row_id = :id AND table_name = :table AND field = :field`,
  ).run({ ...parked });
}
