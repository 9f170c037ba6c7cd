/** Printers that other stations share, as last read. */
import type { StateCreator } from "zustand";
import { listSharedPrinters } from "../../../core/fulfilment/shared-printers/shared-printers.api.ts";
import type { SharedPrinter } from "../../../core/fulfilment/shared-printers/shared-printers.schema.ts";
import { call } from "../../lib/bridge.ts";

export type SharedSlice = {
  /** null until first read. */
  readonly sharedPrinters: readonly SharedPrinter[] | null;
  loadSharedPrinters(): Promise<void>;
};

/** Creates the slice with nothing read yet. */
export const createSharedSlice: StateCreator<SharedSlice> = (set, get) => ({
  sharedPrinters: null,
  async loadSharedPrinters() {
    const read = await call(listSharedPrinters).catch(() => null);
    // Skips equal answers, because polling every few seconds mostly returns the same.
    if (read !== null && JSON.stringify(read.list) !== JSON.stringify(get().sharedPrinters))
      set({ sharedPrinters: read.list });
  },
});
