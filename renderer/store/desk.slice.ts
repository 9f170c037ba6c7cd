/**
 * The facts of the desk that every view shows: who packs, the balance, the label printer, what
 * waits.
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
  /** Sample prices were asked for, and did not come. */
  readonly sampleFailed: boolean;
  loadDesk(): Promise<void>;
  /**
   * Gives a station without carriers made-up prices, for trying out.
   * @returns Whether it has carriers now.
   */
  addSampleCarriers(): Promise<boolean>;
  loadInfo(): Promise<void>;
  setCoreState(state: CoreState): void;
  /** Starts a core that stays down; how it goes comes as its state. */
  restartCore(): Promise<void>;
};

/** The desk's slice: empty until loadDesk() and loadInfo() have answered. */
export const createDeskSlice: StateCreator<DeskSlice> = (set, get) => ({
  desk: { step: "loading" },
  info: null,
  sampleFailed: false,
  coreState: "running",
  async loadDesk() {
    try {
      set({ desk: { step: "ready", facts: await call(getDesk) } });
    } catch (error) {
      // Known facts stay on the screen; a refresh that fails is tried again at the next event.
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
    // A start that fails ends as "stopped" again, with the button in its place.
    await invoke("window:restartCore", {}).catch(() => null);
  },
});
