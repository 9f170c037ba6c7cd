/** The part of the store that the first start uses: the shared state and its own slice. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import type { FirstStartSlice } from "./first-start.slice.ts";

/** Hook that reads this part of the store; outside of components: `useFirstStart.getState()`. */
export const useFirstStart = createBoundStore<SharedState & FirstStartSlice>();
