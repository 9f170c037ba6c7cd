/**
 * Corrects the recipient of the order that is open in the home view, in a panel over its offers.
 */
import type { StateCreator } from "zustand";
import { getShipment } from "../../../core/shipping/shipments/shipments.api.ts";
import { correctRecipient } from "../../../core/shipping/shipments/shipments-station.api.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import type { SharedState } from "../../store/shared.ts";
import type { bodyOf } from "../../ui/address/address-draft.ts";

type Correcting =
  | { readonly step: "none" }
  | {
      readonly step: "open" | "saving";
      readonly shipmentID: string;
      readonly address: Shipment["recipientAddress"];
    }
  | {
      readonly step: "failed";
      readonly shipmentID: string;
      readonly address: Shipment["recipientAddress"] | null;
      readonly failure: Failure;
    };

export type RecipientSlice = {
  readonly correcting: Correcting;
  /**
   * Opens the panel for the open order; does nothing if no order is open, the order is busy, or the
   * panel is open already.
   */
  openRecipient(): Promise<void>;
  saveRecipient(body: ReturnType<typeof bodyOf>): Promise<void>;
  closeRecipient(): void;
};

/** Creates the slice with the panel closed. */
export const createRecipientSlice: StateCreator<
  SharedState & RecipientSlice,
  [],
  [],
  RecipientSlice
> = (set, get) => ({
  correcting: { step: "none" },
  async openRecipient() {
    const { shipmentID, is } = get().openOrder;
    if (shipmentID === null || is === "busy" || get().correcting.step !== "none") return;
    try {
      const shipment = await call(getShipment, { params: { shipmentID } });
      if (get().openOrder.shipmentID === shipmentID)
        set({ correcting: { step: "open", shipmentID, address: shipment.recipientAddress } });
    } catch (error) {
      set({ correcting: { step: "failed", shipmentID, address: null, failure: failureOf(error) } });
    }
  },
  async saveRecipient(body) {
    const { correcting } = get();
    if (correcting.step !== "open" && correcting.step !== "failed") return;
    const { shipmentID, address } = correcting;
    if (address === null) return;
    set({ correcting: { step: "saving", shipmentID, address } });
    try {
      await call(correctRecipient, { params: { shipmentID }, body });
      set({ correcting: { step: "none" } });
    } catch (error) {
      set({ correcting: { step: "failed", shipmentID, address, failure: failureOf(error) } });
    }
  },
  closeRecipient: () => set({ correcting: { step: "none" } }),
});
