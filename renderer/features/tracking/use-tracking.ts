/** The part of the store that tracking uses: the shared state and its own slice. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import type { TrackingSlice } from "./tracking.slice.ts";

export const useTracking = createBoundStore<SharedState & TrackingSlice>();
