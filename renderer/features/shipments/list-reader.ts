/**
 * Reads the positions of the list with its visible rows: at first, and again after a change. A
 * search shows its best matches at once, and reads the positions of all its results after them.
 */
import {
  MOST_ROWS,
  type ShipmentListRow,
} from "../../../core/shipping/shipments/shipment-rows.schema.ts";
import {
  findShipmentPlaces,
  listShipmentRows,
  searchShipments,
  sortShipments,
} from "../../../core/shipping/shipments/shipments-station.api.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf } from "../../lib/failure.ts";
import { oneAtATime } from "../../lib/one-at-a-time.ts";
import type { GetState, SetState } from "../../store/slice-state.ts";
import { isSameSort } from "../../ui/table/sort-by.ts";
import { isOpen, queryOf } from "./filter.ts";
import { chunksOf, placeIn, rowIn, type Chunks, type Places, type Seen } from "./list-chunks.ts";
import { readChunk, shownOf } from "./list-rows.ts";
import type { ListSlice } from "./list.slice.ts";
import {
  isByKeys,
  isSearched,
  keySortOf,
  shownQueryOf,
  sortQueryOf,
  type Shown,
} from "./shown-list.ts";

type Put = SetState<ListSlice>;
type Get = GetState<ListSlice>;
type Reading = {
  readonly set: Put;
  readonly get: Get;
  readonly readSeen: () => Promise<void>;
  /** The list whose positions were read last; null: only its first rows were read. */
  listed: Shown | null;
};

/** Creates the reader. Each call reads the list as it is then chosen. */
export function listReader(set: Put, get: Get, readSeen: () => Promise<void>): () => Promise<void> {
  const reading: Reading = { set, get, readSeen, listed: null };
  const attempt = async (read: (shown: Shown) => Promise<void>): Promise<void> => {
    const shown = shownOf(get());
    try {
      await read(shown);
    } catch (error) {
      if (isShown(get, shown)) set({ shipmentsFailure: failureOf(error) });
    }
  };
  // Runs next to the search, so that the best matches of a longer text do not wait for all results
  // of a shorter one.
  const readAll = oneAtATime(() => attempt((shown) => readSorted(reading, shown)));
  const readFound = oneAtATime(() =>
    attempt(async (shown) => {
      if (isByKeys(shown)) return;
      if (shown.sort !== null || isSame(reading.listed, shown)) await readAll();
      else if (await readBest(reading, shown)) void readAll();
    }),
  );
  return () =>
    isByKeys(shownOf(get())) ? attempt((shown) => readByKeys(reading, shown)) : readFound();
}

function isSame(a: Shown | null, b: Shown): boolean {
  return a?.filter === b.filter && a.text.trim() === b.text.trim() && isSameSort(a.sort, b.sort);
}

function isShown(get: Get, shown: Shown): boolean {
  return isSame(shownOf(get()), shown);
}

/**
 * Shows the best matches of a search.
 *
 * @returns Whether the search has more results.
 */
async function readBest(reading: Reading, shown: Shown): Promise<boolean> {
  const { set, get } = reading;
  const { list, ...foundCount } = await call(searchShipments, {
    query: shownQueryOf(shown, Date.now()),
  });
  if (!isShown(get, shown)) return false;
  // A person may have moved on from matches of a shorter text that are matches of this text too.
  const { shipmentAt: at, shipmentChunks } = get();
  if (at > 0 && rowIn(shipmentChunks, at)?.id !== list[at]?.id)
    set({
      shipmentAt: 0,
      addedAbove: 0,
      seenShipments: { from: 0, to: 0 },
      shipmentList: get().shipmentList + 1,
    });
  const areAll = foundCount.total <= list.length;
  showFirst(set, list, areAll);
  set({ foundCount });
  // Read again, the same search keeps its place.
  if (areAll) reading.listed = shown;
  return !areAll;
}

/** Reads the positions of a sorted list or of all results of a search. */
async function readSorted(reading: Reading, shown: Shown): Promise<void> {
  const { set, get } = reading;
  if (isByKeys(shown)) return;
  const { seqs, isMore, isPartial } = await call(sortShipments, {
    query: { ...shownQueryOf(shown, Date.now()), ...sortQueryOf(shown.sort) },
  });
  if (!isShown(get, shown)) return;
  if (isMore && seqs.length === 0) {
    set({ isSortTooLong: true });
    void get().refreshShipments();
    return;
  }
  const places = { total: seqs.length, step: MOST_ROWS, seqs };
  const before = get().shipmentPlaces;
  const at = get().shipmentAt;
  const anchor = before !== null && "seqs" in before ? before.seqs[at] : undefined;
  const placeNow = anchor === undefined ? -1 : seqs.indexOf(anchor);
  await showPlaces(reading, shown, places, {
    guess: placeNow < 0 ? 0 : placeNow - at,
    found: isSearched(shown.text) ? { total: seqs.length, isMore, isPartial } : null,
  });
}

/** Reads the keys of a list's positions; at first shows its first rows, before it is counted. */
async function readByKeys(reading: Reading, shown: Shown): Promise<void> {
  const { set, get } = reading;
  if (get().shipmentPlaces === null && !isOpen(shown.filter)) {
    const query = {
      ...queryOf(shown.filter, Date.now()),
      ...keySortOf(shown.sort),
      limit: MOST_ROWS,
    };
    const { list } = await call(listShipmentRows, { query });
    if (!isShown(get, shown)) return;
    showFirst(set, list, list.length < MOST_ROWS);
    if (list.length < MOST_ROWS) return;
  }
  const places = await call(findShipmentPlaces, {
    query: { ...queryOf(shown.filter, Date.now()), ...keySortOf(shown.sort) },
  });
  const { shipmentPlaces: before, areShipmentsCounted } = get();
  const isGrowing = shown.sort?.isAscending !== true && before !== null && areShipmentsCounted;
  const guess = isGrowing && isSame(reading.listed, shown) ? places.total - before.total : 0;
  await showPlaces(reading, shown, places, { guess, found: null });
}

/** Shows the first rows of a list before its positions are read. */
function showFirst(set: Put, rows: readonly ShipmentListRow[], areAll: boolean): void {
  set({
    shipmentPlaces: {
      total: rows.length,
      step: MOST_ROWS,
      newest: rows[0]?.number ?? null,
      keys: [],
    },
    areShipmentsCounted: areAll,
    shipmentChunks: new Map([[0, rows]]),
    shipmentsFailure: null,
  });
}

/**
 * Shows new positions with their visible rows, all at once, so that no row flickers. Counts the
 * rows added above the active one, so that it stays active, and in its place on the screen.
 *
 * @param guess Number of rows that were probably added above.
 */
async function showPlaces(
  reading: Reading,
  shown: Shown,
  places: Places,
  { guess, found }: { readonly guess: number; readonly found: ListSlice["foundCount"] },
): Promise<void> {
  const { set, get, readSeen } = reading;
  const chunks = new Map(
    await Promise.all(
      seenAfter(get().seenShipments, guess, places.total).map(
        async (chunk) => [chunk, await readChunk(shown, places, chunk)] as const,
      ),
    ),
  );
  if (!isShown(get, shown)) return;
  const came = isSame(reading.listed, shown) ? countAddedAbove(get(), chunks, guess) : 0;
  reading.listed = shown;
  set({
    shipmentPlaces: places,
    areShipmentsCounted: true,
    foundCount: found,
    shipmentChunks: chunks,
    addedAbove: get().addedAbove + came,
    shipmentsFailure: null,
  });
  await readSeen();
}

/**
 * Returns the visible chunks, and the chunks that become visible if `guess` rows were added above.
 */
function seenAfter(seen: Seen, guess: number, total: number): number[] {
  const shifted = { from: Math.max(0, seen.from + guess), to: seen.to + guess };
  return [...new Set([...chunksOf(seen, total), ...chunksOf(shifted, total)])];
}

/**
 * Returns how many rows were added above the active one, which must stay the same shipment: the
 * keys for its label act on it. Found by its position in the new chunks, or `guess` if they do not
 * contain it. Returns 0 if that row was not loaded.
 */
function countAddedAbove(
  { shipmentAt: at, shipmentChunks }: ListSlice,
  chunks: Chunks,
  guess: number,
): number {
  const anchor = rowIn(shipmentChunks, at);
  return anchor === undefined ? 0 : (placeIn(chunks, anchor.id) ?? at + guess) - at;
}
