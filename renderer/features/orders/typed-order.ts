/** Changes the typed order, and creates it. */
import { getShipmentDetail } from "../../../core/fulfilment/history/history.api.ts";
import type { BookAddress } from "../../../core/shipping/addresses/address-book.schema.ts";
import type { ShipmentListRow } from "../../../core/shipping/shipments/shipment-rows.schema.ts";
import { createOrder } from "../../../core/station/new-orders/new-orders.api.ts";
import { i18n } from "../../i18n/i18n.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf } from "../../lib/failure.ts";
import { runShared } from "../../store/commands.ts";
import { refuse } from "../../store/sounds.ts";
import { isWithoutLabel } from "../../../core/shipping/shipments/shipment-state.schema.ts";
import { draftOf } from "../../ui/address/address-draft.ts";
import { findOrder, replacementNumber } from "./find-customer.ts";
import { NEW_ORDER_VIEW, type NewOrderSlice } from "./new-order.slice.ts";
import {
  bodyOf,
  emptyOrder,
  isRight,
  replacing,
  wrongsOf,
  type OrderDraft,
} from "./order-draft.ts";
import { useOrders } from "./use-orders.ts";

/** Code: an order has the number already. */
const NUMBER_TAKEN = "E2164";

/** Code: the draft was created before, with other contents; its values name the shipment. */
const CREATED_BEFORE = "E2165";

/** The form before anything is typed. It is never sent, because it has no recipient. */
const BLANK = emptyOrder("");

/** Returns the typed order. */
export function useOrderDraft(): OrderDraft {
  return useOrders((store) => store.orderDraft) ?? BLANK;
}

/** Reads the typed order outside of components. */
export function orderDraft(): OrderDraft {
  return useOrders.getState().orderDraft ?? BLANK;
}

/** Changes fields of the typed order; the first change gives the order its draft id. */
export function changeOrder(change: Partial<OrderDraft>): void {
  const { orderDraft: before, newOrder, takenOrder, changeTyped } = useOrders.getState();
  const draft = before ?? emptyOrder(crypto.randomUUID());
  const isOther = change.number !== undefined && change.number !== draft.number;
  changeTyped({
    orderDraft: { ...draft, ...change, draftID: draft.draftID },
    newOrder: newOrder.step === "failed" ? { step: "typing" } : newOrder,
    takenOrder: isOther ? null : takenOrder,
  });
}

/** Empties the form. The next order gets another draft id. */
export function clearOrder(): void {
  useOrders
    .getState()
    .changeTyped({ orderDraft: null, newOrder: { step: "typing" }, takenOrder: null });
}

/** Looks for an order that has the typed number. */
export async function findTaken(): Promise<void> {
  const { number } = orderDraft();
  const takenOrder = await findOrder(number.trim()).catch(() => null);
  if (orderDraft().number === number) useOrders.getState().changeTyped({ takenOrder });
}

/** Opens the order that has the typed number. */
export function openTaken(): void {
  const { takenOrder } = useOrders.getState();
  if (takenOrder !== null) runShared("openNumber", takenOrder.number);
}

/** Returns the number of the shipment that the draft created before it was changed; null: none. */
export function createdBefore({ newOrder }: Pick<NewOrderSlice, "newOrder">): number | null {
  return newOrder.step === "failed" && newOrder.failure.code === CREATED_BEFORE
    ? Number(newOrder.failure.values?.["shipmentNumber"])
    : null;
}

/** Opens the order that the draft created before, and empties the form. */
export function openCreated(): void {
  const number = createdBefore(useOrders.getState());
  if (number === null) return;
  clearOrder();
  runShared("openNumber", number);
}

/**
 * Creates the typed order, and opens its offers unless another view was opened meanwhile. Does
 * nothing while the order is being created.
 *
 * @returns Whether nothing was wrong: false when a value is wrong or an order has the number.
 */
export function createTyped(): boolean {
  const { newOrder, takenOrder } = useOrders.getState();
  if (newOrder.step === "creating") return true;
  const draft = orderDraft();
  if (takenOrder !== null || !isRight(wrongsOf(draft))) {
    refuse();
    return false;
  }
  void send(draft);
  return true;
}

async function send(draft: OrderDraft): Promise<void> {
  const { changeTyped } = useOrders.getState();
  changeTyped({ newOrder: { step: "creating" } });
  try {
    const { shipmentNumber } = await call(createOrder, { body: bodyOf(draft) });
    clearOrder();
    if (useOrders.getState().view === NEW_ORDER_VIEW) runShared("openNumber", shipmentNumber);
  } catch (error) {
    const failure = failureOf(error);
    changeTyped({ newOrder: { step: "failed", failure } });
    if (failure.code === NUMBER_TAKEN) await findTaken();
  }
}

/** Takes the recipient from the address book. */
export function takePerson(person: BookAddress): void {
  changeOrder({ address: draftOf(person), recipientID: person.id });
}

/**
 * Takes recipient, items and parcel of an earlier order.
 *
 * @throws BridgeError
 */
export async function takeOrder({
  id,
  number,
  orderNumber,
  status,
}: ShipmentListRow): Promise<void> {
  const { shipment } = await call(getShipmentDetail, { params: { shipmentID: id } });
  // An order that was never sent is not replaced, but made once more.
  if (isWithoutLabel(status))
    return changeOrder(replacing(orderDraft(), shipment, { note: "", number: "" }));
  const replacement = await replacementNumber(orderNumber);
  const order = orderNumber === "" ? `#${number}` : orderNumber;
  changeOrder(
    replacing(orderDraft(), shipment, {
      note: i18n.t("orders.replacementNote", { order }),
      number: replacement,
    }),
  );
}
