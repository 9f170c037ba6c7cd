/** The store as the first start sees it: the shared state and its own slice. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import type { FirstStartSlice } from "./first-start.slice.ts";

/** The shared state and the state of the first start, as a hook and by getState(). */
export const useFirstStart = createBoundStore<SharedState & FirstStartSlice>();
