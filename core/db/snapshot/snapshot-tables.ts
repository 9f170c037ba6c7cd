/** Which rows and columns a snapshot of an organization has: what travels, and what every station folds from it in the same way. */
import { ruleOf, SYNCED_TABLES, type SyncedTable } from "../tables.ts";

/** Local columns that are the same at every station with the same facts: a snapshot has them, so that nothing need be folded anew. */
const FOLDED_LOCALS: Partial<Record<SyncedTable, readonly string[]>> = {
  shipments: (ruleOf("shipments").local ?? []).filter((column) => !["seq", "is_listed"].includes(column)),
  tracking_events: ["is_applied"],
};

/** @param travelling Without the id. @returns The columns of a snapshot's table, but for the stamp. */
export function columnsInSnapshot(table: SyncedTable, travelling: Iterable<string>): string[] {
  return ["id", ...travelling, ...(FOLDED_LOCALS[table] ?? [])];
}

/**
 * What was erased is known before the rows that it is about. Before a shipment is there, what hangs
 * on it triggers nothing.
 */
const FIRST: readonly SyncedTable[] = ["erasures", "tracking_events", "handled_parcels"];

/** In the order in which they are merged. */
export const TABLES_IN_ORDER: readonly SyncedTable[] = [...FIRST, ...SYNCED_TABLES.filter((table) => !FIRST.includes(table))];

/** What a snapshot states of itself. */
export type SnapshotFacts = { readonly organizationID: string; readonly stationID: string; readonly schema: number; readonly seq: number; readonly anchor: string; /** The newest row of its maker's outbox that it has. */ readonly outbox: number; readonly madeAt: string };
