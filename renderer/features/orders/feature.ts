/**
 * Orders that a person types: a telephone order, or the replacement of an earlier order. Ctrl+N
 * opens the form from everywhere.
 */
import { Package } from "lucide-react";
import type { Feature } from "../../store/feature.ts";
import { lazyScreen } from "../../ui/lazy-screen.ts";
import { createNewOrderSlice, NEW_ORDER_VIEW, type NewOrderSlice } from "./new-order.slice.ts";
import { NewOrderWay } from "./NewOrderWay.tsx";
import { openNewOrder, stepBack } from "./order-commands.ts";
import { useOrders } from "./use-orders.ts";

/** Goes to a part of the form; its code is loaded with the form. */
const goTo = (part: "goToFind" | "goToItems" | "goToCash") => () =>
  void import("./form-fields.ts").then((fields) => fields[part]());

export const orders = {
  slice: createNewOrderSlice,
  bind: useOrders.bind,
  slots: { emptyHome: [NewOrderWay] },
  views: [
    {
      name: NEW_ORDER_VIEW,
      title: "app.view.newOrder",
      Icon: Package,
      Screen: lazyScreen(async () => (await import("./NewOrder.tsx")).NewOrder),
      offRail: true,
      opener: {
        key: "Ctrl+N",
        words: "keys.newOrder",
        alsoFoundBy: "keys.newOrderAlso",
        run: openNewOrder,
      },
      commands: [
        { name: "orderFind", key: "F2", run: goTo("goToFind") },
        { name: "orderItems", key: "F3", run: goTo("goToItems") },
        { name: "orderCash", key: "F4", run: goTo("goToCash") },
      ],
      keyLines: [
        { rank: 0, key: "Enter", words: "orders.keys.next" },
        { rank: 1, key: "Ctrl+Enter", words: "orders.keys.create" },
        { rank: 2, key: "F2", words: "orders.keys.find" },
        { rank: 3, key: "F3", words: "orders.keys.items" },
        { rank: 4, key: "F4", words: "orders.keys.cash" },
      ],
      back: stepBack,
    },
  ],
} as const satisfies Feature<NewOrderSlice>;
