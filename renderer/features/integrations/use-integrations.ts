/**
 * The part of the store that the integrations feature uses: the shared state and its own slices.
 */
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

/** Hook that reads this part of the store; outside of components: `useIntegrations.getState()`. */
export const useIntegrations = createBoundStore<SharedState & IntegrationsSlices>();
