/** The store as the batches see it: the shared state and their own slices. */
import type { StateCreator } from "zustand";
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import { createBatchItemsSlice, type BatchItemsSlice } from "./batch-items.slice.ts";
import { createBatchesSlice, type BatchesSlice } from "./batches.slice.ts";
import { createJamSlice, type JamSlice } from "./jam.slice.ts";
import { createNewBatchSlice, type NewBatchSlice } from "./new-batch.slice.ts";

export type BatchesSlices = BatchesSlice & BatchItemsSlice & JamSlice & NewBatchSlice;
export type BatchesState = SharedState & BatchesSlices;

/** Combines the feature's slices. */
export const createBatchesSlices: StateCreator<BatchesState, [], [], BatchesSlices> = (
  ...args
) => ({
  ...createBatchesSlice(...args),
  ...createBatchItemsSlice(...args),
  ...createJamSlice(...args),
  ...createNewBatchSlice(...args),
});

/** The shared state and the batches', as a hook and by getState(). */
export const useBatches = createBoundStore<BatchesState>();
