/**
 * Undoing the last purchase: the label is cancelled and its price comes back. Asked first, since a label may already
 * be on a parcel: F8, then F8 or Enter.
 */
import type { StateCreator } from "zustand";
import { api } from "../../lib/desk.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import type { LastResult } from "./pack.slice.ts";

export type Undo =
  | { readonly step: "none" }
  | { readonly step: "asking"; readonly purchase: LastResult }
  | { readonly step: "cancelling"; readonly purchase: LastResult }
  | { readonly step: "failed"; readonly purchase: LastResult; readonly failure: Failure };

export type UndoSlice = {
  readonly undo: Undo;
  askUndo(purchase: LastResult | null): void;
  /** @param onDone Told once, with the purchase that was cancelled. */
  confirmUndo(onDone: (cancelled: LastResult) => void): Promise<void>;
  keepPurchase(): void;
};

export const createUndoSlice: StateCreator<UndoSlice> = (set, get) => ({
  undo: { step: "none" },
  askUndo(purchase) {
    if (purchase?.kind !== "cancelled" && purchase !== null && get().undo.step !== "cancelling") set({ undo: { step: "asking", purchase } });
  },
  async confirmUndo(onDone) {
    const { undo } = get();
    if (undo.step !== "asking" && undo.step !== "failed") return;
    const { purchase } = undo;
    set({ undo: { step: "cancelling", purchase } });
    try {
      await api("DELETE", `/shipments/${purchase.shipmentID}`);
      set({ undo: { step: "none" } });
      onDone({ ...purchase, kind: "cancelled", at: Date.now() });
    } catch (error) {
      set({ undo: { step: "failed", purchase, failure: failureOf(error) } });
    }
  },
  keepPurchase() {
    if (get().undo.step !== "cancelling") set({ undo: { step: "none" } });
  },
});
