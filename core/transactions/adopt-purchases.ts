/**
 * Purchases of this station that come back to it: its database was put back from an older copy, and other stations have
 * what it wrote since. An open one is asked about again, with the same key; one that has ended holds no money any more.
 */
import type { Deps } from "../deps.ts";
import { keepHeld } from "../ledger/ledger.service.ts";
import { afterThisTry } from "./purchase-tries.ts";
import { findWritten, markAdopted } from "./transactions.store.ts";

/** @param ids Of transactions that came or were changed. Inside a transaction. */
export function adoptPurchases(deps: Deps, ids: readonly string[]): void {
  const { db } = deps;
  for (const id of ids) {
    const row = findWritten(db, id);
    if (row === undefined || !db.stamps.writerOf(row.stamp).startsWith(`${db.stationID}.`)) continue;
    // Its outcome may come before this time is over.
    markAdopted(db, { id, nextAttemptAt: afterThisTry(deps.now(), undefined) });
    keepHeld(deps, row.organization_id);
  }
}
