/** The printers that other stations share, as this desk last read them. */
import type { StateCreator } from "zustand";
import { listSharedPrinters } from "../../../core/fulfilment/shared-printers/shared-printers.api.ts";
import type { SharedPrinter } from "../../../core/fulfilment/shared-printers/shared-printers.schema.ts";
import { call } from "../../lib/bridge.ts";

export type SharedSlice = {
  /** Null until they were read. */
  readonly sharedPrinters: readonly SharedPrinter[] | null;
  loadSharedPrinters(): Promise<void>;
};

/** The slice: nothing read yet. */
export const createSharedSlice: StateCreator<SharedSlice> = (set, get) => ({
  sharedPrinters: null,
  async loadSharedPrinters() {
    const read = await call(listSharedPrinters).catch(() => null);
    // Asked every few seconds, most answers are the same.
    if (read !== null && JSON.stringify(read.list) !== JSON.stringify(get().sharedPrinters))
      set({ sharedPrinters: read.list });
  },
});
