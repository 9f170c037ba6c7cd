/** How the offers are compared: in the list at the right, or in the whole table with its order. */
import type { StateCreator } from "zustand";

export const OFFER_COLUMNS = ["price", "promise", "rating", "service"] as const;
export type OfferColumn = (typeof OFFER_COLUMNS)[number];

export type OffersSlice = {
  /**
   * The shipment whose offers are compared in the table; null: none are. Another order begins with
   * the list.
   */
  readonly tableOf: string | null;
  readonly sortedBy: OfferColumn;
  readonly isDescending: boolean;
  showTable(shipmentID: string | null): void;
  /** The same column once more turns its order round. */
  sortBy(column: OfferColumn): void;
};

/** The slice of the comparison: the list, cheapest first. */
export const createOffersSlice: StateCreator<OffersSlice> = (set, get) => ({
  tableOf: null,
  sortedBy: "price",
  isDescending: false,
  showTable: (tableOf) => set({ tableOf }),
  sortBy(column) {
    set({ sortedBy: column, isDescending: get().sortedBy === column && !get().isDescending });
  },
});
