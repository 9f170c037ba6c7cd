/**
 * Which rows and columns a snapshot of an organization has: what travels, and what every station
 * folds from it in the same way.
 */
import { z } from "zod";
import { ruleOf, SYNCED_TABLES, type SyncedTable } from "../tables.ts";

/**
 * Local columns that are the same at every station with the same facts: a snapshot has them, so
 * that nothing need be folded anew.
 */
const FOLDED_LOCALS: Partial<Record<SyncedTable, readonly string[]>> = {
  shipments: (ruleOf("shipments").local ?? []).filter(
    (column) => !["seq", "is_listed"].includes(column),
  ),
  tracking_events: ["is_applied"],
};

/**
 * @param travelling Without the id.
 * @returns The columns of a snapshot's table, but for the stamp.
 */
export function columnsInSnapshot(table: SyncedTable, travelling: Iterable<string>): string[] {
  return ["id", ...travelling, ...(FOLDED_LOCALS[table] ?? [])];
}

/**
 * What was erased is known before the rows that it is about. Before a shipment is there, what hangs
 * on it triggers nothing.
 */
const FIRST: readonly SyncedTable[] = ["erasures", "tracking_events", "handled_parcels"];

/** In the order in which they are merged. */
export const TABLES_IN_ORDER: readonly SyncedTable[] = [
  ...FIRST,
  ...SYNCED_TABLES.filter((table) => !FIRST.includes(table)),
];

/** The only index of a snapshot, without its CREATE INDEX. */
export const CLOCKS_INDEX = "clocks_by_row ON clocks (row_id, table_name)";

/** Columns of the tables that a snapshot has beside the synced ones. */
export const EXTRA_TABLES: Readonly<Record<string, readonly string[]>> = {
  facts: ["body"],
  clocks: ["row_id", "table_name", "clocks"],
  names: ["no", "name"],
  parked: ["row_id", "table_name", "field", "value", "stamp"],
  aside: ["id", "station_id", "hlc", "number", "version", "reason", "body", "created_at"],
};

const count = z.number().int().min(0);

/** Shape of what a snapshot states of itself. */
export const factsSchema = z.object({
  organizationID: z.string(),
  stationID: z.string(),
  /** Format of the database that it was made from; "" where a trial version made it. */
  format: z.string().max(10).default(""),
  schema: z.number().int().min(1),
  seq: count,
  anchor: z.string().max(200),
  /** The newest row of its maker's outbox that it has. */
  outbox: count,
  madeAt: z.iso.datetime(),
});

/** What a snapshot states of itself. */
export type SnapshotFacts = z.output<typeof factsSchema>;
