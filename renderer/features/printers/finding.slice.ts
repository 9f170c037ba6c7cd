/**
 * Printers that this station could add: print queues of this computer, and printers found on the
 * network.
 */
import type { StateCreator } from "zustand";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import { listFoundPrinters, searchPrinters } from "../../../core/printing/printers.api.ts";
import type {
  FoundQueues,
  NetworkSearch,
} from "../../../core/printing/discovery/discovery.schema.ts";

type Search =
  | { readonly step: "none" | "searching" }
  | { readonly step: "done"; readonly found: NetworkSearch }
  | { readonly step: "failed"; readonly failure: Failure };

export type FindingSlice = {
  /** null until first read. */
  readonly queues: FoundQueues | null;
  readonly search: Search;
  loadQueues(): Promise<void>;
  /** Searches the network, which takes some seconds. */
  searchNetwork(): Promise<void>;
};

/** Creates the slice: nothing read, nothing searched. */
export const createFindingSlice: StateCreator<FindingSlice> = (set, get) => ({
  queues: null,
  search: { step: "none" },
  async loadQueues() {
    const queues = await call(listFoundPrinters).catch(() => null);
    if (queues !== null) set({ queues });
  },
  async searchNetwork() {
    if (get().search.step === "searching") return;
    set({ search: { step: "searching" } });
    try {
      set({ search: { step: "done", found: await call(searchPrinters) } });
    } catch (error) {
      set({ search: { step: "failed", failure: failureOf(error) } });
    }
  },
});
