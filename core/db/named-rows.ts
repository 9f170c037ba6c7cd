/** Which rows of other tables a row of a synced table names, itself among them: of whose organization it is and must be. */
import type { SqlRow, SqlValue } from "./database.ts";
import { ruleOf, type SyncedTable } from "./tables.ts";

/** Tables whose rows are of the organization of another row, which the named column or the row's own id names. */
export const PARENTS: Partial<Record<SyncedTable, { readonly table: SyncedTable; readonly by: string }>> = {
  parcels: { table: "shipments", by: "id" },
  shipment_facts: { table: "shipments", by: "shipment_id" },
  tracking_events: { table: "shipments", by: "shipment_id" },
  rate_requests: { table: "shipments", by: "id" },
  label_files: { table: "shipments", by: "shipment_id" },
  purchase_snapshots: { table: "transactions", by: "id" },
};

/** @returns Columns, the id among them, each with the table of the row that it names. Not every table has every one. */
export function namingColumns(table: SyncedTable): [column: string, of: SyncedTable][] {
  const parent = PARENTS[table];
  return [["id", table], ...(parent?.by === "id" ? [["id", parent.table] as [string, SyncedTable]] : []), ["shipment_id", "shipments"], ...Object.entries(ruleOf(table).needs ?? {})];
}

/** @param fields Those of them that are known, without the id. */
export function namedRows(table: SyncedTable, id: string, fields: SqlRow): { readonly table: SyncedTable; readonly id: SqlValue }[] {
  const row: SqlRow = { ...fields, id };
  return namingColumns(table).flatMap(([column, of]) => {
    const named = row[column];
    return named === undefined || named === null ? [] : [{ table: of, id: named }];
  });
}
