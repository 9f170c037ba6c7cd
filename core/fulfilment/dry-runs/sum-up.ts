/** Sums up a dry run. Pure. */
import { moneyText } from "../../base/money.ts";
import { dayNumberOf, turkishDay } from "../../base/turkish-day.ts";
import type { RuleRow } from "../../shipping/choosing/choosing.service.ts";
import type { DryRun } from "./dry-runs.schema.ts";
import type { PastCandidate, PricedAgain } from "./price-past.ts";

/** Most named shipments of each list. */
const MOST_NAMED = 100;

/** The sums of a dry run without the words of its rules. */
export type DryRunSums = Omit<DryRun, "from" | "to" | "inPeriod" | "rules"> & {
  /** Shipments by the place of the rule that decided; the last: no rule decided. */
  readonly byRule: readonly number[];
};

type Shipment = DryRun["notPriced"][number];
type Change = DryRun["changes"][number] & { readonly difference: number };
type Service = {
  name: string;
  bought: number;
  boughtTotal: number;
  byRules: number;
  byRulesTotal: number;
};
type Sum = { total: number; days: number };

/** Counts shipments one after the other. */
export type Summing = {
  readonly add: (shipment: Omit<Shipment, "why">, boughtAt: string, priced: PricedAgain) => void;
  readonly sums: () => DryRunSums;
};

/** Starts a sum. @param rules In their order. */
export function startSum(rules: readonly RuleRow[]): Summing {
  const byRule = Array.from({ length: rules.length + 1 }, () => 0);
  const places = new Map(rules.map(({ id }, i) => [id, i]));
  const services = new Map<string, Service>();
  const [bought, byRules]: [Sum, Sum] = [
    { total: 0, days: 0 },
    { total: 0, days: 0 },
  ];
  const notPriced: Shipment[] = [];
  let changes: Change[] = [];
  const counts = { shipments: 0, changed: 0, excluded: 0, unpriced: 0 };
  return {
    add(shipment, boughtAt, priced) {
      const today = dayNumberOf(turkishDay(boughtAt));
      counts.shipments += 1;
      addTo(bought, priced.bought, today);
      addTo(byRules, priced.chosen, today);
      countServices(services, priced);
      if (priced.why !== undefined) {
        counts.unpriced += 1;
        if (notPriced.length < MOST_NAMED) notPriced.push({ ...shipment, why: priced.why });
        return;
      }
      if (priced.isExcluded) counts.excluded += 1;
      const place = priced.rule === undefined ? rules.length : (places.get(priced.rule.id) ?? 0);
      byRule[place] = (byRule[place] ?? 0) + 1;
      if (priced.chosen === priced.bought) return;
      counts.changed += 1;
      changes.push(changeOf(shipment, priced));
      if (changes.length > 2 * MOST_NAMED) changes = largest(changes);
    },
    sums: () => ({
      ...counts,
      bought: present(bought, counts.shipments),
      byRules: present(byRules, counts.shipments),
      services: [...services].map(([providerServiceCode, one]) => ({
        providerServiceCode,
        name: one.name,
        bought: one.bought,
        boughtTotal: moneyText(one.boughtTotal),
        byRules: one.byRules,
        byRulesTotal: moneyText(one.byRulesTotal),
      })),
      changes: largest(changes).map(({ difference: _, ...change }) => change),
      notPriced,
      byRule,
    }),
  };
}

function addTo(sum: Sum, { cost, promisedOn }: PastCandidate, today: number): void {
  sum.total += cost;
  sum.days += Math.max(0, dayNumberOf(promisedOn) - today);
}

function present({ total, days }: Sum, shipments: number): DryRun["bought"] {
  const averageDays = shipments === 0 ? 0 : Math.round((100 * days) / shipments) / 100;
  return { shipments, total: moneyText(total), averageDays };
}

function countServices(services: Map<string, Service>, { bought, chosen }: PricedAgain): void {
  const was = serviceOf(services, bought);
  was.bought += 1;
  was.boughtTotal += bought.cost;
  const now = serviceOf(services, chosen);
  now.byRules += 1;
  now.byRulesTotal += chosen.cost;
}

function serviceOf(
  services: Map<string, Service>,
  { providerServiceCode, serviceName }: PastCandidate,
): Service {
  const known = services.get(providerServiceCode);
  if (known !== undefined) return known;
  const fresh = { name: serviceName, bought: 0, boughtTotal: 0, byRules: 0, byRulesTotal: 0 };
  services.set(providerServiceCode, fresh);
  return fresh;
}

function changeOf(shipment: Omit<Shipment, "why">, { bought, chosen }: PricedAgain): Change {
  return {
    ...shipment,
    bought: bought.serviceName,
    boughtAmount: moneyText(bought.cost),
    byRules: chosen.serviceName,
    byRulesAmount: moneyText(chosen.cost),
    difference: Math.abs(bought.cost - chosen.cost),
  };
}

function largest(changes: readonly Change[]): Change[] {
  return changes
    .toSorted((a, b) => b.difference - a.difference || b.shipmentNumber - a.shipmentNumber)
    .slice(0, MOST_NAMED);
}
