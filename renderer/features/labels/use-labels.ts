/** The part of the store that the labels use: the shared state and their own slices. */
import type { StateCreator } from "zustand";
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import { createLabelsSlice, type LabelsSlice } from "./labels.slice.ts";
import { createManifestSlice, type ManifestSlice } from "./manifest.slice.ts";

export type LabelsSlices = LabelsSlice & ManifestSlice;

/** Combines the feature's slices. */
export const createLabelsSlices: StateCreator<LabelsSlices, [], [], LabelsSlices> = (...args) => ({
  ...createLabelsSlice(...args),
  ...createManifestSlice(...args),
});

/** Hook that reads this part of the store; outside of components: `useLabels.getState()`. */
export const useLabels = createBoundStore<SharedState & LabelsSlices>();
