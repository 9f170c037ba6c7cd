/** Carriers that have a manifest on the chosen day, each with its number of parcels. */
import type { StateCreator } from "zustand";
import { listManifestCarriers } from "../../../core/fulfilment/papers/papers.api.ts";
import type { ManifestCarrier } from "../../../core/fulfilment/papers/papers.schema.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";

export type ManifestSlice = {
  /** The day by Turkish time, YYYY-MM-DD; "" until the first reading. */
  readonly manifestDay: string;
  /** undefined until the day's carriers are read. */
  readonly manifestCarriers: readonly ManifestCarrier[] | undefined;
  readonly manifestFailure: Failure | null;
  loadManifests(day: string): Promise<void>;
};

/** Creates the slice with nothing read yet. */
export const createManifestSlice: StateCreator<ManifestSlice> = (set, get) => ({
  manifestDay: "",
  manifestCarriers: undefined,
  manifestFailure: null,
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
