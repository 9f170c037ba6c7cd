/**
 * Facts of the station that every view shows: the member who packs, the balance, the label printer,
 * waiting work.
 */
import type { StateCreator } from "zustand";
import { call, invoke, type AppInfo, type CoreState } from "../lib/bridge.ts";
import { failureOf, type Failure } from "../lib/failure.ts";
import { createSampleCarriers, getDesk } from "../../core/station/station.api.ts";
import type { DeskFacts } from "../../core/station/station.schema.ts";

type DeskState =
  | { readonly step: "loading" }
  | { readonly step: "ready"; readonly facts: DeskFacts }
  | { readonly step: "failed"; readonly failure: Failure };

export type DeskSlice = {
  readonly desk: DeskState;
  readonly info: AppInfo | null;
  readonly coreState: CoreState;
  /** Whether the last request for sample prices failed. */
  readonly sampleFailed: boolean;
  loadDesk(): Promise<void>;
  /**
   * Gives a station without carriers made-up prices for trying out.
   *
   * @returns Whether the prices were added.
   */
  addSampleCarriers(): Promise<boolean>;
  loadInfo(): Promise<void>;
  setCoreState(state: CoreState): void;
  /** Starts a stopped core; `coreState` shows the result. */
  restartCore(): Promise<void>;
};

/** Creates the slice: empty until loadDesk() and loadInfo() have answered. */
export const createDeskSlice: StateCreator<DeskSlice> = (set, get) => ({
  desk: { step: "loading" },
  info: null,
  sampleFailed: false,
  coreState: "running",
  async loadDesk() {
    try {
      set({ desk: { step: "ready", facts: await call(getDesk) } });
    } catch (error) {
      // Known facts stay on the screen; a failed refresh is repeated at the next event.
      if (get().desk.step !== "ready") set({ desk: { step: "failed", failure: failureOf(error) } });
    }
  },
  async addSampleCarriers() {
    const added = await call(createSampleCarriers).then(
      () => true,
      () => false,
    );
    set({ sampleFailed: !added });
    if (added) await get().loadDesk();
    return added;
  },
  async loadInfo() {
    set({ info: await invoke("app:info", {}).catch(() => null) });
  },
  setCoreState: (coreState) => set({ coreState }),
  async restartCore() {
    // After a failed start the state is "stopped" again and the button is shown.
    await invoke("window:restartCore", {}).catch(() => null);
  },
});
