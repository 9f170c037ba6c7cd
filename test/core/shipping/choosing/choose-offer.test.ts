import { describe, expect, it } from "vitest";
import {
  chooseOffer,
  lastDayWithin,
  type Candidate,
  type OrderFacts,
} from "../../../../core/shipping/choosing/choose-offer.ts";
import type {
  RuleAction,
  RuleConditions,
  RuleTarget,
} from "../../../../core/shipping/choosing/choosing.schema.ts";
import type { RuleRow } from "../../../../core/shipping/choosing/choosing.store.ts";
import { loadCalendar } from "../../../../core/shipping/geo/turkish-calendar.ts";
import { RESOURCES } from "../../../helpers/folders.ts";

const calendar = loadCalendar(RESOURCES);

const offer = (
  id: string,
  cost: number,
  promisedOn: string,
  change: Partial<Candidate> = {},
): Candidate => ({
  id,
  providerCode: id.toUpperCase(),
  providerServiceCode: `${id.toUpperCase()}_STANDART`,
  providerAccountID: null,
  cost,
  estimatedHours: 24,
  promisedOn,
  ...change,
});
// Wednesday; the offers arrive on Friday, Thursday and today.
const TODAY = "2026-11-25";
const ptt = offer("ptt", 8_000, "2026-11-27");
const aras = offer("aras", 9_000, "2026-11-26");
const hepsi = offer("hepsi", 14_000, TODAY);
const OFFERS = [hepsi, aras, ptt];

const order = (change: Partial<OrderFacts> = {}): OrderFacts => ({
  countryCode: "TR",
  cityCode: "34",
  desi: 3,
  kg: 2.5,
  source: "Trendyol",
  merchant: "",
  cashOnDelivery: null,
  today: TODAY,
  ...change,
});
const rule = (action: RuleAction, conditions: RuleConditions = {}): RuleRow => ({
  id: JSON.stringify([action, conditions]),
  createdAt: "",
  updatedAt: "",
  organizationID: "",
  conditions,
  action,
  buyUpToMinor: null,
  position: 0,
});
const cheapest = rule({ choose: "cheapest" });
const carrier = (code: string) => ({ kind: "carrier", code }) as const;
const never = (code: string, conditions: RuleConditions = {}) =>
  rule({ choose: "never", target: carrier(code) }, conditions);

const chosen = (
  rules: readonly RuleRow[],
  facts = order(),
  offers: readonly Candidate[] = OFFERS,
) => {
  const choice = chooseOffer(calendar, rules, facts, offers);
  return [choice.chosen?.id, choice.rule === undefined ? "none" : rules.indexOf(choice.rule)];
};

describe("choosing an offer by rules", () => {
  it("without a rule that decides, the cheapest offer is chosen", () => {
    expect([chosen([]), chosen([rule({ choose: "fastest" }, { cashOnDelivery: "any" })])]).toEqual([
      ["ptt", "none"],
      ["ptt", "none"],
    ]);
  });

  it("the fastest is the cheapest of those that arrive on the first day", () => {
    const alike = [...OFFERS, offer("taxi", 12_000, TODAY, { estimatedHours: 8 })];
    expect([
      chosen([rule({ choose: "fastest" })]),
      chosen([rule({ choose: "fastest" })], order(), alike),
    ]).toEqual([
      ["hepsi", 0],
      ["taxi", 0],
    ]);
  });

  it("a rule that finds no offer leaves the choice to the next", () => {
    const within = (days: number) => rule({ choose: "cheapestWithin", days });
    expect([0, 1, 2].map((days) => chosen([within(days), cheapest]))).toEqual([
      ["hepsi", 0],
      ["aras", 0],
      ["ptt", 0],
    ]);
    expect(chosen([within(0), cheapest], order(), [aras, ptt])).toEqual(["ptt", 1]);
  });

  it("business days end before the next business day: on a Friday, one day reaches to Monday, and a weekend and a holiday count for none", () => {
    expect([
      lastDayWithin(calendar, "2026-11-27", 0),
      lastDayWithin(calendar, "2026-11-27", 1),
      lastDayWithin(calendar, "2026-11-28", 1),
      // 29 October is a holiday on a Thursday, after half a day that counts.
      lastDayWithin(calendar, "2026-10-28", 1),
      lastDayWithin(calendar, "2026-10-27", 1),
    ]).toEqual(["2026-11-29", "2026-11-30", "2026-11-30", "2026-11-01", "2026-10-29"]);
  });

  it("a preferred carrier is chosen up to its percent above the cheapest, and no kuruş above", () => {
    const prefer = (percent: number | null, offers: readonly Candidate[] = OFFERS) =>
      chosen([rule({ choose: "prefer", target: carrier("ARAS"), percent })], order(), offers);
    expect([
      prefer(12.5),
      prefer(12.49),
      prefer(null),
      prefer(0),
      prefer(12.5, [ptt, { ...aras, cost: 9_001 }]),
    ]).toEqual([
      ["aras", 0],
      ["ptt", "none"],
      ["aras", 0],
      ["ptt", "none"],
      ["ptt", "none"],
    ]);
  });

  it("a rule that says never applies before the others in the list, also against a preference", () => {
    const prefer = rule({ choose: "prefer", target: carrier("PTT"), percent: null });
    expect([chosen([cheapest, never("PTT")]), chosen([prefer, cheapest, never("PTT")])]).toEqual([
      ["aras", 0],
      ["aras", 1],
    ]);
  });

  it("when rules exclude every offer, none is chosen, and each offer names the rule that excludes it", () => {
    const rules = OFFERS.map(({ providerCode }) => never(providerCode));
    const choice = chooseOffer(calendar, [cheapest, ...rules], order(), OFFERS);
    expect([
      choice.chosen,
      choice.rule,
      [...choice.excluded].map(([id, by]) => [id, rules.indexOf(by)]),
    ]).toEqual([
      undefined,
      undefined,
      [
        ["hepsi", 0],
        ["aras", 1],
        ["ptt", 2],
      ],
    ]);
  });

  it("a target is a carrier, a service or an account", () => {
    const own = offer("own", 20_000, TODAY, { providerCode: "PTT", providerAccountID: "a1" });
    const prefer = (target: RuleTarget) =>
      chosen([rule({ choose: "prefer", target, percent: null })], order(), [...OFFERS, own]);
    expect([
      prefer({ kind: "service", code: "HEPSI_STANDART" }),
      prefer({ kind: "account", id: "a1" }),
    ]).toEqual([
      ["hepsi", 0],
      ["own", 0],
    ]);
  });

  it.each<[string, RuleConditions, Partial<OrderFacts>, Partial<OrderFacts>]>([
    ["province", { provinces: ["06", "34"] }, {}, { cityCode: "35" }],
    ["province of Turkey only", { provinces: ["34"] }, {}, { countryCode: "DE" }],
    ["desi above", { desiOver: 2.99 }, {}, { desi: 2.99 }],
    ["desi up to", { desiUpTo: 3 }, {}, { desi: 3.01 }],
    ["kg above", { kgOver: 2 }, {}, { kg: 2 }],
    ["kg up to, of a known weight", { kgUpTo: 2.5 }, {}, { kg: 0 }],
    ["source in any case", { sources: ["TRENDYOL"] }, {}, { source: "N11" }],
    ["merchant", { merchants: ["Şık"] }, { merchant: "ŞIK" }, { merchant: "sik2" }],
    ["cash on delivery of any kind", { cashOnDelivery: "any" }, { cashOnDelivery: "card" }, {}],
    ["no cash on delivery", { cashOnDelivery: "none" }, {}, { cashOnDelivery: "cash" }],
    [
      "cash on delivery by card",
      { cashOnDelivery: "card" },
      { cashOnDelivery: "card" },
      { cashOnDelivery: "cash" },
    ],
  ])("a condition fits or not: %s", (_, conditions, fitting, other) => {
    const rules = [rule({ choose: "fastest" }, conditions)];
    expect([chosen(rules, order(fitting))[1], chosen(rules, order(other))[1]]).toEqual([0, "none"]);
  });
});
