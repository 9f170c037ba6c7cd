/** Probable duplicates: read on request, merged one group at a time. */
import type { StateCreator } from "zustand";
import {
  listDuplicates,
  mergeAddresses,
} from "../../../core/shipping/addresses/address-book.api.ts";
import type { DuplicateGroup } from "../../../core/shipping/addresses/address-book.schema.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import type { AddressesSlice } from "./addresses.slice.ts";

export type DuplicatesSlice = {
  /** null until the groups of the shown kind are read. */
  readonly duplicates: readonly DuplicateGroup[] | null;
  readonly duplicatesFailure: Failure | null;
  loadDuplicates(): Promise<void>;
  /**
   * Merges the other addresses of a group into the one that stays.
   *
   * @param keptID The address that stays.
   */
  mergeInto(keptID: string): Promise<void>;
};

/** Creates the slice with nothing read yet. */
export const createDuplicatesSlice: StateCreator<
  AddressesSlice & DuplicatesSlice,
  [],
  [],
  DuplicatesSlice
> = (set, get) => ({
  duplicates: null,
  duplicatesFailure: null,
  async loadDuplicates() {
    const { bookKind } = get();
    set({ duplicates: null, duplicatesFailure: null });
    try {
      const { groups } = await call(listDuplicates, {
        query: { isRecipient: bookKind === "recipient" },
      });
      if (get().bookKind === bookKind) set({ duplicates: groups });
    } catch (error) {
      if (get().bookKind === bookKind) set({ duplicatesFailure: failureOf(error) });
    }
  },
  async mergeInto(keptID) {
    const group = get().duplicates?.find(({ addresses }) =>
      addresses.some(({ id }) => id === keptID),
    );
    const kept = group?.addresses.find(({ id }) => id === keptID);
    if (group === undefined || kept === undefined) return;
    try {
      const merged = await call(mergeAddresses, {
        params: { addressID: keptID },
        body: { addressIDs: group.addresses.map(({ id }) => id).filter((id) => id !== keptID) },
      });
      get().noteUndo({ what: "merged", name: kept.name, undo: merged.undo });
      set({
        duplicates: get().duplicates?.filter((one) => one !== group) ?? null,
        duplicatesFailure: null,
      });
      await get().loadBook();
    } catch (error) {
      set({ duplicatesFailure: failureOf(error) });
    }
  },
});
