/**
 * How the offers are compared: in the list on the right, or in the sortable table; and the question
 * to marketplaces that are asked on demand.
 */
import type { StateCreator } from "zustand";
import { askMarketplaces } from "../../../../core/shipping/shipments/shipments-station.api.ts";
import { call } from "../../../lib/bridge.ts";
import { failureOf, type Failure } from "../../../lib/failure.ts";
import type { PackSlice } from "../pack.slice.ts";

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
  /** The shipment about which marketplaces were asked last, and why the question failed, if so. */
  readonly askedThere: { readonly shipmentID: string; readonly failure: Failure | null } | null;
  showTable(shipmentID: string | null): void;
  /** Sorts by a column; sorting by the same column again reverses the order. */
  sortBy(column: OfferColumn): void;
  /** Asks the marketplaces that are asked on demand; their offers come with events. */
  askMarketplaces(shipmentID: string): Promise<void>;
};

/** Creates the slice: the list, cheapest first. */
export const createOffersSlice: StateCreator<OffersSlice & PackSlice, [], [], OffersSlice> = (
  set,
  get,
) => ({
  tableOf: null,
  sortedBy: "price",
  isDescending: false,
  askedThere: null,
  showTable: (tableOf) => set({ tableOf }),
  sortBy(column) {
    set({ sortedBy: column, isDescending: get().sortedBy === column && !get().isDescending });
  },
  async askMarketplaces(shipmentID) {
    const note = (failure: Failure | null): void => set({ askedThere: { shipmentID, failure } });
    note(null);
    try {
      await call(askMarketplaces, { params: { shipmentID } });
      // The count of missing offers grows without an event.
      await get().refreshParcel(shipmentID);
    } catch (error) {
      note(failureOf(error));
    }
  },
});
