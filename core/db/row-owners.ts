/**
 * Determines to which organization a row of a synced table belongs, and which rows of other tables
 * the row names. A station may have organizations that no other station has: their rows are not
 * published, are in no snapshot, and other stations cannot change them.
 */
import type { RowChange, SqlRow, SqlValue } from "./database.ts";
import { declarationOf, type Owner, type WithTables } from "./tables.ts";

function ownerOf({ tables }: WithTables, table: string): Owner | undefined {
  return tables.synced.get(table)?.owner;
}

/**
 * Returns the name of the column with the organization of a table's rows. Some tables lack this
 * column.
 */
export function organizationColumn(of: WithTables, table: string): string {
  return ownerOf(of, table) === "itself" ? "id" : "organization_id";
}

/** Finds the organization that a change names; undefined when the change names none. */
export function statedOrganization(
  of: WithTables,
  [table, id, fields]: RowChange,
): SqlValue | undefined {
  return ownerOf(of, table) === "itself" ? id : fields["organization_id"];
}

/**
 * Returns whether rows of a table belong to no organization. Such a row is included wherever a row
 * that names it is included.
 */
export function isShared(of: WithTables, table: string): boolean {
  const owner = ownerOf(of, table);
  return typeof owner === "object" && "sharedIn" in owner;
}

/**
 * Finds the table that determines the organization of this table's rows, and the column `by` that
 * names a row of that table. Undefined when the rows have an organization themselves, or none.
 */
export function parentOf(
  of: WithTables,
  table: string,
): { readonly of: string; readonly by: string } | undefined {
  const owner = ownerOf(of, table);
  return typeof owner === "object" && "of" in owner ? owner : undefined;
}

/**
 * Makes the SQL condition for the rows of one organization, :organizationID. Includes rows whose
 * parent has not arrived yet: they came from another station, so they belong to the shared
 * organization.
 *
 * @param columns The table's columns.
 * @param row The table's alias in the statement.
 * @throws Error for a table whose organization cannot be determined.
 */
export function scopeOf(
  of: WithTables,
  table: string,
  columns: ReadonlySet<string>,
  row = "s",
): string {
  const { owner } = declarationOf(of, table);
  if (typeof owner === "object" && "of" in owner)
    return `NOT EXISTS (SELECT 1 FROM ${owner.of} AS p WHERE p.id = ${row}.${owner.by} AND p.organization_id <> :organizationID)`;
  if (typeof owner === "object")
    return `${row}.id IN (SELECT n.${owner.by} FROM ${owner.sharedIn} AS n WHERE ${scopeOf(of, owner.sharedIn, columns, "n")})`;
  const column = organizationColumn(of, table);
  if (column !== "id" && !columns.has(column))
    throw new Error(
      `the organization of the rows of ${table} is unknown: the table needs an organization_id, or an owner in its declaration`,
    );
  return `${row}.${column} = :organizationID`;
}

/**
 * Returns the columns that name a row, usually including the id, each with the table of the named
 * row. The list may have columns that the table lacks.
 */
export function namingColumns(of: WithTables, table: string): [column: string, of: string][] {
  const { parent: keyColumn, needs = {} } = declarationOf(of, table);
  const parent = parentOf(of, table);
  // If the organization is part of the key, another organization's row with this id is a different
  // row.
  const own: [string, string][] = keyColumn === "organization_id" ? [] : [["id", table]];
  if (parent?.by === "id") own.push(["id", parent.of]);
  const named = of.tables.naming.map(([column, other]): [string, string] => [column, other]);
  return [...own, ...named, ...Object.entries(needs)];
}

/**
 * Returns the rows that the row names.
 *
 * @param fields The known fields of the row, without the id.
 */
export function namedRows(
  of: WithTables,
  table: string,
  { id, fields }: { readonly id: string; readonly fields: SqlRow },
): { readonly table: string; readonly id: SqlValue }[] {
  const row: SqlRow = { ...fields, id };
  return namingColumns(of, table).flatMap(([column, other]) => {
    const named = row[column];
    return named === undefined || named === null || named === ""
      ? []
      : [{ table: other, id: named }];
  });
}
