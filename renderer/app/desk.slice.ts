/** The facts of the desk that every view shows: who packs, the balance, the label printer, what waits; and which view is open. */
import type { StateCreator } from "zustand";
import { api, invoke, type AppInfo, type CoreState } from "../lib/desk.ts";
import { failureOf, type Failure } from "../lib/failure.ts";
import type { Desk } from "../../core/station/station.schema.ts";

export const VIEWS = ["pack", "printers", "settings"] as const;
export type View = (typeof VIEWS)[number];

/** Sections of Settings that another screen leads to. */
export type SettingsPart = "sender" | "balance" | "names";

export type DeskState =
  | { readonly step: "loading" }
  | { readonly step: "ready"; readonly facts: Desk }
  | { readonly step: "failed"; readonly failure: Failure };

export type DeskSlice = {
  readonly desk: DeskState;
  readonly info: AppInfo | null;
  readonly view: View;
  /** Where Settings opens; null: at its top. */
  readonly settingsPart: SettingsPart | null;
  readonly keysShown: boolean;
  /** What stands in the scan field. */
  readonly typed: string;
  readonly coreState: CoreState;
  /** Sample prices were asked for, and did not come. */
  readonly sampleFailed: boolean;
  loadDesk(): Promise<void>;
  /** Gives a station without carriers made-up prices, for trying out. @returns Whether it has carriers now. */
  addSampleCarriers(): Promise<boolean>;
  loadInfo(): Promise<void>;
  setCoreState(state: CoreState): void;
  showView(view: View): void;
  openSettings(part: SettingsPart): void;
  showKeys(shown: boolean): void;
  setTyped(text: string): void;
};

export const createDeskSlice: StateCreator<DeskSlice> = (set, get) => ({
  desk: { step: "loading" },
  info: null,
  view: "pack",
  settingsPart: null,
  keysShown: false,
  typed: "",
  sampleFailed: false,
  coreState: "running",
  async loadDesk() {
    try {
      set({ desk: { step: "ready", facts: await api<Desk>("GET", "/station/desk") } });
    } catch (error) {
      // Known facts stay on the screen; a refresh that fails is tried again at the next event.
      if (get().desk.step !== "ready") set({ desk: { step: "failed", failure: failureOf(error) } });
    }
  },
  async addSampleCarriers() {
    const added = await api("POST", "/station/carriers/sample").then(
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
  showView: (view) => set({ view, settingsPart: null, keysShown: false }),
  openSettings: (settingsPart) => set({ view: "settings", settingsPart, keysShown: false }),
  showKeys: (keysShown) => set({ keysShown }),
  setTyped: (typed) => set({ typed }),
});
