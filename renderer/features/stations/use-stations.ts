/** The part of the store that the stations use: the shared state and their own slice. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import type { StationsSlice } from "./stations.slice.ts";

/** Hook that reads this part of the store; outside of components: `useStations.getState()`. */
export const useStations = createBoundStore<SharedState & StationsSlice>();
