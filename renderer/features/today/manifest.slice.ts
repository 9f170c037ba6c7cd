/** Carriers that have a manifest on the chosen day, each with its number of parcels. */
import type { StateCreator } from "zustand";
import type { ManifestCarrier } from "../../../core/fulfilment/papers/papers.schema.ts";
import type { Failure } from "../../lib/failure.ts";

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

/** The calls are loaded with the view, not with the first screen. */
const calls = () => import("./manifest-calls.ts");

/** Creates the slice with nothing read yet. */
export const createManifestSlice: StateCreator<ManifestSlice> = (set, get) => ({
  manifestDay: "",
  manifestCarriers: undefined,
  manifestFailure: null,
  manifestSaving: { step: "none" },
  isManifestPrinted: false,
  takeManifest: async (carrier) => (await calls()).take(set, get, carrier),
  saveManifest: async (carrier, format) => (await calls()).save(set, get, { carrier, format }),
  loadManifests: async (day) => (await calls()).load(set, get, day),
});
