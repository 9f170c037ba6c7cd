/** The part of the store that the batches use: the shared state and their own slices. */
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

/** Hook that reads this part of the store; outside of components: `useBatches.getState()`. */
export const useBatches = createBoundStore<BatchesState>();
