/**
 * Applies ledger entries of other stations: the balance is the sum of all chains. Two stations
 * without a connection may both have posted the payment or refund of one transaction, or a top-up
 * under one reference. The earliest entry counts. Each station that posted a later entry cancels
 * its entry with an ADJUSTMENT; for a revoked station, the station that recorded the revocation
 * posts the ADJUSTMENT.
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

/**
 * Adds the amounts of new entries to the balances. Call once, in the transaction that inserts the
 * entries.
 */
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
 * Looks for entries that were posted twice: payments and refunds of the transactions of these
 * entries, and top-ups under their references. Cancels the later entries for which this station is
 * responsible. Needs an open transaction; a second call changes nothing.
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
    topUps.map((entry) => {
      const key = {
        organizationID: String(entry["organization_id"]),
        reference: String(entry["reference"]),
      };
      return [`${key.reference} ${key.organizationID}`, key];
    }),
  );
  for (const [key, { organizationID, reference }] of named)
    takeBackDoubles(deps, listEntriesUnder(deps.db, organizationID, reference), ["TOPUP"], key);
}

/**
 * Cancels entries of revoked stations that repeat another station's earlier entry, since a revoked
 * station cannot cancel its entries itself. Needs an open transaction; a second call changes
 * nothing.
 */
export function settleDoublesOfEnded(deps: PostDeps): void {
  settleDoubles(deps, listDoublesOfEnded(deps.db));
}

/**
 * Posts the missing adjustment, if any, for later entries that this station is responsible for.
 * Each incarnation of a station is a separate writer; the current incarnation is responsible for
 * all earlier incarnations that were not revoked. An adjustment of an earlier incarnation may
 * arrive after this incarnation has posted the same adjustment; a further adjustment then balances
 * the amounts.
 *
 * @param all Entries of one transaction or reference, with their adjustments.
 * @param key The transaction or reference.
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
    some.reduce((total, entry) => total + entry.amountMinor, 0);
  const amount = -sum(doubles) - sum(takenBack);
  // An adjustment of an earlier incarnation may have arrived before the entry that it cancels.
  const about = doubles[0] ?? takenBack.find((entry) => isOwn(db, entry));
  if (about === undefined || amount === 0) return;
  const { organizationID, transactionID, reference } = about;
  const own = adjustments.filter((entry) => entry.stationID === db.stationID);
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

function isOwn(db: OrganizationDeps["db"], { stationID, incarnation }: StampedEntry): boolean {
  return stationID === db.stationID && incarnation === db.incarnation;
}

/**
 * Returns whether this station is responsible for an entry. The station that wrote the entry is
 * responsible; if it was revoked, the station that recorded the revocation; if that station was
 * revoked too, the station that recorded this second revocation, and so on.
 */
function isAnsweredHere(
  db: OrganizationDeps["db"],
  { stationID, incarnation }: StampedEntry,
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
