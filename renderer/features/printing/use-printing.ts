/** The part of the store that the print questions use: the shared state and their own slices. */
import type { StateCreator } from "zustand";
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import { createAnsweringSlice, type AnsweringSlice } from "./answering.slice.ts";
import { createWaitingPrintsSlice, type WaitingPrintsSlice } from "./waiting-prints.slice.ts";

export type PrintingSlices = AnsweringSlice & WaitingPrintsSlice;
type PrintingState = SharedState & PrintingSlices;

/** Combines the feature's slices. */
export const createPrintingSlices: StateCreator<PrintingState, [], [], PrintingSlices> = (
  ...args
) => ({
  ...createAnsweringSlice(...args),
  ...createWaitingPrintsSlice(...args),
});

/** Hook that reads this part of the store; outside of components: `usePrinting.getState()`. */
export const usePrinting = createBoundStore<PrintingState>();
