/** The part of the store that the printers use: the shared state and their own slices. */
import type { StateCreator } from "zustand";
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import { createFindingSlice, type FindingSlice } from "./finding.slice.ts";
import { createJournalSlice, type JournalSlice } from "./journal.slice.ts";
import { createPrintersSlice, type PrintersSlice } from "./printers.slice.ts";
import { createSharedSlice, type SharedSlice } from "./shared.slice.ts";
import { createTestPrintsSlice, type TestPrintsSlice } from "./test-prints.slice.ts";

export type PrintersSlices = PrintersSlice &
  JournalSlice &
  TestPrintsSlice &
  FindingSlice &
  SharedSlice;
type PrintersState = SharedState & PrintersSlices;

/** Combines the feature's slices. */
export const createPrintersSlices: StateCreator<PrintersState, [], [], PrintersSlices> = (
  ...args
) => ({
  ...createPrintersSlice(...args),
  ...createJournalSlice(...args),
  ...createTestPrintsSlice(...args),
  ...createFindingSlice(...args),
  ...createSharedSlice(...args),
});

/** Hook that reads this part of the store; outside of components: `usePrinters.getState()`. */
export const usePrinters = createBoundStore<PrintersState>();
