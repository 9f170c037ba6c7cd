/** Plan of buying the selected orders and its price, shown in the question before buying. Pure. */
import { minor, moneyText, parseMoney } from "../../../core/base/money.ts";
import type { RuleWords } from "../../../core/shipping/offers/chosen-rule.schema.ts";
import type { LeftOut, PlannedPurchase } from "../../../core/station/station.schema.ts";
import { sumOf } from "./run-bulk.ts";

/** BALANCE: the balance does not suffice for this order. */
type WhyLeftOut = LeftOut["why"] | "BALANCE";

export type BuyPlan = {
  readonly purchases: readonly PlannedPurchase[];
  /** Money texts. `balanceAfter`: the spendable balance after the purchases. */
  readonly total: string;
  readonly balanceAfter: string;
  /** How many of the prices are made up. */
  readonly samples: number;
  /** The service with the most labels first. */
  readonly services: readonly {
    readonly name: string;
    /** Marketplace whose balance pays; "" when none does. */
    readonly paidAt: string;
    readonly count: number;
    readonly total: string;
  }[];
  /** The rules that chose, with the most labels first. */
  readonly rules: readonly { readonly words: RuleWords; readonly count: number }[];
  /** How many orders are left out, by cause; the most frequent first. */
  readonly leftOut: readonly { readonly why: WhyLeftOut; readonly count: number }[];
};

const minorOf = (text: string): number => parseMoney(text) ?? 0;

/**
 * Plans the purchases and their price.
 *
 * @param found Purchases that the station would make, in order.
 * @param available Spendable balance, money text. Orders beyond the balance are left out.
 */
export function buyPlanOf(
  found: readonly PlannedPurchase[],
  leftOut: readonly LeftOut[],
  available: string,
): BuyPlan {
  let rest = minorOf(available);
  const purchases: PlannedPurchase[] = [];
  const reasons: WhyLeftOut[] = leftOut.map(({ why }) => why);
  for (const purchase of found) {
    const price = purchase.isFromBalance ? minorOf(purchase.amount) : 0;
    if (price > rest) {
      reasons.push("BALANCE");
      continue;
    }
    rest -= price;
    purchases.push(purchase);
  }
  return {
    purchases,
    total: sumOf(purchases),
    balanceAfter: moneyText(minor(rest)),
    samples: purchases.filter(({ isSample }) => isSample).length,
    services: groups(
      purchases,
      ({ serviceName, paidAt }) => `${serviceName}\n${paidAt}` as const,
    ).map(([, some]) => ({
      name: some[0]?.serviceName ?? "",
      paidAt: some[0]?.paidAt ?? "",
      count: some.length,
      total: sumOf(some),
    })),
    rules: groups(purchases, ({ rule }) => rule?.en ?? "").flatMap(([, some]) => {
      const words = some[0]?.rule ?? null;
      return words === null ? [] : [{ words, count: some.length }];
    }),
    leftOut: groups(reasons, (why) => why).map(([why, some]) => ({ why, count: some.length })),
  };
}

function groups<T, K extends string>(all: readonly T[], keyOf: (one: T) => K): [K, T[]][] {
  const found = new Map<K, T[]>();
  for (const one of all) found.set(keyOf(one), [...(found.get(keyOf(one)) ?? []), one]);
  return [...found].toSorted(([, a], [, b]) => b.length - a.length);
}
