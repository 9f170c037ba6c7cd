/** The part of the store that the imports use: the shared state and their own slices. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import type { ChangesSlice } from "./changes.slice.ts";
import type { ImportsSlice } from "./imports.slice.ts";
import type { SourcesSlice } from "./sources.slice.ts";

/** Hook that reads this part of the store; outside of components: `useImports.getState()`. */
export const useImports = createBoundStore<
  SharedState & ImportsSlice & ChangesSlice & SourcesSlice
>();
