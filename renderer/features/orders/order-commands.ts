/** Opens and leaves the form of a new order. */
import { HOME_VIEW, SHIPMENTS_VIEW } from "../../store/navigation.slice.ts";
import { refuse } from "../../store/sounds.ts";
import { closeSuggestions } from "../../ui/address/open-suggestions.ts";
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
