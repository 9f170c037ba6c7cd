/**
 * Packing of the open order: its scanned pieces, its box, and this station's packing settings. Each
 * piece is counted by a call to the core, so that the count survives closing the order and a
 * restart.
 */
import type { StateCreator } from "zustand";
import { call } from "../../../lib/bridge.ts";
import { failureOf, type Failure } from "../../../lib/failure.ts";
import {
  getPackingSettings,
  tickItem,
  updatePackingSettings,
} from "../../../../core/fulfilment/packing/packing.api.ts";
import { learnBarcode } from "../../../../core/shipping/products/products.api.ts";
import type { PackingSettings } from "../../../../core/fulfilment/packing/packing.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { weighedNow, type ChosenBox, type Weighed } from "../parcel/box-measures.ts";
import type { PackSlice } from "../pack.slice.ts";

export type ItemsSlice = {
  /** This station's packing settings; null until first read. */
  readonly packing: PackingSettings | null;
  /** The box that the packer chose last. */
  readonly box: ChosenBox | null;
  /** The shipment that was weighed last at this station. */
  readonly weighed: Weighed | null;
  loadPacking(): Promise<void>;
  changePacking(change: Partial<PackingSettings>): Promise<Failure | null>;
  /**
   * Counts one piece of an item. @returns Why the piece was not counted; null when it was counted.
   */
  tick(shipmentID: string, itemID: string): Promise<Failure | null>;
  /**
   * Remembers a code as the barcode of an item's product, and reads the order again. @returns Why it
   * was not remembered; null when it was.
   */
  learnBarcode(shipmentID: string, itemID: string, barcode: string): Promise<Failure | null>;
  noteBox(box: ChosenBox): void;
  noteWeighed(shipment: Shipment): void;
};

/** Creates the slice, at first without settings, box and weighed shipment. */
export const createItemsSlice: StateCreator<ItemsSlice & PackSlice, [], [], ItemsSlice> = (
  set,
  get,
) => ({
  packing: null,
  box: null,
  weighed: null,
  async loadPacking() {
    set({ packing: await call(getPackingSettings).catch(() => get().packing) });
  },
  async changePacking(change) {
    try {
      set({ packing: await call(updatePackingSettings, { body: change }) });
      return null;
    } catch (error) {
      return failureOf(error);
    }
  },
  async tick(shipmentID, itemID) {
    try {
      const { ticks } = await call(tickItem, { params: { shipmentID }, body: { itemID } });
      get().dispatchPack({ type: "ticked", shipmentID, ticks });
      return null;
    } catch (error) {
      return failureOf(error);
    }
  },
  async learnBarcode(shipmentID, itemID, barcode) {
    try {
      await call(learnBarcode, { body: { shipmentID, itemID, barcode } });
      await get().refreshParcel(shipmentID);
      return null;
    } catch (error) {
      return failureOf(error);
    }
  },
  noteBox: (box) => set({ box }),
  noteWeighed: (shipment) => set({ weighed: weighedNow(shipment) }),
});
