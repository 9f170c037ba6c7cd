/** The part of the store that the labels use: the shared state and their own slice. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import type { LabelsSlice } from "./labels.slice.ts";

/** Hook that reads this part of the store; outside of components: `useLabels.getState()`. */
export const useLabels = createBoundStore<SharedState & LabelsSlice>();
