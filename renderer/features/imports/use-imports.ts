/** The store as the imports see it: the shared state and their own slice. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import type { ImportsSlice } from "./imports.slice.ts";

/** The shared state and the imports', as a hook and by getState(). */
export const useImports = createBoundStore<SharedState & ImportsSlice>();
