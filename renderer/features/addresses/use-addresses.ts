/** The store as the address book sees it: the shared state and its own slices. */
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

/** The shared state and the address book's, as a hook and by getState(). */
export const useAddresses = createBoundStore<AddressesState>();
