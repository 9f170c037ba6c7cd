/** The part of the store that the address book uses: the shared state and its own slices. */
import type { StateCreator } from "zustand";
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import { createAddressImportSlice, type AddressImportSlice } from "./address-import.slice.ts";
import { createAddressesSlice, type AddressesSlice } from "./addresses.slice.ts";
import { createRecipientSlice, type RecipientSlice } from "./recipient.slice.ts";
import { createDuplicatesSlice, type DuplicatesSlice } from "./duplicates.slice.ts";

export type AddressesSlices = AddressesSlice &
  DuplicatesSlice &
  AddressImportSlice &
  RecipientSlice;
type AddressesState = SharedState & AddressesSlices;

/** Combines the feature's slices. */
export const createAddressesSlices: StateCreator<AddressesState, [], [], AddressesSlices> = (
  ...args
) => ({
  ...createAddressesSlice(...args),
  ...createDuplicatesSlice(...args),
  ...createAddressImportSlice(...args),
  ...createRecipientSlice(...args),
});

/** Hook that reads this part of the store; outside of components: `useAddresses.getState()`. */
export const useAddresses = createBoundStore<AddressesState>();
