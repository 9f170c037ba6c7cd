/**
 * Entries of other stations: the balance is the sum of all chains. Two stations that were cut off
 * from each other may have posted the same payment or refund of one transaction, or a top-up under
 * the same reference; the earliest counts, and the
 * station of each later one takes its own back with an ADJUSTMENT; of a revoked station the one
 * that noted its end does.
 */
import { moneyText } from "../../base/money.ts";
import type { SqlRow } from "../../db/database.ts";
import { findEndedBy } from "../../db/station-ends.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { OrganizationDeps } from "../deps.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import { getBalance, postEntry, type PostDeps } from "./ledger.service.ts";
import {
  changeBalance,
  listDoublesOfEnded,
  listEntriesOf,
  listEntriesUnder,
  type StampedEntry,
} from "./ledger.store.ts";

/** Adds the money of entries that are new here, exactly once. Inside their transaction. */
export function addToBalances(deps: WriteDeps, entries: readonly SqlRow[]): void {
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
export function settleDoubles(deps: PostDeps, entries: readonly SqlRow[]): void {
  const transactions = new Set(entries.map((entry) => entry["transaction_id"]));
  for (const id of transactions) {
    if (typeof id !== "string") continue;
    takeBackDoubles(deps, listEntriesOf(deps.db, id), ["PURCHASE", "REFUND"], id);
  }
  const topUps = entries.filter(
    (entry) => entry["transaction_id"] === null && entry["reference"] !== "",
  );
  const named = new Map(
    topUps.map(({ organization_id: organizationID, reference }) => {
      const key = { organizationID: String(organizationID), reference: String(reference) };
      return [`${key.reference} ${key.organizationID}`, key];
    }),
  );
  for (const [key, { organizationID, reference }] of named)
    takeBackDoubles(deps, listEntriesUnder(deps.db, organizationID, reference), ["TOPUP"], key);
}

/**
 * Settles what revoked stations posted later than others and will not take back themselves. Inside
 * a transaction; a second call changes nothing.
 */
export function settleDoublesOfEnded(deps: PostDeps): void {
  settleDoubles(deps, listDoublesOfEnded(deps.db));
}

/**
 * Posts what the adjustments lack of what was posted later than by others and this station answers
 * for, if anything. Each incarnation of a station is a writer of its own, and the present one
 * answers for all of them that were not ended: what an earlier one has taken back already may come
 * after the entry that asks for it, and is evened out then.
 *
 * @param all Entries about one thing, with their adjustments. @param key What they are about.
 */
function takeBackDoubles(
  deps: PostDeps,
  all: readonly StampedEntry[],
  kinds: readonly StampedEntry["kind"][],
  key: string,
): void {
  const { db } = deps;
  const entries = [...all].sort((a, b) => (db.stamps.isAfter(a.stamp, b.stamp) ? 1 : -1));
  const later = kinds.flatMap((kind) => entries.filter((entry) => entry.kind === kind).slice(1));
  const adjustments = entries.filter(({ kind }) => kind === "ADJUSTMENT");
  const doubles = later.filter((entry) => isAnsweredHere(db, entry));
  const takenBack = adjustments.filter((entry) => isAnsweredHere(db, entry));
  const sum = (some: readonly StampedEntry[]): number =>
    some.reduce((total, entry) => total + entry.amount_minor, 0);
  const amount = -sum(doubles) - sum(takenBack);
  // One of an earlier incarnation may have come before the entry that it takes back.
  const about = doubles[0] ?? takenBack.find((entry) => isOwn(db, entry));
  if (about === undefined || amount === 0) return;
  const { organization_id: organizationID, transaction_id: transactionID, reference } = about;
  const own = adjustments.filter((entry) => entry.station_id === db.stationID);
  postEntry(deps, {
    organizationID,
    kind: "ADJUSTMENT",
    amount,
    transactionID,
    reference,
    note: doubles[0] === undefined ? "posted once after all" : `${about.kind} posted twice`,
    once: `${key} ADJUSTMENT ${own.length}`,
  });
}

function isOwn(db: OrganizationDeps["db"], { station_id, incarnation }: StampedEntry): boolean {
  return station_id === db.stationID && incarnation === db.incarnation;
}

/** Whether this station wrote an entry, or noted the end of who wrote it, or of who noted that. */
function isAnsweredHere(
  db: OrganizationDeps["db"],
  { station_id: stationID, incarnation }: StampedEntry,
): boolean {
  const passed = new Set<string>();
  let writer: { readonly stationID: string; readonly incarnation: number } = {
    stationID,
    incarnation,
  };
  for (;;) {
    const key = `${writer.stationID}.${writer.incarnation}`;
    const next = findEndedBy(db, writer);
    if (next === undefined || passed.has(key)) return writer.stationID === db.stationID;
    passed.add(key);
    writer = next;
  }
}
