/**
 * Undoing a purchase: the label is cancelled and its price comes back. Asked first, since a label
 * may already be on a parcel: F8 asks, and only F10 confirms.
 */
import type { StateCreator } from "zustand";
import { call } from "../../../lib/bridge.ts";
import { failureOf, type Failure } from "../../../lib/failure.ts";
import type { Bought } from "../pack.slice.ts";
import { cancelShipment } from "../../../../core/shipping/shipments/shipments.api.ts";

type Undo =
  | { readonly step: "none" }
  | { readonly step: "asking"; readonly purchase: Bought }
  | { readonly step: "cancelling"; readonly purchase: Bought }
  | { readonly step: "failed"; readonly purchase: Bought; readonly failure: Failure };

export type UndoSlice = {
  readonly undo: Undo;
  askUndo(purchase: Bought): void;
  /** @param onDone Called once, with the purchase that was cancelled. */
  confirmUndo(onDone: (cancelled: Bought) => void): Promise<void>;
  keepPurchase(): void;
};

/**
 * The code for "not known yet" is the same for a purchase and a cancellation; its text for the
 * packer is not.
 */
function cancelFailureOf(error: unknown): Failure {
  const failure = failureOf(error);
  return failure.code === "E2008" ? { ...failure, code: "CANCEL_OPEN" } : failure;
}

/** The slice of cancelling: nothing asked. */
export const createUndoSlice: StateCreator<UndoSlice> = (set, get) => ({
  undo: { step: "none" },
  askUndo(purchase) {
    if (get().undo.step !== "cancelling") set({ undo: { step: "asking", purchase } });
  },
  async confirmUndo(onDone) {
    const { undo } = get();
    if (undo.step !== "asking" && undo.step !== "failed") return;
    const { purchase } = undo;
    set({ undo: { step: "cancelling", purchase } });
    try {
      await call(cancelShipment, { params: { shipmentID: purchase.shipmentID } });
      set({ undo: { step: "none" } });
      onDone(purchase);
    } catch (error) {
      set({ undo: { step: "failed", purchase, failure: cancelFailureOf(error) } });
    }
  },
  keepPurchase() {
    if (get().undo.step !== "cancelling") set({ undo: { step: "none" } });
  },
});
