/**
 * Derives state from rows that a snapshot has added: stores their clocks, runs the projections that
 * rows of the stream also run, and adds parcels to the board. No trigger adds these parcels.
 */
import { noteReceived } from "../../db/apply-remote.ts";
import { inTransaction } from "../../db/change.ts";
import { noteWrite } from "../../db/open-transaction.ts";
import { parseClocks } from "../../db/row-clocks.ts";
import { findMeta, writeMeta } from "../../db/station-meta.ts";
import type { StationNames } from "../../db/snapshot/station-names.ts";
import type { SyncDeps } from "../deps.ts";
import type { Projection, SnapshotScope } from "../../db/projection.ts";
import { oldestNews, PROJECTIONS } from "../projections.ts";
import type { AppliedRow } from "../../db/merge-fields.ts";
import * as store from "./snapshot.store.ts";
import type { Slice } from "./snapshot.store.ts";

/**
 * State of a merge. `isRepeated`: an earlier merge may have been interrupted, so existing rows may
 * lack their projections. `waiting`: rows for projections that run at the end.
 */
export type Merged = {
  readonly deps: SyncDeps;
  readonly names: StationNames;
  readonly scope: SnapshotScope;
  readonly isRepeated: boolean;
  readonly waiting: ReadonlyMap<Projection<SyncDeps>, Map<string, AppliedRow>>;
};

/**
 * Starts a merge, outside a transaction. Shipments that an unfinished earlier merge copied do not
 * count as existing before this merge.
 */
export function beginMerge(deps: SyncDeps, names: StationNames): Merged {
  const earlier = findMeta(deps.db, STARTED) ?? "";
  const before = earlier === "" ? store.lastShipment(deps.db) : Number(earlier);
  inTransaction(deps, () => writeMeta(deps.db, STARTED, String(before)));
  const scope = {
    own: JSON.stringify(names.numbersOf(deps.db.stationID)),
    before,
    since: oldestNews(deps),
  };
  return {
    deps,
    names,
    scope,
    isRepeated: earlier !== "",
    waiting: new Map(PROJECTIONS.map((one) => [one, new Map<string, AppliedRow>()])),
  };
}

/** Ends a merge. Needs an open transaction. */
export function endMerge({ deps }: Merged): void {
  writeMeta(deps.db, STARTED, "");
}

/** Meta key: the last shipment that existed before an unfinished merge. */
const STARTED = "snapshot_started_after";

/**
 * Stores clocks and runs projections for a slice, in the transaction that has copied its rows.
 *
 * @param known Numbers of the rows that existed here before.
 */
export function projectSlice(
  merged: Merged,
  table: string,
  of: Slice,
  known: ReadonlySet<number>,
): void {
  const { deps, names, scope, isRepeated, waiting } = merged;
  const { db } = deps;
  noteWrite(db, table);
  receiveStamps(merged, table, of);
  const isNew = ({ n }: { readonly n: number }): boolean => !known.has(n);
  for (const row of store.listClocks(db, table, of).filter(isNew)) {
    const clocks = Object.entries(parseClocks(row.clocks)).map(([stamp, fields]) => [
      names.shorten(stamp),
      fields,
    ]);
    store.insertClocks(db, table, row.id, JSON.stringify(Object.fromEntries(clocks)));
  }
  for (const projection of PROJECTIONS) {
    const found = projection.tables[table];
    if (found === undefined) continue;
    const isLater = projection.when === "end";
    const rows = store
      .listFor(db, table, of, { ...found, scope })
      .filter((row) => isNew(row) || (isRepeated && isLater))
      .map(({ n: _, id, ...fields }): AppliedRow => ({ table, id, fields }));
    if (!isLater && rows.length > 0) projection.run(deps, rows);
    if (isLater)
      for (const row of rows)
        waiting.get(projection)?.set(projection.subject?.(row) ?? `${table} ${row.id}`, row);
  }
}

/**
 * Advances the clock past the stamps of the rows, as for rows of the stream: the next change
 * that is made here must be later than the row that it changes.
 */
function receiveStamps({ deps, names }: Merged, table: string, of: Slice): void {
  const { clock } = deps.db;
  const nowMs = Date.parse(deps.now());
  const latest = store.latestStamp(deps.db, table, { ...of, limit: clock.limit(nowMs) });
  if (latest === undefined) return;
  const hlc = names.whole(latest);
  clock.receive(hlc, nowMs);
  noteReceived(deps, hlc);
}

/**
 * Creates the step that runs the projections that wait for all rows, one after the other.
 *
 * @returns A function that processes at most the given number of rows, and returns 0 when no row is
 *   left.
 */
export function projectWaiting({ deps, waiting }: Merged): (atMost: number) => number {
  return (atMost) => {
    for (const [projection, rows] of waiting) {
      if (rows.size === 0) continue;
      const some = firstOf(rows, atMost);
      inTransaction(deps, () =>
        projection.run(
          deps,
          some.map(([, row]) => row),
        ),
      );
      for (const [subject] of some) rows.delete(subject);
      return atMost;
    }
    return 0;
  };
}

function firstOf<K, V>(all: ReadonlyMap<K, V>, atMost: number): [K, V][] {
  const some: [K, V][] = [];
  for (const entry of all) if (some.push(entry) >= atMost) break;
  return some;
}

/**
 * Creates the step that adds the snapshot's parcels to the board. Triggers add only parcels whose
 * status changes here, but these parcels came with their status.
 *
 * @returns A function that processes at most the given number of shipments, and returns how many it
 *   processed.
 */
export function showParcels({ deps, scope: { before } }: Merged): (atMost: number) => number {
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

/** Retention of delivered parcels on the board, as in the triggers. */
const DELIVERED_SHOWN_MS = 2 * 24 * 60 * 60 * 1_000;
