/** The store as the printers see it: the shared state and their own slice. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import type { PrintersSlice } from "./printers.slice.ts";

export const usePrinters = createBoundStore<SharedState & PrintersSlice>();
