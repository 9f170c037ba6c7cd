/**
 * Money of the organization: its ledger, the cost of labels, what carriers owe, and the packers'
 * report.
 */
import { Wallet } from "lucide-react";
import type { Feature } from "../../store/feature.ts";
import { lazyScreen } from "../../ui/lazy-screen.ts";
import { createMoneySlice, type MoneySlice } from "./money.slice.ts";
import { useMoney } from "./use-money.ts";

export const money = {
  slice: createMoneySlice,
  bind: useMoney.bind,
  views: [
    {
      name: "money",
      title: "app.view.money",
      Icon: Wallet,
      Screen: lazyScreen(async () => (await import("./Money.tsx")).Money),
      keyLines: [{ rank: 0, key: "Enter", words: "money.keys.open" }],
    },
  ],
  refetchOn: [
    {
      topics: ["balance.changed", "shipment.changed"],
      read: () => useMoney.getState().refreshMoney(),
    },
  ],
} as const satisfies Feature<MoneySlice>;
