/** State of joining and separating the open order's orders: whether a call runs. */
import type { StateCreator } from "zustand";
import { joinOrders, separateOrders } from "../../../../core/station/together.api.ts";
import type { OpenedOrder } from "../../../../core/station/station.schema.ts";
import { call } from "../../../lib/bridge.ts";
import { failureOf, type Failure } from "../../../lib/failure.ts";

export type TogetherSlice = {
  readonly isJoining: boolean;
  /**
   * Joins orders to a shipment; without orders, separates those that are joined.
   *
   * @returns The parcel, or why nothing was changed; null while another call runs.
   */
  packTogether(
    shipmentID: string,
    others: readonly string[] | null,
  ): Promise<OpenedOrder | Failure | null>;
};

/** Creates the slice without a running call. */
export const createTogetherSlice: StateCreator<TogetherSlice> = (set, get) => ({
  isJoining: false,
  async packTogether(shipmentID, others) {
    if (get().isJoining) return null;
    set({ isJoining: true });
    const params = { shipmentID };
    try {
      return others === null
        ? await call(separateOrders, { params })
        : await call(joinOrders, { params, body: { shipmentIDs: [...others] } });
    } catch (error) {
      return failureOf(error);
    } finally {
      set({ isJoining: false });
    }
  },
});
