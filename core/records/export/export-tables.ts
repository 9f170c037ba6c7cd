/**
 * Derives the tables of an export from their declarations: a file per table, and how to page
 * through an organization's rows by key.
 */
import { parentOf } from "../../db/row-owners.ts";
import type { ExportedTable, WithTables } from "../../db/tables.ts";

/**
 * How rows are selected, by `key`. `own`: the table has a column with the organization's id;
 * `self`: the row's id is the organization's id; `shipment`, `purchase`: the table refers to a
 * shipment or a purchase by the column `by`. `leaves`: columns that are not exported: secrets, and
 * internal state of this station.
 */
export type ExportTable = {
  readonly name: string;
  readonly table: string;
  readonly key: "own" | "self" | "shipment" | "purchase";
  readonly by?: string;
  readonly leaves: readonly string[];
};

/** Lists the exported tables in the order of their declarations. */
export function exportTables(of: WithTables): ExportTable[] {
  const { synced, station } = of.tables;
  return [
    ...[...synced].flatMap(([table, { exported, local = [], owner }]) =>
      exported === undefined
        ? []
        : [{ ...fileOf(table, exported, local), ...keyOf(of, table, owner === "itself") }],
    ),
    ...[...station].flatMap(([table, { exported }]) =>
      exported === undefined ? [] : [{ ...fileOf(table, exported, []), key: "own" as const }],
    ),
  ];
}

function fileOf(
  table: string,
  { as = table, leaves = [] }: ExportedTable,
  local: readonly string[],
): Pick<ExportTable, "name" | "table" | "leaves"> {
  return { name: as, table, leaves: ["stamp", ...local, ...leaves] };
}

/**
 * Finds how an export selects the rows of a table.
 *
 * @throws Error for a table whose parent is neither a shipment nor a purchase.
 */
function keyOf(of: WithTables, table: string, isItself: boolean): Pick<ExportTable, "key" | "by"> {
  if (isItself) return { key: "self" };
  const parent = parentOf(of, table);
  if (parent === undefined) return { key: "own" };
  if (parent.of === "shipments") return { key: "shipment", by: parent.by };
  if (parent.of === "transactions") return { key: "purchase", by: parent.by };
  throw new Error(`an export cannot find the rows of ${table}`);
}
