/**
 * The order that is being typed. It stays while another view is open, also when a scan opens an
 * order meanwhile, and is lost when the window closes. The form itself, which is loaded later,
 * changes it (typed-order.ts).
 */
import type { StateCreator } from "zustand";
import type { ShipmentListRow } from "../../../core/shipping/shipments/shipment-rows.schema.ts";
import type { Failure } from "../../lib/failure.ts";
import { HOME_VIEW } from "../../store/navigation.slice.ts";
import type { SharedState } from "../../store/shared.ts";
import type { OrderDraft } from "./order-draft.ts";

/** The view of the form. */
export const NEW_ORDER_VIEW = "newOrder";

type Typed = {
  /** null until something is typed. */
  readonly orderDraft: OrderDraft | null;
  readonly newOrder:
    | { readonly step: "typing" | "creating" }
    | { readonly step: "failed"; readonly failure: Failure };
  /** The order that has the typed number already; null while none is known. */
  readonly takenOrder: ShipmentListRow | null;
};

export type NewOrderSlice = Typed & {
  /** Why the form was not opened; shown while the cause lasts. */
  readonly newOrderRefused: "asked" | "busy" | null;
  /** The view that Esc returns to. */
  readonly newOrderFrom: string;
  refuseNewOrder(why: "asked" | "busy" | null): void;
  openNewOrder(): void;
  changeTyped(change: Partial<Typed>): void;
};

/** Creates the slice with an empty form. */
export const createNewOrderSlice: StateCreator<
  SharedState & NewOrderSlice,
  [],
  [],
  NewOrderSlice
> = (set, get) => ({
  orderDraft: null,
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
  changeTyped: (change) => set(change),
});
