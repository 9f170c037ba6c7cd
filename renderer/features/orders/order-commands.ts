/** Commands of the form of a new order. */
import { getShipmentDetail } from "../../../core/fulfilment/history/history.api.ts";
import type { BookAddress } from "../../../core/shipping/addresses/address-book.schema.ts";
import type { ShipmentListRow } from "../../../core/shipping/shipments/shipment-rows.schema.ts";
import { i18n } from "../../i18n/i18n.ts";
import { call } from "../../lib/bridge.ts";
import { runShared } from "../../store/commands.ts";
import { HOME_VIEW, SHIPMENTS_VIEW } from "../../store/navigation.slice.ts";
import { refuse } from "../../store/sounds.ts";
import { draftOf } from "../../ui/address/address-draft.ts";
import { closeSuggestions } from "../../ui/address/open-suggestions.ts";
import { replacementNumber } from "./find-customer.ts";
import { isRight, replacing, wrongsOf } from "./order-draft.ts";
import { useOrders } from "./use-orders.ts";

/** Views in which an open question is shown. */
const ASKING_VIEWS: ReadonlySet<string> = new Set([HOME_VIEW, SHIPMENTS_VIEW]);

/**
 * Opens the form. Refused, with the reason in view, while a question waits for its answer and while
 * a step of Pack runs.
 */
export function openNewOrder(): void {
  const store = useOrders.getState();
  store.showPalette(false);
  const isAsked = store.asked !== null && ASKING_VIEWS.has(store.view);
  if (!isAsked && store.openOrder.is !== "busy") return store.openNewOrder();
  refuse();
  store.refuseNewOrder(isAsked ? "asked" : "busy");
}

/** Handles Esc: closes a list of suggestions, or returns to the view before; the text stays. */
export function stepBack(): boolean {
  const { newOrderFrom, showView } = useOrders.getState();
  if (!closeSuggestions()) showView(newOrderFrom);
  return true;
}

/** Opens the order that has the typed number. */
export function openTaken(): void {
  const { takenOrder } = useOrders.getState();
  if (takenOrder !== null) runShared("openNumber", takenOrder.number);
}

/**
 * Creates the typed order.
 *
 * @returns Whether it was sent: false while a value is wrong or an order has the number.
 */
export function createTyped(): boolean {
  const { orderDraft, takenOrder, createTyped: create } = useOrders.getState();
  if (takenOrder !== null || !isRight(wrongsOf(orderDraft))) {
    refuse();
    return false;
  }
  void create();
  return true;
}

/** Takes the recipient from the address book. */
export function takePerson(person: BookAddress): void {
  useOrders.getState().changeOrder({ address: draftOf(person), recipientID: person.id });
}

/**
 * Takes recipient, items and parcel of an earlier order.
 *
 * @throws BridgeError
 */
export async function takeOrder({ id, number, orderNumber }: ShipmentListRow): Promise<void> {
  const { shipment } = await call(getShipmentDetail, { params: { shipmentID: id } });
  const replacement = await replacementNumber(orderNumber);
  const { orderDraft, changeOrder } = useOrders.getState();
  const order = orderNumber === "" ? `#${number}` : orderNumber;
  changeOrder(
    replacing(orderDraft, shipment, {
      note: i18n.t("orders.replacementNote", { order }),
      number: replacement,
    }),
  );
}
