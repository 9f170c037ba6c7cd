/** The store as the labels see it: the shared state and their own slice. */
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

/** The shared state and the labels', as a hook and by getState(). */
export const useLabels = createBoundStore<SharedState & LabelsSlices>();
