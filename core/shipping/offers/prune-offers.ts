/**
 * Deletes the offers of shipments whose label is bought, when one of the offers is older than 30
 * days. The purchase has a copy of the bought offer, and the other offers are not needed.
 */
import { earliestIdAt } from "../../base/ids.ts";
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import { deleteOffersOf, listOld } from "./offers.store.ts";

const KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

/**
 * Creates a function that checks the next old offers, at most `atMost`, and returns their number. A
 * number below `atMost` means that all old offers were checked; the next call starts again from the
 * oldest.
 */
export function pruneOffers(deps: WriteDeps): (atMost: number) => number {
  let after = "";
  return (atMost) => {
    const rows = listOld(deps.db, {
      after,
      before: earliestIdAt(Date.parse(deps.now()) - KEPT_MS),
      atMost,
    });
    const bought = new Set(rows.filter((row) => row.isBought === 1).map((row) => row.shipmentID));
    if (bought.size > 0)
      inTransaction(deps, () =>
        bought.forEach((shipmentID) => deleteOffersOf(deps.db, shipmentID)),
      );
    after = rows.length < atMost ? "" : (rows.at(-1)?.id ?? "");
    return rows.length;
  };
}
