/** The store as the list of jobs sees it: the shared state and its own slice. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import type { JobsSlice } from "./jobs.slice.ts";

/** The shared state and the jobs', as a hook and by getState(). */
export const useJobs = createBoundStore<SharedState & JobsSlice>();
