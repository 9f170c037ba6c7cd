/**
 * Handles tables that a newer version added to the file before the update to that version was
 * undone. This version uses such a file if the `min_reader` of the newer migrations allows it. Rows
 * of these tables are synced too.
 */
import type { Db } from "./database.ts";
import { isPlainName } from "./plain-names.ts";
import type { WithTables } from "./tables.ts";

/** Returns whether this version has a table of that name. */
export function isKnownTable({ tables }: WithTables, name: string): boolean {
  return tables.synced.has(name) || tables.station.has(name);
}

/**
 * Lists tables that this version does not know but that have a stamp and an organization column,
 * with their columns except the stamp.
 */
export function listUnknownTables(
  db: Pick<Db, "sql" | "tables">,
): [table: string, columns: string[]][] {
  const tables = db
    .sql<{ name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
    .all()
    .flatMap(({ name }) => (isKnownTable(db, name) || !isPlainName(name) ? [] : [name]));
  return tables.flatMap((name): [string, string[]][] => {
    const columns = db
      .sql<{ name: string }>(`SELECT name FROM pragma_table_info(?)`)
      .all(name)
      .map((column) => column.name);
    return columns.every(isPlainName) &&
      ["id", "stamp", "organization_id"].every((needed) => columns.includes(needed))
      ? [[name, columns.filter((column) => column !== "stamp")]]
      : [];
  });
}

/**
 * Finds the organization of a row in an unknown table; undefined when the row or the table does not
 * exist.
 */
export function organizationOfUnknown(
  db: Pick<Db, "sql" | "tables">,
  table: string,
  id: string,
): string | undefined {
  if (!listUnknownTables(db).some(([name]) => name === table)) return undefined;
  return db
    .sql<{ organizationID: string }>(`SELECT organization_id FROM ${table} WHERE id = ?`)
    .get(id)?.organizationID;
}
