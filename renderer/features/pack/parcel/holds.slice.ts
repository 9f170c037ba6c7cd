/** Orders on hold, additional boxes, and the labels that this station bought today. */
import type { StateCreator } from "zustand";
import { call } from "../../../lib/bridge.ts";
import { failureOf, type Failure } from "../../../lib/failure.ts";
import {
  getDeskDay,
  holdOrder,
  releaseOrder,
} from "../../../../core/fulfilment/packing/packing.api.ts";
import type { DeskDay } from "../../../../core/fulfilment/packing/packing.schema.ts";
import { addBox } from "../../../../core/station/station.api.ts";
import type { OpenedOrder } from "../../../../core/station/station.schema.ts";

type Asked = {
  readonly shipmentID: string;
  readonly order: string;
  readonly busy: boolean;
  readonly failure: Failure | null;
};

export type HoldsSlice = {
  /** The order for which a hold reason is asked; null: none. */
  readonly hold: Asked | null;
  /** Whether the waiting list shows the orders on hold instead. */
  readonly showsHeld: boolean;
  /** Whether the panel of today's labels is open. */
  readonly todayShown: boolean;
  /** null until first read. */
  readonly today: DeskDay | null;
  askHold(shipmentID: string, order: string): void;
  dismissHold(): void;
  showHeld(shown: boolean): void;
  /** Puts the order of the open question on hold. @returns Whether the order is on hold now. */
  holdFor(reason: string): Promise<boolean>;
  /** Releases an order. @returns Why the order was not released; null when it was released. */
  release(shipmentID: string): Promise<Failure | null>;
  /** Adds a box to an order. @returns The new box, or why none was added. */
  addBoxTo(shipmentID: string): Promise<OpenedOrder | Failure>;
  showToday(shown: boolean): void;
  loadToday(): Promise<void>;
};

/** Creates the slice: no question, no panel. */
export const createHoldsSlice: StateCreator<HoldsSlice> = (set, get) => ({
  hold: null,
  showsHeld: false,
  todayShown: false,
  today: null,
  askHold: (shipmentID, order) => set({ hold: { shipmentID, order, busy: false, failure: null } }),
  dismissHold: () => set({ hold: null }),
  showHeld: (showsHeld) => set({ showsHeld }),
  async holdFor(reason) {
    const { hold } = get();
    if (hold === null || hold.busy) return false;
    const sent = { ...hold, busy: true, failure: null };
    set({ hold: sent });
    // The packer may close the question before the answer, and open it for another order.
    const show = (now: Asked | null): void =>
      get().hold === sent ? set({ hold: now }) : undefined;
    try {
      await call(holdOrder, { params: { shipmentID: hold.shipmentID }, body: { reason } });
      show(null);
      return true;
    } catch (error) {
      show({ ...hold, failure: failureOf(error) });
      return false;
    }
  },
  release: (shipmentID) =>
    call(releaseOrder, { params: { shipmentID } }).then(
      () => null,
      (error: unknown) => failureOf(error),
    ),
  addBoxTo: (shipmentID) =>
    call(addBox, { params: { shipmentID } }).catch((error: unknown) => failureOf(error)),
  showToday(todayShown) {
    set({ todayShown });
    if (todayShown) void get().loadToday();
  },
  async loadToday() {
    const today = await call(getDeskDay).catch(() => null);
    if (today !== null) set({ today });
  },
});
