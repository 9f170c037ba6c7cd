/** The part of the store that the list of jobs uses: the shared state and its own slice. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import type { JobsSlice } from "./jobs.slice.ts";

/** Hook that reads this part of the store; outside of components: `useJobs.getState()`. */
export const useJobs = createBoundStore<SharedState & JobsSlice>();
