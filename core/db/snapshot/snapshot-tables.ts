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

/** Before a shipment is there, what hangs on it triggers nothing. */
const FIRST: readonly SyncedTable[] = ["tracking_events", "handled_parcels"];

/** In the order in which they are merged. */
export const TABLES_IN_ORDER: readonly SyncedTable[] = [...FIRST, ...SYNCED_TABLES.filter((table) => !FIRST.includes(table))];

/** Which rows are an organization's, where they have no column of it. `s` is the row. One that came before its parent is too: other organizations' rows never come from elsewhere. */
const OF_PARENT: Partial<Record<SyncedTable, string>> = {
  organizations: "s.id = :organizationID",
  privacy_rules: "s.id = :organizationID",
  parcels: "NOT EXISTS (SELECT 1 FROM shipments AS p WHERE p.id = s.id AND p.organization_id <> :organizationID)",
  rate_requests: "NOT EXISTS (SELECT 1 FROM shipments AS p WHERE p.id = s.id AND p.organization_id <> :organizationID)",
  shipment_facts: "NOT EXISTS (SELECT 1 FROM shipments AS p WHERE p.id = s.shipment_id AND p.organization_id <> :organizationID)",
  tracking_events: "NOT EXISTS (SELECT 1 FROM shipments AS p WHERE p.id = s.shipment_id AND p.organization_id <> :organizationID)",
  label_files: "NOT EXISTS (SELECT 1 FROM shipments AS p WHERE p.id = s.shipment_id AND p.organization_id <> :organizationID)",
  purchase_snapshots: "NOT EXISTS (SELECT 1 FROM transactions AS p WHERE p.id = s.id AND p.organization_id <> :organizationID)",
};

/** A condition on `s`, the table's row. A table without an organization of its own is copied whole. */
export function scopeOf(table: SyncedTable, columns: ReadonlySet<string>): string {
  return OF_PARENT[table] ?? (columns.has("organization_id") ? "s.organization_id = :organizationID" : ":organizationID IS NOT NULL");
}

/** What a snapshot states of itself. */
export type SnapshotFacts = { readonly organizationID: string; readonly stationID: string; readonly schema: number; readonly seq: number; readonly anchor: string; /** The newest row of its maker's outbox that it has. */ readonly outbox: number; readonly madeAt: string };
