/** The store as the labels see it: the shared state and their own slice. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import type { LabelsSlice } from "./labels.slice.ts";

/** The shared state and the labels', as a hook and by getState(). */
export const useLabels = createBoundStore<SharedState & LabelsSlice>();
