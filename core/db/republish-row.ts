/** Publishes rows that other stations never had, as if they were inserted in this transaction. */
import { byColumn } from "./column-names.ts";
import type { Db, SqlRow } from "./database.ts";
import { noteWrite } from "./open-transaction.ts";
import { columnsOf } from "./columns.ts";
import { declarationOf } from "./tables.ts";

/**
 * Gives a row a new stamp and adds it to the transaction's changes as an insert.
 *
 * @param row.parent The value of the column before the id in the primary key, in a table that has
 *   such a column.
 * @param changed Fields to change in the row.
 * @returns Whether the row exists.
 */
export function republishRow(
  db: Db,
  table: string,
  row: { readonly id: string; readonly parent?: string },
  changed: SqlRow = {},
): boolean {
  const { open } = db;
  if (open === null) throw new Error("a write was attempted outside a transaction");
  const { parent } = declarationOf(db, table);
  const key = `id = :keyID${parent === undefined ? "" : ` AND ${parent} = :keyParent`}`;
  const of = {
    keyID: row.id,
    ...(parent === undefined ? {} : { keyParent: row.parent ?? null }),
  };
  noteWrite(db, table);
  const columns = byColumn(changed);
  const set = Object.keys(columns).map((column) => `${column} = :${column}`);
  const { changes } = db
    .sql(`UPDATE ${table} SET ${["stamp = :stamp", ...set].join(", ")} WHERE ${key}`)
    .run({ ...columns, ...of, stamp: open.stamp });
  if (changes === 0) return false;
  db.sql(`DELETE FROM row_clocks WHERE row_id = ? AND table_name = ?`).run(row.id, table);
  const found = db
    .sql(`SELECT ${[...columnsOf(db, table)].join(", ")} FROM ${table} WHERE ${key}`)
    .get(of);
  if (found === undefined) return false;
  open.changes.push({ table, id: row.id, fields: byColumn(found), isInsert: true });
  return true;
}
