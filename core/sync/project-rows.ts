/** Runs the projections for rows that come from other stations. */
import type { SyncDeps } from "./deps.ts";
import type { AppliedRow } from "../db/merge-fields.ts";
import { PROJECTIONS } from "./projections.ts";

/**
 * Runs the projections; needs an open transaction. Cached reads need no projection: a write to
 * their table invalidates them.
 */
export function projectRows(deps: SyncDeps, rows: readonly AppliedRow[]): void {
  for (const { tables, run } of PROJECTIONS) {
    const some = rows.filter(({ table }) => table in tables);
    if (some.length > 0) run(deps, some);
  }
}
