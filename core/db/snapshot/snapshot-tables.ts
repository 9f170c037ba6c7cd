/**
 * Lists the tables and columns of an organization's snapshot: synced columns, and columns that
 * every station folds from them in the same way.
 */
import { z } from "zod";
import { ruleOf, SYNCED_TABLES, type SyncedTable } from "../tables.ts";

/**
 * Local columns with equal values at every station that has the same facts. A snapshot includes
 * them, so that nothing has to be folded again.
 */
const FOLDED_LOCALS: Partial<Record<SyncedTable, readonly string[]>> = {
  shipments: (ruleOf("shipments").local ?? []).filter(
    (column) => !["seq", "is_listed"].includes(column),
  ),
  tracking_events: ["is_applied"],
};

/**
 * @param travelling Synced columns without the id.
 * @returns The columns of a snapshot's table, without the stamp.
 */
export function columnsInSnapshot(table: SyncedTable, travelling: Iterable<string>): string[] {
  return ["id", ...travelling, ...(FOLDED_LOCALS[table] ?? [])];
}

/**
 * Erasures are merged before the rows that they concern. Rows that belong to a shipment trigger
 * nothing until the shipment exists.
 */
const FIRST: readonly SyncedTable[] = ["erasures", "tracking_events", "handled_parcels"];

/** Tables in the order in which they are merged. */
export const TABLES_IN_ORDER: readonly SyncedTable[] = [
  ...FIRST,
  ...SYNCED_TABLES.filter((table) => !FIRST.includes(table)),
];

/** The only index of a snapshot, without `CREATE INDEX`. */
export const CLOCKS_INDEX = "clocks_by_row ON clocks (row_id, table_name)";

/** Columns of the tables that a snapshot has in addition to the synced ones. */
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
  /** The newest row of its creator's outbox that it includes. */
  outbox: count,
  madeAt: z.iso.datetime(),
});

/** Facts that a snapshot states about itself. */
export type SnapshotFacts = z.output<typeof factsSchema>;
