/** The orders that wait to be packed, as far as the empty screen lists them. */
import type { StateCreator } from "zustand";
import { api } from "../../lib/desk.ts";
import type { WaitingOrder } from "../../../core/station/station.schema.ts";

export type WaitingSlice = {
  /** Null until they were read once. */
  readonly waiting: { readonly total: number; readonly list: readonly WaitingOrder[] } | null;
  loadWaiting(): Promise<void>;
};

export const createWaitingSlice: StateCreator<WaitingSlice> = (set) => ({
  waiting: null,
  async loadWaiting() {
    const waiting = await api<{ total: number; list: WaitingOrder[] }>("GET", "/station/orders/waiting?limit=50").catch(() => null);
    if (waiting !== null) set({ waiting });
  },
});
