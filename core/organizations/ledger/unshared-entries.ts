/**
 * Handles entries of a station that was revoked while it had no connection: no other station ever
 * gets these entries, so they must not count here either.
 */
import { postEntry, UNSHARED, type PostDeps } from "./ledger.service.ts";
import { getEntry } from "./ledger.store.ts";

/**
 * Cancels entries of this station, each with an ADJUSTMENT that no other station gets. Must be
 * called in a database transaction, while the station still has the incarnation that posted the
 * entries.
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
      amount: -entry.amountMinor,
      transactionID: entry.transactionID,
      // The adjustment of a top-up has no reference: with the top-up's reference, it would cancel a
      // top-up of another station.
      reference: entry.transactionID === null ? "" : entry.reference,
      note: UNSHARED,
      once: `${id} unshared`,
    });
  }
}
