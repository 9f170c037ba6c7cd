/**
 * Lists the tables and columns of an organization's snapshot: synced columns, and columns that
 * every station folds from them in the same way.
 */
import { z } from "zod";
import { declarationOf, syncedTables, type WithTables } from "../tables.ts";

/**
 * Returns the columns of a snapshot's table, without the stamp.
 *
 * @param travelling Synced columns without the id.
 */
export function columnsInSnapshot(
  of: WithTables,
  table: string,
  travelling: Iterable<string>,
): string[] {
  return ["id", ...travelling, ...(declarationOf(of, table).foldedColumns ?? [])];
}

/** Lists the tables in the order in which they are merged. */
export function tablesInOrder(of: WithTables): string[] {
  const isFirst = (table: string): boolean => declarationOf(of, table).isMergedFirst === true;
  const all = syncedTables(of);
  return [...all.filter(isFirst), ...all.filter((table) => !isFirst(table))];
}

/** The only index of a snapshot, without `CREATE INDEX`. */
export const CLOCKS_INDEX = "clocks_by_row ON clocks (row_id, table_name)";

/** Columns of the tables that a snapshot has in addition to synced tables. */
export const EXTRA_TABLES: Readonly<Record<string, readonly string[]>> = {
  facts: ["body"],
  clocks: ["row_id", "table_name", "clocks"],
  names: ["no", "name"],
  parked: ["row_id", "table_name", "field", "value", "stamp"],
  aside: ["id", "station_id", "hlc", "number", "version", "reason", "body", "created_at"],
};

const count = z.number().int().min(0);

/** Shape of a snapshot's facts. */
export const factsSchema = z.object({
  organizationID: z.string(),
  stationID: z.string(),
  /** Format of the source database; "" when a trial version made it. */
  format: z.string().max(10).default(""),
  schema: z.number().int().min(1),
  seq: count,
  anchor: z.string().max(200),
  /** The newest row of its creator's outbox that the snapshot includes. */
  outbox: count,
  madeAt: z.iso.datetime(),
});

/** Facts that a snapshot states about itself. */
export type SnapshotFacts = z.output<typeof factsSchema>;
