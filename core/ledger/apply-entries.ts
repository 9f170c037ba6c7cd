/**
 * Entries of other stations: the balance is the sum of all chains. Two stations that were cut off from each other may have
 * posted the same payment or refund of one transaction; the earliest counts, and the station of each later one takes its own
 * back with an ADJUSTMENT.
 */
import { moneyText } from "../base/money.ts";
import type { SqlRow } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { recordFact } from "../outbox/record-fact.ts";
import { getBalance, postEntry } from "./ledger.service.ts";
import { changeBalance, listEntriesOf } from "./ledger.store.ts";

/** Adds the money of entries that are new here. Inside their transaction. */
export function addToBalances(deps: Deps, entries: readonly SqlRow[]): void {
  for (const entry of entries) changeBalance(deps.db, String(entry["organization_id"]), Number(entry["amount_minor"]));
  for (const transactionID of new Set(entries.map((entry) => entry["transaction_id"]))) if (typeof transactionID === "string") takeBackDoubles(deps, transactionID);
  for (const organizationID of new Set(entries.map((entry) => String(entry["organization_id"])))) {
    recordFact(deps, { topic: "balance.changed", organizationID, subjectID: organizationID, payload: { balance: moneyText(getBalance(deps, organizationID).balance) } });
  }
}

/**
 * Posts what this station's adjustments of a transaction lack of what it posted later than others, if anything. Each
 * incarnation of a station is a writer of its own, and the present one answers for all of them: what an earlier one has
 * taken back already may come after the entry that asks for it, and is evened out then.
 */
function takeBackDoubles(deps: Deps, transactionID: string): void {
  const { stamps, stationID } = deps.db;
  const entries = listEntriesOf(deps.db, transactionID).sort((a, b) => (stamps.isAfter(a.stamp, b.stamp) ? 1 : -1));
  const doubles = (["PURCHASE", "REFUND"] as const).flatMap((kind) => entries.filter((entry) => entry.kind === kind).slice(1));
  const [own] = doubles.filter((entry) => entry.station_id === stationID);
  const adjustments = entries.filter((entry) => entry.kind === "ADJUSTMENT" && entry.station_id === stationID);
  const sum = (some: typeof entries): number => some.reduce((total, entry) => total + (entry.station_id === stationID ? entry.amount_minor : 0), 0);
  const amount = -sum(doubles) - sum(adjustments);
  if (own === undefined || amount === 0) return;
  const once = `${transactionID} ADJUSTMENT ${adjustments.length}`;
  postEntry(deps, { organizationID: own.organization_id, kind: "ADJUSTMENT", amount, transactionID, reference: own.reference, note: `${own.kind} posted twice`, once });
}
