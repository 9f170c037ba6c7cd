/** Carriers that have a manifest on the chosen day, each with its number of parcels. */
import type { StateCreator } from "zustand";
import {
  getManifest,
  listManifestCarriers,
  printManifest,
} from "../../../core/fulfilment/papers/papers.api.ts";
import { listPrinters } from "../../../core/printing/printers.api.ts";
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
  /** Whether a printer has the role for A4 documents; false until the printers are read. */
  readonly isManifestPrinted: boolean;
  loadManifests(day: string): Promise<void>;
  /** Saves a carrier's manifest of the chosen day; ignored while another one is being saved. */
  saveManifest(providerCode: string, format: "pdf" | "xlsx"): Promise<void>;
  /** Prints a carrier's manifest if a printer has the role for it, else saves it as a PDF. */
  takeManifest(providerCode: string): Promise<void>;
};

type ManifestSaving =
  | { readonly step: "none" | "saving" }
  | { readonly step: "printing" }
  | { readonly step: "saved"; readonly name: string }
  | { readonly step: "failed"; readonly failure: Failure };

/** Creates the slice with nothing read yet. */
export const createManifestSlice: StateCreator<ManifestSlice> = (set, get) => ({
  manifestDay: "",
  manifestCarriers: undefined,
  manifestFailure: null,
  manifestSaving: { step: "none" },
  isManifestPrinted: false,
  async takeManifest(carrier) {
    if (!get().isManifestPrinted) return get().saveManifest(carrier, "pdf");
    if (get().manifestSaving.step === "saving") return;
    set({ manifestSaving: { step: "saving" } });
    try {
      await call(printManifest, { body: { carrier, day: get().manifestDay } });
      set({ manifestSaving: { step: "printing" } });
    } catch (error) {
      set({ manifestSaving: { step: "failed", failure: failureOf(error) } });
    }
  },
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
    // Without an answer, a manifest can still be saved as a file.
    void call(listPrinters).then(
      ({ roles }) => set({ isManifestPrinted: roles.a4 !== null }),
      () => undefined,
    );
    try {
      const manifestCarriers = await call(listManifestCarriers, { query: { day } });
      if (get().manifestDay === day) set({ manifestCarriers });
    } catch (error) {
      if (get().manifestDay === day) set({ manifestFailure: failureOf(error) });
    }
  },
});
