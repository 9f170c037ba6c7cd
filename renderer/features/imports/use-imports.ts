/** The part of the store that the imports use: the shared state and their own slice. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import type { ImportsSlice } from "./imports.slice.ts";

/** Hook that reads this part of the store; outside of components: `useImports.getState()`. */
export const useImports = createBoundStore<SharedState & ImportsSlice>();
