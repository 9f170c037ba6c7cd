/**
 * SQL of an export: pages of an organization's rows by key, on the reader's connection.
 */
import type { SqlRow } from "../../db/database.ts";
import type { Reader } from "../../db/reader.ts";
import type { ExportTable } from "./export-tables.ts";

type Page = {
  readonly rows: readonly SqlRow[];
  /** Key after which the next page begins; null at the end. */
  readonly next: string | null;
};
/** `after`: key after which the page begins; "" for the first page. */
type Asked = { readonly organizationID: string; readonly after: string; readonly limit: number };

/** Lists the exported columns in the table's order. */
export async function listColumns(
  reader: Reader,
  { table, leaves }: ExportTable,
): Promise<string[]> {
  const rows = await reader.all<{ name: string }>(
    `SELECT name FROM pragma_table_info(:table)`,
    { table },
    "long",
  );
  return rows.map(({ name }) => name).filter((name) => !leaves.includes(name));
}

/**
 * Reads the next page of a table. For a table that refers to shipments or purchases, a page holds
 * all rows of the next page of shipments or purchases.
 */
export async function readRows(
  reader: Reader,
  of: ExportTable,
  columns: readonly string[],
  { organizationID, after, limit }: Asked,
): Promise<Page> {
  const parameters = { organizationID, after, limit };
  if (of.key === "own" || of.key === "self") {
    const rows = await reader.all<SqlRow>(ownRows(of, columns), parameters, "long");
    return { rows, next: rows.length < limit ? null : String(rows.at(-1)?.["id"]) };
  }
  const above = `SELECT id FROM ${of.key === "shipment" ? "shipments" : "transactions"} WHERE id > :after AND +organization_id = :organizationID ORDER BY id LIMIT :limit`;
  const [keys, rows] = await reader.several<[{ id: string }, SqlRow]>(
    [
      { sql: above, parameters },
      {
        sql: `SELECT ${columns.map((column) => `c.${column}`).join(", ")}${of.key === "purchase" ? ", s.body AS sender" : ""} FROM (${above}) AS p CROSS JOIN ${of.table} AS c ON c.${of.by ?? ""} = p.id${of.key === "purchase" ? " LEFT JOIN frozen_addresses AS s ON s.id = c.sender_id" : ""}`,
        parameters,
      },
    ],
    "long",
  );
  return { rows, next: keys.length < limit ? null : (keys.at(-1)?.id ?? null) };
}

function ownRows({ key, table }: ExportTable, columns: readonly string[]): string {
  const own =
    key === "self"
      ? "id = :organizationID"
      : table === "ledger_entries"
        ? "organization_id = :organizationID"
        : "+organization_id = :organizationID";
  return `SELECT ${columns.join(", ")} FROM ${table} WHERE ${own} AND id > :after ORDER BY id LIMIT :limit`;
}
