/**
 * Entries of other stations: the balance is the sum of all chains. Two stations that were cut off from each other may have
 * posted the same payment or refund of one transaction; the earlier counts, and the station of the later one takes its own
 * back with an ADJUSTMENT.
 */
import { moneyText } from "../base/money.ts";
import { recordFact } from "../db/change.ts";
import type { SqlRow } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { getBalance, postEntry } from "./ledger.service.ts";
import { changeBalance, listEntriesOf } from "./ledger.store.ts";

/** @param entries Rows of `ledger_entries` that are new here. Inside a transaction. */
export function applyEntries(deps: Deps, entries: readonly SqlRow[]): void {
  for (const entry of entries) changeBalance(deps.db, String(entry["organization_id"]), Number(entry["amount_minor"]));
  for (const entry of entries) takeBackDouble(deps, String(entry["transaction_id"] ?? ""), String(entry["kind"]));
  for (const organizationID of new Set(entries.map((entry) => String(entry["organization_id"])))) {
    recordFact(deps, { topic: "balance.changed", organizationID, subjectID: organizationID, payload: { balance: moneyText(getBalance(deps, organizationID).balance) } });
  }
}

function takeBackDouble(deps: Deps, transactionID: string, kind: string): void {
  if (transactionID === "" || (kind !== "PURCHASE" && kind !== "REFUND")) return;
  const { db } = deps;
  const [first, ...later] = listEntriesOf(db, transactionID, kind).sort((a, b) => (db.stamps.isAfter(a.stamp, b.stamp) ? 1 : -1));
  if (first === undefined) return;
  for (const entry of later) {
    // Each incarnation of a station is a writer of its own, and the present one answers for all of them.
    if (entry.station_id !== db.stationID) continue;
    postEntry(deps, { organizationID: entry.organization_id, kind: "ADJUSTMENT", amount: -entry.amount_minor, transactionID, reference: entry.reference, note: `${kind} posted twice`, once: `${entry.id} ADJUSTMENT` });
  }
}
