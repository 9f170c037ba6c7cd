/**
 * Entries of a station that was revoked while it was cut off: no other station ever gets them, so
 * that they must not count here either.
 */
import { postEntry, UNSHARED, type PostDeps } from "./ledger.service.ts";
import { getEntry } from "./ledger.store.ts";

/**
 * Takes entries of this station back, each with an ADJUSTMENT that no other station gets: inside a
 * transaction of the incarnation that posted them.
 */
export function takeBackUnshared(
  deps: PostDeps,
  organizationID: string,
  ids: readonly string[],
): void {
  for (const id of ids) {
    const entry = getEntry(deps.db, organizationID, id);
    postEntry(deps, {
      organizationID,
      kind: "ADJUSTMENT",
      amount: -entry.amount_minor,
      transactionID: entry.transaction_id,
      // Under its reference an adjustment would answer to a top-up of another station.
      reference: entry.transaction_id === null ? "" : entry.reference,
      note: UNSHARED,
      once: `${id} unshared`,
    });
  }
}
