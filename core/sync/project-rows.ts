/** Rows of other stations, as they come by the stream, run the projections of their tables. */
import type { SyncDeps } from "./deps.ts";
import type { AppliedRow } from "../db/merge-fields.ts";
import { PROJECTIONS } from "./projections.ts";

/**
 * Cached reads need no projection: they are read again when their table is written. Inside a
 * transaction.
 */
export function projectRows(deps: SyncDeps, rows: readonly AppliedRow[]): void {
  for (const { tables, run } of PROJECTIONS) {
    const some = rows.filter(({ table }) => table in tables);
    if (some.length > 0) run(deps, some);
  }
}
