/**
 * The money of the organization: its ledger, what labels cost, what carriers owe, and the day of
 * each packer.
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
