/** Reads the columns of synced tables from the schema, and caches them per connection. */
import type { ColumnType, Db } from "./database.ts";
import { declarationOf, isSyncedColumn } from "./tables.ts";

/** Lists the synced columns, without the id and the stamp. */
export function columnsOf(
  db: Pick<Db, "sql" | "columns" | "tables">,
  table: string,
): ReadonlySet<string> {
  const known = db.columns.get(table);
  if (known !== undefined) return known;
  const declared = declarationOf(db, table);
  const rows = db.sql<{ name: string }>(`SELECT name FROM pragma_table_info(?)`).all(table);
  const columns = new Set(
    rows.map(({ name }) => name).filter((name) => isSyncedColumn(declared, name)),
  );
  db.columns.set(table, columns);
  return columns;
}

/** Lists the types of all columns of a table, including the id and columns that are not synced. */
export function columnTypesOf(
  db: Pick<Db, "sql" | "columnTypes">,
  table: string,
): ReadonlyMap<string, ColumnType> {
  const known = db.columnTypes.get(table);
  if (known !== undefined) return known;
  const rows = db
    .sql<{ name: string; type: string; isNullable: number }>(
      `SELECT name, type, 1 - "notnull" AS isNullable FROM pragma_table_info(?)`,
    )
    .all(table);
  const types = new Map(
    rows.map(({ name, type, isNullable }) => [name, { type, isNullable: isNullable === 1 }]),
  );
  db.columnTypes.set(table, types);
  return types;
}
