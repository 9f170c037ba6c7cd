/** The orders that wait to be packed, as listed on the empty screen. */
import type { StateCreator } from "zustand";
import { call } from "../../../lib/bridge.ts";
import { listWaitingOrders } from "../../../../core/station/station.api.ts";
import type { WaitingOrder } from "../../../../core/station/station.schema.ts";
import type { HoldsSlice } from "../parcel/holds.slice.ts";
import { otherDeskOf, type SyncSlice } from "../../../store/sync.slice.ts";
import { numberCode } from "../pack.slice.ts";

export type WaitingSlice = {
  /** null until the orders were read once. */
  readonly waiting: {
    readonly total: number;
    readonly list: readonly WaitingOrder[];
    readonly held: readonly WaitingOrder[];
  } | null;
  /** The order that the packer marked with the arrow keys; null: none. See `markedOf`. */
  readonly markedID: string | null;
  loadWaiting(): Promise<void>;
  /** Marks the order above (-1) or below (1) the marked one; stops at the ends of the list. */
  markWaiting(by: 1 | -1): void;
};

/** Creates the slice with nothing read yet. */
export const createWaitingSlice: StateCreator<
  WaitingSlice & HoldsSlice & SyncSlice,
  [],
  [],
  WaitingSlice
> = (set, get) => ({
  waiting: null,
  markedID: null,
  async loadWaiting() {
    const waiting = await call(listWaitingOrders, { query: { limit: 50 } }).catch(() => null);
    if (waiting !== null) set({ waiting });
  },
  markWaiting(by) {
    const list = listedOf(get());
    const at = list.findIndex((order) => order.shipmentID === markedOf(get())?.shipmentID);
    const marked = list[Math.max(0, at + by)] ?? list.at(-1);
    set({ markedID: marked?.shipmentID ?? null });
  },
});

/** Returns the orders in the list: the waiting orders, or the orders on hold. */
export function listedOf({
  waiting,
  showsHeld,
}: Pick<WaitingSlice & HoldsSlice, "waiting" | "showsHeld">): readonly WaitingOrder[] {
  return (showsHeld ? waiting?.held : waiting?.list) ?? [];
}

/**
 * Returns the marked order. If no listed order is marked, returns the first order that is not open
 * at another station; if all are open elsewhere, the first order; null when the list is empty.
 */
export function markedOf(
  store: Pick<WaitingSlice & HoldsSlice & SyncSlice, "waiting" | "markedID" | "showsHeld" | "sync">,
): WaitingOrder | null {
  const list = listedOf(store);
  return (
    list.find((order) => order.shipmentID === store.markedID) ??
    list.find(({ shipmentID }) => otherDeskOf(store, shipmentID) === null) ??
    list[0] ??
    null
  );
}

/**
 * Returns the order to pack after this shipment: the first other waiting order that is not open at
 * another station; null: none.
 */
export function nextAfter(
  { waiting, sync }: Pick<WaitingSlice & SyncSlice, "waiting" | "sync">,
  shipmentID: string,
): WaitingOrder | null {
  return (
    waiting?.list.find(
      (order) =>
        order.shipmentID !== shipmentID && otherDeskOf({ sync }, order.shipmentID) === null,
    ) ?? null
  );
}

/** Returns the order's code as a person reads it: its order number, or its shipment number. */
export function codeOf(order: WaitingOrder): string {
  return order.orderNumber === "" ? String(order.shipmentNumber) : order.orderNumber;
}

/**
 * Returns the code that opens this shipment. A later box, or an order on hold, is opened by its
 * shipment number, because its order number may open another shipment.
 */
export function openingCodeOf(order: WaitingOrder): string {
  return order.boxNo > 1 || order.holdReason !== ""
    ? numberCode(order.shipmentNumber)
    : codeOf(order);
}
