/** The part of the store that Today uses: the shared state and its own slices. */
import type { StateCreator } from "zustand";
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import { createManifestSlice, type ManifestSlice } from "./manifest.slice.ts";
import { createTodaySlice, type TodaySlice } from "./today.slice.ts";

/** The view of manifests, and its key on Today. */
export const MANIFESTS_VIEW = "manifests";
export const MANIFESTS_KEY = "9";

export type TodaySlices = TodaySlice & ManifestSlice;

/** Combines the feature's slices. */
export const createTodaySlices: StateCreator<TodaySlices, [], [], TodaySlices> = (...args) => ({
  ...createTodaySlice(...args),
  ...createManifestSlice(...args),
});

/** Hook that reads this part of the store; outside of components: `useToday.getState()`. */
export const useToday = createBoundStore<SharedState & TodaySlices>();
