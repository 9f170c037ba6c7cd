/** The store as the integrations see it: the shared state and their own slices. */
import type { StateCreator } from "zustand";
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import { createPairingsSlice, type PairingsSlice } from "./pairings.slice.ts";
import { createTokensSlice, type TokensSlice } from "./tokens.slice.ts";

export type IntegrationsSlices = PairingsSlice & TokensSlice;

/** Combines the feature's slices. */
export const createIntegrationsSlices: StateCreator<
  SharedState & IntegrationsSlices,
  [],
  [],
  IntegrationsSlices
> = (...args) => ({
  ...createPairingsSlice(...args),
  ...createTokensSlice(...args),
});

/** The shared state and the integrations', as a hook and by getState(). */
export const useIntegrations = createBoundStore<SharedState & IntegrationsSlices>();
