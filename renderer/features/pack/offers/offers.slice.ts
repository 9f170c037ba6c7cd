/** How the offers are compared: in the list on the right, or in the sortable table. */
import type { StateCreator } from "zustand";

export const OFFER_COLUMNS = ["price", "promise", "rating", "service"] as const;
export type OfferColumn = (typeof OFFER_COLUMNS)[number];

export type OffersSlice = {
  /**
   * The shipment whose offers the table compares; null: none. For any other shipment the list is
   * shown.
   */
  readonly tableOf: string | null;
  readonly sortedBy: OfferColumn;
  readonly isDescending: boolean;
  showTable(shipmentID: string | null): void;
  /** Sorts by a column; sorting by the same column again reverses the order. */
  sortBy(column: OfferColumn): void;
};

/** Creates the slice: the list, cheapest first. */
export const createOffersSlice: StateCreator<OffersSlice> = (set, get) => ({
  tableOf: null,
  sortedBy: "price",
  isDescending: false,
  showTable: (tableOf) => set({ tableOf }),
  sortBy(column) {
    set({ sortedBy: column, isDescending: get().sortedBy === column && !get().isDescending });
  },
});
