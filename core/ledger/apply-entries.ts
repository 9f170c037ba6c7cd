/**
 * Entries of other stations: the balance is the sum of all chains. Two stations that were cut off from each other may have
 * posted the same payment or refund of one transaction, or a top-up under the same reference; the
 * earliest counts, and the
 * station of each later one takes its own back with an ADJUSTMENT.
 */
import { moneyText } from "../base/money.ts";
import type { SqlRow } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { recordFact } from "../outbox/record-fact.ts";
import { getBalance, postEntry } from "./ledger.service.ts";
import {
  changeBalance,
  listEntriesOf,
  listEntriesUnder,
  type StampedEntry,
} from "./ledger.store.ts";

/** Adds the money of entries that are new here, exactly once. Inside their transaction. */
export function addToBalances(deps: Deps, entries: readonly SqlRow[]): void {
  for (const entry of entries)
    changeBalance(deps.db, String(entry["organization_id"]), Number(entry["amount_minor"]));
  for (const organizationID of new Set(entries.map((entry) => String(entry["organization_id"])))) {
    recordFact(deps, {
      topic: "balance.changed",
      organizationID,
      subjectID: organizationID,
      payload: { balance: moneyText(getBalance(deps, organizationID).balance) },
    });
  }
}

/**
 * Takes back what this station posted later than others: payments and refunds of the transactions
 * that
 * these entries are about, and top-ups under their references. Inside a transaction; a second call
 * changes nothing.
 */
export function settleDoubles(deps: Deps, entries: readonly SqlRow[]): void {
  const transactions = new Set(entries.map((entry) => entry["transaction_id"]));
  for (const id of transactions) {
    if (typeof id !== "string") continue;
    takeBackDoubles(deps, listEntriesOf(deps.db, id), ["PURCHASE", "REFUND"], id);
  }
  const topUps = entries.filter(
    (entry) => entry["transaction_id"] === null && entry["reference"] !== "",
  );
  const named = new Map(
    topUps.map((entry) => [String(entry["reference"]), String(entry["organization_id"])]),
  );
  for (const [reference, organizationID] of named) {
    takeBackDoubles(
      deps,
      listEntriesUnder(deps.db, organizationID, reference),
      ["TOPUP"],
      reference,
    );
  }
}

/**
 * Posts what this station's adjustments lack of what it posted later than others, if anything. Each
 * incarnation of a station is a writer of its own, and the present one answers for all of them:
 * what an
 * earlier one has taken back already may come after the entry that asks for it, and is evened out
 * then.
 *
 * @param all Entries about one thing, with their adjustments. @param key What they are about.
 */
function takeBackDoubles(
  deps: Deps,
  all: readonly StampedEntry[],
  kinds: readonly StampedEntry["kind"][],
  key: string,
): void {
  const { stamps, stationID } = deps.db;
  const entries = [...all].sort((a, b) => (stamps.isAfter(a.stamp, b.stamp) ? 1 : -1));
  const doubles = kinds.flatMap((kind) => entries.filter((entry) => entry.kind === kind).slice(1));
  const [own] = doubles.filter((entry) => entry.station_id === stationID);
  const adjustments = entries.filter(
    (entry) => entry.kind === "ADJUSTMENT" && entry.station_id === stationID,
  );
  const sum = (some: readonly StampedEntry[]): number =>
    some.reduce(
      (total, entry) => total + (entry.station_id === stationID ? entry.amount_minor : 0),
      0,
    );
  const amount = -sum(doubles) - sum(adjustments);
  if (own === undefined || amount === 0) return;
  const { organization_id: organizationID, transaction_id: transactionID, reference, kind } = own;
  const once = `${key} ADJUSTMENT ${adjustments.length}`;
  postEntry(deps, {
    organizationID,
    kind: "ADJUSTMENT",
    amount,
    transactionID,
    reference,
    note: `${kind} posted twice`,
    once,
  });
}
