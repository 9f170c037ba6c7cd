/**
 * Reads rows of the list: the visible ones, the results of a search, and the visible ones again
 * after a change.
 */
import {
  MOST_ROWS,
  type ShipmentListRow,
  type ShipmentPlaces,
} from "../../../core/shipping/shipments/shipment-rows.schema.ts";
import {
  findShipmentPlaces,
  listShipmentRows,
  searchShipments,
} from "../../../core/shipping/shipments/shipments-station.api.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf } from "../../lib/failure.ts";
import type { GetState, SetState } from "../../store/slice-state.ts";
import { isOpen, queryOf, type ShipmentFilter } from "./filter.ts";
import { chunksOf, keyOf, placeIn, rowIn, type Chunks, type Seen } from "./list-chunks.ts";
import type { ListSlice } from "./list.slice.ts";

/** The most chunks that are kept; other chunks are read again when they become visible. */
const MOST_CHUNKS = 60;
/** Fewest characters of a search: shorter texts would find too much. */
const LEAST_TEXT = 2;

type Put = SetState<ListSlice>;
type Get = GetState<ListSlice>;
type Read = () => Promise<void>;

/** Returns whether a text is long enough to search for. */
export function isSearched(text: string): boolean {
  return text.trim().length >= LEAST_TEXT;
}

/**
 * Returns the query for all shipments that the list shows: those that match the filter and, if the
 * text is long enough to search for, the text.
 *
 * @param now Milliseconds.
 */
export function shownQueryOf(filter: ShipmentFilter, text: string, now: number) {
  return { ...queryOf(filter, now), ...(isSearched(text) ? { filter: text.trim() } : {}) };
}

/**
 * Creates a reader of the visible chunks that are missing. No chunk of a list is read twice at the
 * same time.
 */
export function seenReader(set: Put, get: Get): Read {
  /** Chunks being read, with the list they belong to. */
  const asked = new Set<string>();
  const readOne = async (places: ShipmentPlaces, chunk: number, list: number): Promise<void> => {
    asked.add(`${list} ${chunk}`);
    try {
      const rows = await readChunk(get, places, chunk);
      // A refresh or another filter came meanwhile.
      if (get().shipmentPlaces !== places) return;
      const kept = [...get().shipmentChunks].slice(1 - MOST_CHUNKS);
      set({
        shipmentChunks: new Map([...kept, [chunk, rows]]),
        knownServices: withKnown(get, rows),
        shipmentsFailure: null,
      });
    } catch (error) {
      set({ shipmentsFailure: failureOf(error) });
    } finally {
      asked.delete(`${list} ${chunk}`);
    }
  };
  return async () => {
    const { shipmentPlaces: places, seenShipments: seen, shipmentChunks, shipmentList } = get();
    if (places === null || get().foundShipments !== null) return;
    const missing = chunksOf(seen, places.total).filter(
      (chunk) => !shipmentChunks.has(chunk) && !asked.has(`${shipmentList} ${chunk}`),
    );
    await Promise.all(missing.map((chunk) => readOne(places, chunk, shipmentList)));
  };
}

async function readChunk(
  get: Get,
  places: ShipmentPlaces,
  chunk: number,
): Promise<readonly ShipmentListRow[]> {
  const { keys, step } = places;
  const key = keyOf(places, chunk);
  if (key === undefined) return [];
  const toNumber = keys === null ? Math.max(0, key.number - step + 1) : keys[chunk + 1]?.number;
  const query = {
    ...queryOf(get().shipmentFilter, Date.now()),
    ...key,
    ...(toNumber === undefined ? {} : { toNumber }),
    limit: step,
  };
  return (await call(listShipmentRows, { query })).list;
}

/** Returns the known services and the services of these rows; the same map if no service is new. */
function withKnown(get: Get, rows: readonly ShipmentListRow[]): ReadonlyMap<string, string> {
  const { knownServices } = get();
  const fresh = rows.filter(
    ({ serviceCode, serviceName }) => serviceName !== "" && !knownServices.has(serviceCode),
  );
  return fresh.length === 0
    ? knownServices
    : new Map([
        ...knownServices,
        ...fresh.map(({ serviceCode, serviceName }) => [serviceCode, serviceName] as const),
      ]);
}

/** Creates a search for the typed text. */
export function textSearch(set: Put, get: Get): Read {
  let isSearching = false;
  return async () => {
    // Searches for one text at a time, then for the newest text; texts typed in between are
    // skipped.
    if (isSearching) return;
    isSearching = true;
    for (
      let done: string | null = null;
      done !== get().shipmentText.trim() && isSearched(get().shipmentText);
    ) {
      const { shipmentFilter } = get();
      done = get().shipmentText.trim();
      const found = await call(searchShipments, {
        query: { ...queryOf(shipmentFilter, Date.now()), filter: done },
      }).then(
        ({ list, ...foundCount }) => ({
          foundShipments: list,
          foundCount,
          knownServices: withKnown(get, list),
          shipmentsFailure: null,
        }),
        (error: unknown) => ({ shipmentsFailure: failureOf(error) }),
      );
      if (get().shipmentText.trim() === done && get().shipmentFilter === shipmentFilter) set(found);
      if (get().shipmentFilter !== shipmentFilter) done = null;
    }
    isSearching = false;
  };
}

/**
 * Reads the length of the list and the visible rows again. Counts the rows added above, so that the
 * first visible row stays in its place on the screen.
 */
export async function readAgain(set: Put, get: Get, readSeen: Read): Promise<void> {
  const { shipmentFilter } = get();
  try {
    if (
      get().shipmentPlaces === null &&
      !isOpen(shipmentFilter) &&
      (await readFirst(set, get, shipmentFilter)) !== "more"
    )
      return;
    const { shipmentPlaces: before, seenShipments: seen } = get();
    const places = await call(findShipmentPlaces, { query: queryOf(shipmentFilter, Date.now()) });
    const guess = before === null || !get().areShipmentsCounted ? 0 : places.total - before.total;
    const chunks = new Map(
      await Promise.all(
        seenAfter(seen, guess, places.total).map(
          async (chunk) => [chunk, await readChunk(get, places, chunk)] as const,
        ),
      ),
    );
    if (get().shipmentFilter !== shipmentFilter) return;
    const came = before === null ? 0 : countAddedAbove(get(), chunks, guess);
    set({
      shipmentPlaces: places,
      areShipmentsCounted: true,
      shipmentChunks: chunks,
      addedAbove: get().addedAbove + came,
      shipmentsFailure: null,
      knownServices: withKnown(get, [...chunks.values()].flat()),
    });
    await readSeen();
  } catch (error) {
    if (get().shipmentFilter === shipmentFilter) set({ shipmentsFailure: failureOf(error) });
  }
}

/**
 * Reads the first hundred rows before the list is counted, because counting a million takes
 * seconds. A list with fewer rows needs no counting.
 */
async function readFirst(
  set: Put,
  get: Get,
  filter: ShipmentFilter,
): Promise<"all" | "more" | "left"> {
  const rows = (
    await call(listShipmentRows, { query: { ...queryOf(filter, Date.now()), limit: MOST_ROWS } })
  ).list;
  if (get().shipmentFilter !== filter) return "left";
  const areAll = rows.length < MOST_ROWS;
  set({
    shipmentPlaces: {
      total: rows.length,
      step: MOST_ROWS,
      newest: rows[0]?.number ?? null,
      keys: [],
    },
    areShipmentsCounted: areAll,
    shipmentChunks: new Map([[0, rows]]),
    knownServices: withKnown(get, rows),
    shipmentsFailure: null,
  });
  return areAll ? "all" : "more";
}

/**
 * Returns the visible chunks, and the chunks that become visible if `guess` rows were added above.
 */
function seenAfter(seen: Seen, guess: number, total: number): number[] {
  const shifted = { from: Math.max(0, seen.from + guess), to: seen.to + guess };
  return [...new Set([...chunksOf(seen, total), ...chunksOf(shifted, total)])];
}

/**
 * Returns how many rows were added above the first visible one: found by its position in the new
 * chunks, or `guess` if they do not contain it. Returns 0 if that row was not loaded.
 */
function countAddedAbove(
  { seenShipments: seen, shipmentChunks }: ListSlice,
  chunks: Chunks,
  guess: number,
): number {
  const anchor = rowIn(shipmentChunks, seen.from);
  return anchor === undefined ? 0 : (placeIn(chunks, anchor.id) ?? seen.from + guess) - seen.from;
}
