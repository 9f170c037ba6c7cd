/** Today as the core counts it, read again on events while the view is open. */
import type { StateCreator } from "zustand";
import { readToday } from "../../../core/fulfilment/today/today.api.ts";
import type { Today } from "../../../core/fulfilment/today/today.schema.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";

export type TodaySlice = {
  /** null until first read. */
  readonly dayNow: Today | null;
  /** Time of the last read or attempt, ms since the epoch: cut-offs are shown as of this time. */
  readonly dayReadAt: number;
  readonly dayFailure: Failure | null;
  loadDayNow(): Promise<void>;
};

/** Creates the slice with nothing read yet. */
export const createTodaySlice: StateCreator<TodaySlice> = (set) => ({
  dayNow: null,
  dayReadAt: Date.now(),
  dayFailure: null,
  async loadDayNow() {
    try {
      set({ dayNow: await call(readToday), dayReadAt: Date.now(), dayFailure: null });
    } catch (error) {
      set({ dayReadAt: Date.now(), dayFailure: failureOf(error) });
    }
  },
});
