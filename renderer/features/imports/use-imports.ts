/** The store as the imports see it: the shared state and their own slice. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import type { ImportsSlice } from "./imports.slice.ts";

export const useImports = createBoundStore<SharedState & ImportsSlice>();
