/** The store as the stations see it: the shared state and their own slice. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import type { StationsSlice } from "./stations.slice.ts";

/** The shared state and the state of the stations, as a hook and by getState(). */
export const useStations = createBoundStore<SharedState & StationsSlice>();
