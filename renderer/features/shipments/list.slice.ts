/**
 * The list of shipments: its length, and the rows that were visible. Rows are read a hundred at a
 * time by the key of their position. After a change, the visible rows are read again and replaced
 * all at once, so that no row flickers or moves.
 */
import type { StateCreator } from "zustand";
import type {
  ShipmentListRow,
  ShipmentPlaces,
} from "../../../core/shipping/shipments/shipment-rows.schema.ts";
import type { Failure } from "../../lib/failure.ts";
import type { GetState, SetState } from "../../store/slice-state.ts";
import { keepViews, NO_FILTER, readViews, type SavedView, type ShipmentFilter } from "./filter.ts";
import type { Chunks, Seen } from "./list-chunks.ts";
import { isSearched, readAgain, seenReader, textSearch } from "./list-rows.ts";

type Put = SetState<ListSlice>;
type Get = GetState<ListSlice>;

export type ListSlice = {
  readonly shipmentFilter: ShipmentFilter;
  readonly shipmentText: string;
  /** Results of the search; null: no search, the list shows everything that matches the filter. */
  readonly foundShipments: readonly ShipmentListRow[] | null;
  /**
   * Number of matches of the search, of which the list has only the first. `isMore`: there are more
   * than `total`.
   */
  readonly foundCount: { readonly total: number; readonly isMore: boolean };
  /** null until first read. */
  readonly shipmentPlaces: ShipmentPlaces | null;
  /**
   * Whether the length is known; false while the first rows are shown and the rest is being
   * counted.
   */
  readonly areShipmentsCounted: boolean;
  readonly shipmentChunks: Chunks;
  readonly shipmentsFailure: Failure | null;
  /** Number of shipments added above the visible ones since this list was opened. */
  readonly addedAbove: number;
  /** Changes when another list is shown, so that the table starts at its first row. */
  readonly shipmentList: number;
  readonly seenShipments: Seen;
  /** Position of the active row. */
  readonly shipmentAt: number;
  /** Names of the services of the rows read so far, by code. */
  readonly knownServices: ReadonlyMap<string, string>;
  readonly shipmentViews: readonly SavedView[];
  setShipmentFilter(filter: ShipmentFilter): void;
  setShipmentText(text: string): void;
  seeShipments(from: number, to: number): void;
  noteShipmentAt(place: number): void;
  /** Reads the shown rows again. */
  refreshShipments(): Promise<void>;
  saveShipmentView(name: string): void;
  dropShipmentView(name: string): void;
};

/** Creates the slice: nothing read, no filter. */
export const createListSlice: StateCreator<ListSlice> = (set, get) => {
  const readSeen = seenReader(set, get);
  const search = textSearch(set, get);
  return {
    shipmentFilter: NO_FILTER,
    shipmentText: "",
    foundShipments: null,
    foundCount: { total: 0, isMore: false },
    shipmentPlaces: null,
    areShipmentsCounted: true,
    shipmentChunks: new Map(),
    shipmentsFailure: null,
    addedAbove: 0,
    shipmentList: 0,
    seenShipments: { from: 0, to: 0 },
    shipmentAt: 0,
    knownServices: new Map(),
    shipmentViews: readViews(),
    ...choices(set, get, search),
    seeShipments(from, to) {
      set({ seenShipments: { from, to } });
      void readSeen();
    },
    noteShipmentAt: (shipmentAt) => set({ shipmentAt }),
    refreshShipments: () =>
      isSearched(get().shipmentText) ? search() : readAgain(set, get, readSeen),
    ...savedViews(set, get),
  };
};

/** Sets the filter or the search. */
function choices(
  set: Put,
  get: Get,
  search: () => Promise<void>,
): Pick<ListSlice, "setShipmentFilter" | "setShipmentText"> {
  return {
    setShipmentFilter(shipmentFilter) {
      set({
        shipmentFilter,
        shipmentPlaces: null,
        areShipmentsCounted: true,
        shipmentChunks: new Map(),
        addedAbove: 0,
        shipmentAt: 0,
        seenShipments: { from: 0, to: 0 },
        shipmentList: get().shipmentList + 1,
        shipmentsFailure: null,
      });
      void get().refreshShipments();
    },
    setShipmentText(shipmentText) {
      const isSearch = isSearched(shipmentText);
      const wasSearch = get().foundShipments !== null;
      set({
        shipmentText,
        ...(isSearch ? {} : { foundShipments: null }),
        ...(isSearch === wasSearch
          ? {}
          : { shipmentAt: 0, shipmentList: get().shipmentList + 1, addedAbove: 0 }),
      });
      if (isSearch) void search();
      else if (get().shipmentPlaces === null) void get().refreshShipments();
    },
  };
}

/** Saves filters as views with a name, and deletes views. */
function savedViews(set: Put, get: Get): Pick<ListSlice, "saveShipmentView" | "dropShipmentView"> {
  const keep = (shipmentViews: readonly SavedView[]): void => {
    set({ shipmentViews });
    keepViews(shipmentViews);
  };
  const others = (name: string): SavedView[] =>
    get().shipmentViews.filter((view) => view.name !== name);
  return {
    saveShipmentView: (name) =>
      keep(
        [...others(name), { name, filter: get().shipmentFilter }].toSorted((a, b) =>
          a.name.localeCompare(b.name, "tr"),
        ),
      ),
    dropShipmentView: (name) => keep(others(name)),
  };
}
