/** What follows from rows that a snapshot has brought and that were not here: clocks, counters, indexes, money, and parcels of the board. */
import { noteUnindexed } from "../../addresses/addresses.service.ts";
import { inTransaction } from "../../db/change.ts";
import { noteWrite } from "../../db/open-transaction.ts";
import { parseClocks } from "../../db/row-clocks.ts";
import type { SyncedTable } from "../../db/tables.ts";
import type { Deps } from "../../deps.ts";
import { addForeign } from "../../ledger/apply-entries.ts";
import { refoldShipment } from "../../shipments/refold.ts";
import { adoptPurchases } from "../../transactions/adopt-purchases.ts";
import { voidSurplus } from "../../transactions/void-surplus.ts";
import { findPurchase, listShipmentsOf } from "../../transactions/transactions.service.ts";
import { followDeliveries } from "../../webhooks/follow-deliveries.ts";
import * as store from "./snapshot.store.ts";
import type { Slice } from "./snapshot.store.ts";
import type { StationNames } from "../../db/snapshot/station-names.ts";

/** `before`: the last shipment that was here. `refold`: those of them that more has become known of. */
export type Merged = { readonly deps: Deps; readonly names: StationNames; readonly before: number; readonly refold: Set<string> };

/** Money of ledger entries that are not here yet. Before they are copied, in the same transaction. @param known Those that are here. */
export function countNew({ deps }: Merged, table: SyncedTable, of: Slice, known: ReadonlySet<number>): void {
  noteWrite(deps.db, table);
  if (table === "ledger_entries") addForeign(deps, store.listAmounts(deps.db, of).filter(({ n }) => !known.has(n)));
}

/** After they are copied, in the same transaction. */
export function projectSlice(merged: Merged, table: SyncedTable, of: Slice, known: ReadonlySet<number>): void {
  const { deps, names, before, refold } = merged;
  const { db } = deps;
  const isNew = ({ n }: { readonly n: number }): boolean => !known.has(n);
  for (const row of store.listClocks(db, table, of).filter(isNew)) {
    const clocks = Object.entries(parseClocks(row.clocks)).map(([stamp, fields]) => [names.shorten(stamp), fields]);
    store.insertClocks(db, table, row.id, JSON.stringify(Object.fromEntries(clocks)));
  }
  if (table === "addresses") for (const { id } of store.listSaved(db, of).filter(isNew)) noteUnindexed(db, id);
  const own = table === "transactions" ? names.numbersOf(db.stationID) : [];
  // Purchases of this station, whose database was put back from an older copy.
  if (own.length > 0) adoptPurchases(deps, store.listWrittenBy(db, of, own).filter(isNew).map(({ id }) => id));
  if (table === "delivery_attempts") followDeliveries(deps, store.listIDs(db, table, of).filter(isNew).map(({ id }) => ({ table, id })));
  if (before === 0) return;
  if (table === "shipment_facts" || table === "tracking_events") for (const { id } of store.listOfKnownShipments(db, table, of, before).filter(isNew)) refold.add(id);
  if (table === "transactions" || table === "purchase_snapshots") for (const id of listShipmentsOf(deps, store.listIDs(db, table, of).filter(isNew).map((row) => row.id))) refold.add(id);
}

/** Folds some shipments that were here with what has come of them. @returns How many. */
export function refoldSome({ deps, refold }: Merged, atMost: number): number {
  const ids = [...refold].slice(0, atMost);
  if (ids.length > 0) inTransaction(deps, () => ids.forEach((id) => voidSurplus(deps, refoldShipment(deps, id, (transactionID) => findPurchase(deps, transactionID)))));
  for (const id of ids) refold.delete(id);
  return ids.length;
}

/** Parcels that came with their status: triggers write those whose status changes here. @returns Writes those of so many shipments, and answers how many those were. */
export function showParcels({ deps, before }: Merged): (atMost: number) => number {
  const since = new Date(Date.parse(deps.now()) - DELIVERED_SHOWN_MS).toISOString();
  let after = before;
  return (atMost) => {
    const { seq, n } = store.nextShipments(deps.db, after, atMost);
    if (seq === null) return 0;
    const of = { after, to: seq };
    inTransaction(deps, () => store.showParcels(deps.db, of, since));
    after = seq;
    return n;
  };
}

/** As the triggers keep them. */
const DELIVERED_SHOWN_MS = 2 * 24 * 60 * 60 * 1_000;
