/** The store as the printers see it: the shared state and their own slice. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import type { PrintersSlice } from "./printers.slice.ts";

/** The shared state and the printers', as a hook and by getState(). */
export const usePrinters = createBoundStore<SharedState & PrintersSlice>();
