/**
 * The list of shipments: its length, and the rows that were visible. Rows are read a hundred at a
 * time by their position. After a change, the visible rows are read again and replaced
 * all at once, so that no row flickers or moves.
 */
import type { StateCreator } from "zustand";
import type { UsedServices } from "../../../core/shipping/shipments/shipment-rows.schema.ts";
import { listUsedServices } from "../../../core/shipping/shipments/shipments-station.api.ts";
import { call } from "../../lib/bridge.ts";
import type { Failure } from "../../lib/failure.ts";
import type { GetState, SetState } from "../../store/slice-state.ts";
import { isSameSort } from "../../ui/table/sort-by.ts";
import { keepViews, NO_FILTER, readViews, type SavedView, type ShipmentFilter } from "./filter.ts";
import type { Chunks, Places, Seen } from "./list-chunks.ts";
import { seenReader } from "./list-rows.ts";
import { isSearched } from "./shown-list.ts";
import type { ShipmentSort } from "./sort.ts";

type Put = SetState<ListSlice>;
type Get = GetState<ListSlice>;

export type ListSlice = {
  readonly shipmentFilter: ShipmentFilter;
  readonly shipmentText: string;
  /** null: newest first, or the best matches of a search first. */
  readonly shipmentSort: ShipmentSort | null;
  /** Whether more shipments match than can be sorted by the chosen column. */
  readonly isSortTooLong: boolean;
  /**
   * Number of matches of a search, of which the list may have only the first; null: the list shows
   * no search. `isMore`: there are more than `total`. `isPartial`: shipments that are not in the
   * search index yet may be missing.
   */
  readonly foundCount: {
    readonly total: number;
    readonly isMore: boolean;
    readonly isPartial: boolean;
  } | null;
  /** null until first read. */
  readonly shipmentPlaces: Places | null;
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
  /** Services of which labels were bought. */
  readonly usedServices: UsedServices["list"];
  readonly shipmentViews: readonly SavedView[];
  setShipmentFilter(filter: ShipmentFilter): void;
  /** Lists what a link leads to: the shipments that fit this filter alone. */
  linkShipments(filter: Partial<ShipmentFilter>): void;
  /** Restores the filter and the search of before the link. */
  unlinkShipments(): void;
  setShipmentText(text: string): void;
  setShipmentSort(sort: ShipmentSort | null): void;
  seeShipments(from: number, to: number): void;
  noteShipmentAt(place: number): void;
  /** Reads the services for the filters; after a failure the list keeps those it has. */
  loadUsedServices(): Promise<void>;
  /** Reads the shown rows again. */
  refreshShipments(): Promise<void>;
  saveShipmentView(name: string): void;
  /** Shows a saved view; the list without filters for any other name. */
  openShipmentView(name: string): void;
  dropShipmentView(name: string): void;
};

/** Creates the slice: nothing read, no filter. */
export const createListSlice: StateCreator<ListSlice> = (set, get) => {
  const readSeen = seenReader(set, get);
  // Loaded with the first list, because the first view needs no list.
  let reader: Promise<() => Promise<void>> | undefined;
  const refresh = async (): Promise<void> => {
    reader ??= import("./list-reader.ts").then(({ listReader }) => listReader(set, get, readSeen));
    return (await reader)();
  };
  return {
    shipmentFilter: NO_FILTER,
    shipmentText: "",
    shipmentSort: null,
    isSortTooLong: false,
    foundCount: null,
    shipmentPlaces: null,
    areShipmentsCounted: true,
    shipmentChunks: new Map(),
    shipmentsFailure: null,
    addedAbove: 0,
    shipmentList: 0,
    seenShipments: { from: 0, to: 0 },
    shipmentAt: 0,
    usedServices: [],
    shipmentViews: readViews(),
    ...choices(set, get),
    seeShipments(from, to) {
      set({ seenShipments: { from, to } });
      void readSeen();
    },
    noteShipmentAt: (shipmentAt) => set({ shipmentAt }),
    loadUsedServices: () =>
      call(listUsedServices).then(
        ({ list }) => set({ usedServices: list }),
        () => {},
      ),
    refreshShipments: refresh,
    ...savedViews(set, get),
  };
};

/** Sets the filter, the search or the order. */
function choices(
  set: Put,
  get: Get,
): Pick<
  ListSlice,
  "setShipmentFilter" | "setShipmentText" | "setShipmentSort" | "linkShipments" | "unlinkShipments"
> {
  let before: Pick<ListSlice, "shipmentFilter" | "shipmentText"> | null = null;
  /** Makes the table start at its first row. */
  const fromTop = (): Partial<ListSlice> => ({
    addedAbove: 0,
    shipmentAt: 0,
    seenShipments: { from: 0, to: 0 },
    shipmentList: get().shipmentList + 1,
    isSortTooLong: false,
    shipmentsFailure: null,
  });
  const empty = { shipmentPlaces: null, areShipmentsCounted: true, shipmentChunks: new Map() };
  return {
    setShipmentFilter(shipmentFilter) {
      set({ shipmentFilter, ...empty, ...fromTop() });
      void get().refreshShipments();
    },
    setShipmentText(shipmentText) {
      const [isSearch, wasSearch] = [isSearched(shipmentText), isSearched(get().shipmentText)];
      set({ shipmentText });
      if (!isSearch && !wasSearch) return;
      // The rows of the text before stay until those of this text are read.
      if (!isSearch) set({ foundCount: null, ...empty });
      if (isSearch !== wasSearch) set(fromTop());
      else set({ isSortTooLong: false });
      void get().refreshShipments();
    },
    linkShipments(filter) {
      const { shipmentFilter, shipmentText, setShipmentText, setShipmentFilter } = get();
      before = { shipmentFilter, shipmentText };
      setShipmentText("");
      setShipmentFilter({ ...NO_FILTER, ...filter });
    },
    unlinkShipments() {
      if (before === null) return;
      get().setShipmentFilter(before.shipmentFilter);
      get().setShipmentText(before.shipmentText);
      before = null;
    },
    setShipmentSort(shipmentSort) {
      if (isSameSort(shipmentSort, get().shipmentSort)) return;
      // The table stays, with its active column, until the sorted rows are read.
      set({ shipmentSort, isSortTooLong: false });
      void get().refreshShipments();
    },
  };
}

/** Saves filters and orders as views with a name, and opens and deletes views. */
function savedViews(
  set: Put,
  get: Get,
): Pick<ListSlice, "saveShipmentView" | "openShipmentView" | "dropShipmentView"> {
  const keep = (shipmentViews: readonly SavedView[]): void => {
    set({ shipmentViews });
    keepViews(shipmentViews);
  };
  const others = (name: string): SavedView[] =>
    get().shipmentViews.filter((view) => view.name !== name);
  return {
    saveShipmentView: (name) =>
      keep(
        [
          ...others(name),
          { name, filter: get().shipmentFilter, sort: get().shipmentSort },
        ].toSorted((a, b) => a.name.localeCompare(b.name, "tr")),
      ),
    openShipmentView(name) {
      const view = get().shipmentViews.find((one) => one.name === name);
      set({ shipmentSort: view?.sort ?? null });
      get().setShipmentFilter(view?.filter ?? NO_FILTER);
    },
    dropShipmentView: (name) => keep(others(name)),
  };
}
