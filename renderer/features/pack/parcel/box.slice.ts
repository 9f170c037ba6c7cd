/**
 * State of the removal of a box: the question that comes first if pieces were scanned into the box,
 * and whether a removal runs.
 */
import type { StateCreator } from "zustand";
import { removeBox } from "../../../../core/station/station.api.ts";
import type { LastBox, OpenedOrder } from "../../../../core/station/station.schema.ts";
import { call } from "../../../lib/bridge.ts";
import { failureOf, type Failure } from "../../../lib/failure.ts";

export type BoxSlice = {
  /** The box whose removal the question is about, and the open order; null: no question. */
  readonly boxAsked: (LastBox & { readonly onScreenID: string }) | null;
  readonly isRemovingBox: boolean;
  askRemoveBox(asked: BoxSlice["boxAsked"]): void;
  /**
   * Removes the box with this shipment.
   *
   * @returns The box that got the items, or why nothing was removed; null while another removal
   *   runs.
   */
  removeBoxOf(shipmentID: string): Promise<OpenedOrder | Failure | null>;
};

/** Creates the slice without a question. */
export const createBoxSlice: StateCreator<BoxSlice> = (set, get) => ({
  boxAsked: null,
  isRemovingBox: false,
  askRemoveBox: (boxAsked) => set({ boxAsked }),
  async removeBoxOf(shipmentID) {
    if (get().isRemovingBox) return null;
    set({ isRemovingBox: true });
    try {
      return await call(removeBox, { params: { shipmentID } });
    } catch (error) {
      return failureOf(error);
    } finally {
      set({ isRemovingBox: false });
    }
  },
});
