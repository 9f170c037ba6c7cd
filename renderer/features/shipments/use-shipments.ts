/** The part of the store that the Shipments view uses: the shared state and its own slices. */
import type { StateCreator } from "zustand";
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import { createBulkSlice, type BulkSlice } from "./bulk.slice.ts";
import { createDetailSlice, type DetailSlice } from "./detail.slice.ts";
import { createElsewhereSlice, type ElsewhereSlice } from "./elsewhere.slice.ts";
import { createListSlice, type ListSlice } from "./list.slice.ts";
import { createPanelSlice, type PanelSlice } from "./panel.slice.ts";
import { createQuestionSlice, type QuestionSlice } from "./question.slice.ts";

export type ShipmentsSlices = ListSlice &
  BulkSlice &
  DetailSlice &
  ElsewhereSlice &
  PanelSlice &
  QuestionSlice;

/** Combines the feature's slices. */
export const createShipmentsSlices: StateCreator<
  SharedState & ShipmentsSlices,
  [],
  [],
  ShipmentsSlices
> = (...args) => ({
  ...createListSlice(...args),
  ...createBulkSlice(...args),
  ...createDetailSlice(...args),
  ...createElsewhereSlice(...args),
  ...createPanelSlice(...args),
  ...createQuestionSlice(...args),
});

/** Hook that reads this part of the store; outside of components: `useShipments.getState()`. */
export const useShipments = createBoundStore<SharedState & ShipmentsSlices>();
