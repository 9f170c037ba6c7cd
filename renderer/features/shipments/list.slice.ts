/**
 * The list of shipments: how long it is, and the rows of it that were seen. Rows are read a hundred
 * at a time by the key of their place. After a change what is seen is read again and put in its
 * place at once: no row blinks, and none moves.
 */
import type { StateCreator } from "zustand";
import {
  MOST_ROWS,
  type ShipmentListRow,
  type ShipmentPlaces,
} from "../../../core/shipments/shipment-rows.schema.ts";
import {
  findShipmentPlaces,
  listShipmentRows,
  searchShipments,
} from "../../../core/shipments/shipments-station.api.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import {
  isOpen,
  keepViews,
  NO_FILTER,
  queryOf,
  readViews,
  type SavedView,
  type ShipmentFilter,
} from "./filter.ts";

/** Chunks that are kept; others are read again when they are seen. */
const MOST_CHUNKS = 60;
/** Shorter text finds too much to be of use. */
const LEAST_TEXT = 2;

type Seen = { readonly from: number; readonly to: number };
type Chunks = ReadonlyMap<number, readonly ShipmentListRow[]>;

export type ListSlice = {
  readonly shipmentFilter: ShipmentFilter;
  readonly shipmentText: string;
  /**
   * What the text finds; null: there is no text to look for, and the list shows all that fit the
   * filter.
   */
  readonly foundShipments: readonly ShipmentListRow[] | null;
  /** How many the text finds, of which the list has the first ones. */
  readonly foundCount: { readonly total: number; readonly isMore: boolean };
  /** Null until it was read. */
  readonly shipmentPlaces: ShipmentPlaces | null;
  /** Its first rows are shown, how many follow is being counted. */
  readonly areShipmentsCounted: boolean;
  readonly shipmentChunks: Chunks;
  readonly shipmentsFailure: Failure | null;
  /** Shipments that came above the first one since the filter was set. */
  readonly cameOnTop: number;
  /** Changes when another list is shown: its place and selection begin anew. */
  readonly shipmentList: number;
  readonly seenShipments: Seen;
  /** Where the active row is. */
  readonly shipmentAt: number;
  /** Services that were met, by code. */
  readonly metServices: ReadonlyMap<string, string>;
  readonly shipmentViews: readonly SavedView[];
  setShipmentFilter(filter: ShipmentFilter): void;
  setShipmentText(text: string): void;
  seeShipments(from: number, to: number): void;
  noteShipmentAt(place: number): void;
  /** Reads what is shown again. */
  refreshShipments(): Promise<void>;
  saveShipmentView(name: string): void;
  dropShipmentView(name: string): void;
};

/** The slice of the list: nothing read, no filter. */
export const createListSlice: StateCreator<ListSlice> = (set, get) => {
  /** Chunks on their way, of the list they belong to. */
  const asked = new Set<string>();
  let isSearching = false;

  const readChunk = async (
    places: ShipmentPlaces,
    chunk: number,
  ): Promise<readonly ShipmentListRow[]> => {
    const { keys, newest, step } = places;
    const key = keys === null ? { number: (newest ?? 0) - chunk * step } : keys[chunk];
    if (key === undefined) return [];
    const toNumber = keys === null ? Math.max(0, key.number - step + 1) : keys[chunk + 1]?.number;
    const query = {
      ...queryOf(get().shipmentFilter, Date.now()),
      ...key,
      ...(toNumber === undefined ? {} : { toNumber }),
      limit: step,
    };
    return (await call(listShipmentRows, { query })).list;
  };
  const met = (rows: readonly ShipmentListRow[]): ReadonlyMap<string, string> => {
    const { metServices } = get();
    const fresh = rows.filter(
      ({ serviceCode, serviceName }) => serviceName !== "" && !metServices.has(serviceCode),
    );
    return fresh.length === 0
      ? metServices
      : new Map([
          ...metServices,
          ...fresh.map(({ serviceCode, serviceName }) => [serviceCode, serviceName] as const),
        ]);
  };
  const readSeen = async (): Promise<void> => {
    const { shipmentPlaces: places, seenShipments: seen, shipmentChunks, shipmentList } = get();
    if (places === null || get().foundShipments !== null) return;
    const missing = chunksOf(seen, places.total).filter(
      (chunk) => !shipmentChunks.has(chunk) && !asked.has(`${shipmentList} ${chunk}`),
    );
    await Promise.all(
      missing.map(async (chunk) => {
        asked.add(`${shipmentList} ${chunk}`);
        try {
          const rows = await readChunk(places, chunk);
          // A refresh or another filter came meanwhile.
          if (get().shipmentPlaces !== places) return;
          const kept = [...get().shipmentChunks].slice(1 - MOST_CHUNKS);
          set({
            shipmentChunks: new Map([...kept, [chunk, rows]]),
            metServices: met(rows),
            shipmentsFailure: null,
          });
        } catch (error) {
          set({ shipmentsFailure: failureOf(error) });
        } finally {
          asked.delete(`${shipmentList} ${chunk}`);
        }
      }),
    );
  };
  /**
   * Counting a million rows takes seconds, the first hundred of them a moment; where there are
   * fewer, nothing is left to count.
   */
  const readFirst = async (filter: ShipmentFilter): Promise<"all" | "more" | "left"> => {
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
      metServices: met(rows),
      shipmentsFailure: null,
    });
    return areAll ? "all" : "more";
  };
  const search = async (): Promise<void> => {
    // One at a time, and after it the newest text: what was typed in between is never looked for.
    if (isSearching) return;
    isSearching = true;
    for (
      let done: string | null = null;
      done !== get().shipmentText.trim() && get().shipmentText.trim().length >= LEAST_TEXT;
    ) {
      const { shipmentFilter } = get();
      done = get().shipmentText.trim();
      const found = await call(searchShipments, {
        query: { ...queryOf(shipmentFilter, Date.now()), filter: done },
      }).then(
        ({ list, ...foundCount }) => ({
          foundShipments: list,
          foundCount,
          metServices: met(list),
          shipmentsFailure: null,
        }),
        (error: unknown) => ({ shipmentsFailure: failureOf(error) }),
      );
      if (get().shipmentText.trim() === done && get().shipmentFilter === shipmentFilter) set(found);
      if (get().shipmentFilter !== shipmentFilter) done = null;
    }
    isSearching = false;
  };

  return {
    shipmentFilter: NO_FILTER,
    shipmentText: "",
    foundShipments: null,
    foundCount: { total: 0, isMore: false },
    shipmentPlaces: null,
    areShipmentsCounted: true,
    shipmentChunks: new Map(),
    shipmentsFailure: null,
    cameOnTop: 0,
    shipmentList: 0,
    seenShipments: { from: 0, to: 0 },
    shipmentAt: 0,
    metServices: new Map(),
    shipmentViews: readViews(),
    setShipmentFilter(shipmentFilter) {
      set({
        shipmentFilter,
        shipmentPlaces: null,
        areShipmentsCounted: true,
        shipmentChunks: new Map(),
        cameOnTop: 0,
        shipmentAt: 0,
        seenShipments: { from: 0, to: 0 },
        shipmentList: get().shipmentList + 1,
        shipmentsFailure: null,
      });
      void get().refreshShipments();
    },
    setShipmentText(shipmentText) {
      const isSearch = shipmentText.trim().length >= LEAST_TEXT;
      const wasSearch = get().foundShipments !== null;
      set({
        shipmentText,
        ...(isSearch ? {} : { foundShipments: null }),
        ...(isSearch === wasSearch
          ? {}
          : { shipmentAt: 0, shipmentList: get().shipmentList + 1, cameOnTop: 0 }),
      });
      if (isSearch) void search();
      else if (get().shipmentPlaces === null) void get().refreshShipments();
    },
    seeShipments(from, to) {
      set({ seenShipments: { from, to } });
      void readSeen();
    },
    noteShipmentAt: (shipmentAt) => set({ shipmentAt }),
    async refreshShipments() {
      if (get().shipmentText.trim().length >= LEAST_TEXT) return search();
      const { shipmentFilter } = get();
      try {
        if (
          get().shipmentPlaces === null &&
          !isOpen(shipmentFilter) &&
          (await readFirst(shipmentFilter)) !== "more"
        )
          return;
        const { shipmentPlaces: before, seenShipments: seen } = get();
        const places = await call(findShipmentPlaces, {
          query: queryOf(shipmentFilter, Date.now()),
        });
        const guess =
          before === null || !get().areShipmentsCounted ? 0 : places.total - before.total;
        const shifted = { from: Math.max(0, seen.from + guess), to: seen.to + guess };
        const wanted = [
          ...new Set([...chunksOf(seen, places.total), ...chunksOf(shifted, places.total)]),
        ];
        const chunks = new Map(
          await Promise.all(
            wanted.map(async (chunk) => [chunk, await readChunk(places, chunk)] as const),
          ),
        );
        if (get().shipmentFilter !== shipmentFilter) return;
        // The first row that is seen stays where it is.
        const { seenShipments: now, shipmentChunks } = get();
        const anchor = before === null ? undefined : rowIn(shipmentChunks, now.from);
        const came =
          anchor === undefined ? 0 : (placeIn(chunks, anchor.id) ?? now.from + guess) - now.from;
        set({
          shipmentPlaces: places,
          areShipmentsCounted: true,
          shipmentChunks: chunks,
          cameOnTop: get().cameOnTop + came,
          shipmentsFailure: null,
          metServices: met([...chunks.values()].flat()),
        });
        await readSeen();
      } catch (error) {
        if (get().shipmentFilter === shipmentFilter) set({ shipmentsFailure: failureOf(error) });
      }
    },
    saveShipmentView(name) {
      const shipmentViews = [
        ...get().shipmentViews.filter((view) => view.name !== name),
        { name, filter: get().shipmentFilter },
      ].toSorted((a, b) => a.name.localeCompare(b.name, "tr"));
      set({ shipmentViews });
      keepViews(shipmentViews);
    },
    dropShipmentView(name) {
      const shipmentViews = get().shipmentViews.filter((view) => view.name !== name);
      set({ shipmentViews });
      keepViews(shipmentViews);
    },
  };
};

/** The row of a place that was read. */
export function rowIn(chunks: Chunks, place: number): ShipmentListRow | undefined {
  return chunks.get(Math.floor(place / MOST_ROWS))?.[place % MOST_ROWS];
}

function placeIn(chunks: Chunks, id: string): number | undefined {
  for (const [chunk, rows] of chunks) {
    const at = rows.findIndex((row) => row.id === id);
    if (at >= 0) return chunk * MOST_ROWS + at;
  }
  return undefined;
}

function chunksOf({ from, to }: Seen, total: number): number[] {
  const last = Math.floor(Math.max(0, Math.min(to, total - 1)) / MOST_ROWS);
  const first = Math.min(last, Math.floor(from / MOST_ROWS));
  return total === 0 ? [] : Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
