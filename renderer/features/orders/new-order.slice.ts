/**
 * The order that is being typed. It stays while another view is open, also when a scan opens an
 * order meanwhile, and is lost when the window closes.
 */
import type { StateCreator } from "zustand";
import type { ShipmentListRow } from "../../../core/shipping/shipments/shipment-rows.schema.ts";
import { createOrder } from "../../../core/station/new-orders/new-orders.api.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import { runShared } from "../../store/commands.ts";
import { HOME_VIEW } from "../../store/navigation.slice.ts";
import type { SharedState } from "../../store/shared.ts";
import { findOrder } from "./find-customer.ts";
import { bodyOf, emptyOrder, type OrderDraft } from "./order-draft.ts";

/** The view of the form. */
export const NEW_ORDER_VIEW = "newOrder";

/** Code: an order has the number already. */
const NUMBER_TAKEN = "E2164";

export type NewOrderSlice = {
  readonly orderDraft: OrderDraft;
  readonly newOrder:
    | { readonly step: "typing" | "creating" }
    | { readonly step: "failed"; readonly failure: Failure };
  /** The order that has the typed number already; null while none is known. */
  readonly takenOrder: ShipmentListRow | null;
  /** Why the form was not opened; shown while the cause lasts. */
  readonly newOrderRefused: "asked" | "busy" | null;
  /** The view that Esc returns to. */
  readonly newOrderFrom: string;
  refuseNewOrder(why: "asked" | "busy" | null): void;
  openNewOrder(): void;
  changeOrder(change: Partial<OrderDraft>): void;
  clearOrder(): void;
  /** Looks for an order with the typed number. */
  findTaken(): Promise<void>;
  /**
   * Creates the order and opens its offers, unless another view was opened meanwhile. Does nothing
   * while the order is being created.
   */
  createTyped(): Promise<void>;
};

type State = SharedState & NewOrderSlice;

/** Creates the slice with an empty form. */
export const createNewOrderSlice: StateCreator<State, [], [], NewOrderSlice> = (set, get) => ({
  orderDraft: emptyOrder(crypto.randomUUID()),
  newOrder: { step: "typing" },
  takenOrder: null,
  newOrderRefused: null,
  newOrderFrom: HOME_VIEW,
  refuseNewOrder: (newOrderRefused) => set({ newOrderRefused }),
  openNewOrder() {
    const { view, showView } = get();
    set({
      newOrderRefused: null,
      ...(view === NEW_ORDER_VIEW ? {} : { newOrderFrom: view }),
    });
    showView(NEW_ORDER_VIEW);
  },
  changeOrder(change) {
    const { orderDraft, newOrder, takenOrder } = get();
    const isOther = change.number !== undefined && change.number !== orderDraft.number;
    set({
      orderDraft: { ...orderDraft, ...change },
      newOrder: newOrder.step === "failed" ? { step: "typing" } : newOrder,
      takenOrder: isOther ? null : takenOrder,
    });
  },
  clearOrder: () =>
    set({
      orderDraft: emptyOrder(crypto.randomUUID()),
      newOrder: { step: "typing" },
      takenOrder: null,
    }),
  async findTaken() {
    const { number } = get().orderDraft;
    const takenOrder = await findOrder(number.trim()).catch(() => null);
    if (get().orderDraft.number === number) set({ takenOrder });
  },
  async createTyped() {
    const { newOrder, orderDraft } = get();
    if (newOrder.step === "creating") return;
    set({ newOrder: { step: "creating" } });
    try {
      const { shipmentNumber } = await call(createOrder, { body: bodyOf(orderDraft) });
      get().clearOrder();
      if (get().view === NEW_ORDER_VIEW) runShared("openNumber", shipmentNumber);
    } catch (error) {
      const failure = failureOf(error);
      set({ newOrder: { step: "failed", failure } });
      if (failure.code === NUMBER_TAKEN) await get().findTaken();
    }
  },
});
