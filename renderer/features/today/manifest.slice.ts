/** Carriers that have a manifest on the chosen day, each with its number of parcels. */
import type { StateCreator } from "zustand";
import { getManifest, listManifestCarriers } from "../../../core/fulfilment/papers/papers.api.ts";
import type { ManifestCarrier } from "../../../core/fulfilment/papers/papers.schema.ts";
import { call, saveFile } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";

export type ManifestSlice = {
  /** The day by Turkish time, YYYY-MM-DD; "" until the first reading. */
  readonly manifestDay: string;
  /** undefined until the day's carriers are read. */
  readonly manifestCarriers: readonly ManifestCarrier[] | undefined;
  readonly manifestFailure: Failure | null;
  /** The file of a manifest that is being saved, or the last result. */
  readonly manifestSaving: ManifestSaving;
  loadManifests(day: string): Promise<void>;
  /** Saves a carrier's manifest of the chosen day; ignored while another one is being saved. */
  saveManifest(providerCode: string, format: "pdf" | "xlsx"): Promise<void>;
};

type ManifestSaving =
  | { readonly step: "none" | "saving" }
  | { readonly step: "saved"; readonly name: string }
  | { readonly step: "failed"; readonly failure: Failure };

/** Creates the slice with nothing read yet. */
export const createManifestSlice: StateCreator<ManifestSlice> = (set, get) => ({
  manifestDay: "",
  manifestCarriers: undefined,
  manifestFailure: null,
  manifestSaving: { step: "none" },
  async saveManifest(carrier, format) {
    if (get().manifestSaving.step === "saving") return;
    set({ manifestSaving: { step: "saving" } });
    try {
      const query = { carrier, day: get().manifestDay, format };
      const name = await saveFile(getManifest, { query });
      set({ manifestSaving: name === null ? { step: "none" } : { step: "saved", name } });
    } catch (error) {
      set({ manifestSaving: { step: "failed", failure: failureOf(error) } });
    }
  },
  async loadManifests(day) {
    // The list of the same day stays while it is read again.
    set({
      manifestDay: day,
      manifestFailure: null,
      ...(day === get().manifestDay ? {} : { manifestCarriers: undefined }),
    });
    try {
      const manifestCarriers = await call(listManifestCarriers, { query: { day } });
      if (get().manifestDay === day) set({ manifestCarriers });
    } catch (error) {
      if (get().manifestDay === day) set({ manifestFailure: failureOf(error) });
    }
  },
});
