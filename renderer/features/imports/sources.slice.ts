/** Follows the sources of orders, which Settings reads again after an event. */
import type { StateCreator } from "zustand";

export type SourcesSlice = {
  /** Another object after each event that may have changed the sources. */
  readonly sourcesEvent: object;
  noteSources(): void;
};

/** Creates the slice before any event. */
export const createSourcesSlice: StateCreator<SourcesSlice> = (set) => ({
  sourcesEvent: {},
  noteSources: () => set({ sourcesEvent: {} }),
});
