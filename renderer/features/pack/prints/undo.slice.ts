/**
 * Undoes a purchase: cancels the label and refunds its price. F8 asks first, because the label may
 * already be on a parcel; only the answer F10 cancels the label.
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
  /**
   * Cancels the label that the question is about.
   *
   * @param onDone Called with the purchase after it was cancelled; not called after a failure.
   */
  confirmUndo(onDone: (cancelled: Bought) => void): Promise<void>;
  keepPurchase(): void;
};

/**
 * Converts an error of a cancellation: a purchase and a cancellation share the code for "outcome
 * not known yet", but need different words for the packer.
 */
function cancelFailureOf(error: unknown): Failure {
  const failure = failureOf(error);
  return failure.code === "E2008" ? { ...failure, code: "CANCEL_OPEN" } : failure;
}

/** Creates the slice without a question. */
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
