/**
 * Chooses an offer by rules. Pure: the same rules, order and offers give the same choice at every
 * station, in Pack, in the purchase of many orders, for programs and in a dry run.
 */
import { fold } from "../../base/text.ts";
import { dayNumberOf, dayText } from "../../base/turkish-day.ts";
import { weekdayOf, type TurkishCalendar } from "../geo/turkish-calendar.ts";
import type { RuleConditions, RuleTarget } from "./choosing.schema.ts";
import type { RuleRow } from "./choosing.store.ts";

/** Facts of an order on which rules depend. */
export type OrderFacts = {
  readonly countryCode: string;
  readonly cityCode: string;
  /** Desi of the parcel's size. */
  readonly desi: number;
  /** 0 when unknown. */
  readonly kg: number;
  readonly source: string;
  readonly merchant: string;
  readonly cashOnDelivery: "cash" | "card" | null;
  /** Turkish day on which the offers were made. */
  readonly today: string;
};

/** An offer without its appointments, since no rule chooses a day. */
export type Candidate = {
  readonly id: string;
  readonly providerCode: string;
  readonly providerServiceCode: string;
  readonly providerAccountID: string | null;
  /** Price with taxes, minor units, also when the recipient pays it. */
  readonly cost: number;
  readonly estimatedHours: number;
  /** Turkish day of the promised delivery. */
  readonly promisedOn: string;
};

/**
 * The choice. `chosen`: undefined when there is no offer, or when rules exclude all. `rule`:
 * undefined when no rule decided, so that the cheapest offer is chosen. `excluded`: the rule that
 * excludes each offer, by its id.
 */
export type Chosen<Offer extends Candidate = Candidate> = {
  readonly chosen: Offer | undefined;
  readonly rule: RuleRow | undefined;
  readonly excluded: ReadonlyMap<string, RuleRow>;
};

type Holidays = Pick<TurkishCalendar, "isHolidayNumber">;

/**
 * Chooses one of the offers. Rules that say never apply before all others; of the other rules,
 * the first that fits the order and finds an offer decides.
 *
 * @param rules In their order.
 */
export function chooseOffer<Offer extends Candidate>(
  calendar: Holidays,
  rules: readonly RuleRow[],
  order: OrderFacts,
  offers: readonly Offer[],
): Chosen<Offer> {
  const fitting = rules.filter(({ conditions }) => fits(conditions, order));
  const excluded = new Map<string, RuleRow>();
  for (const rule of fitting) {
    const { action } = rule;
    if (action.choose !== "never") continue;
    for (const offer of offers)
      if (!excluded.has(offer.id) && isTarget(action.target, offer)) excluded.set(offer.id, rule);
  }
  const allowed = offers.filter(({ id }) => !excluded.has(id)).sort(byCost);
  for (const rule of fitting) {
    const chosen = chosenBy(calendar, rule, order, allowed);
    if (chosen !== undefined) return { chosen, rule, excluded };
  }
  return { chosen: allowed[0], rule: undefined, excluded };
}

/** Sorts as the published list of offers: by price, then by duration; ties by id. */
function byCost(a: Candidate, b: Candidate): number {
  return a.cost - b.cost || a.estimatedHours - b.estimatedHours || (a.id < b.id ? -1 : 1);
}

/** @param offers Cheapest first. */
function chosenBy<Offer extends Candidate>(
  calendar: Holidays,
  { action }: RuleRow,
  { today }: OrderFacts,
  offers: readonly Offer[],
): Offer | undefined {
  switch (action.choose) {
    case "never":
    case "ask":
      return undefined;
    case "cheapest":
      return offers[0];
    case "fastest":
      return fastestOf(offers);
    case "cheapestWithin": {
      const last = lastDayWithin(calendar, today, action.days);
      return offers.find(({ promisedOn }) => promisedOn <= last);
    }
    case "prefer":
      return preferredOf(action, offers);
  }
}

/** Finds the cheapest of the offers that arrive on the first day. @param offers Cheapest first. */
function fastestOf<Offer extends Candidate>(offers: readonly Offer[]): Offer | undefined {
  let fastest: Offer | undefined;
  for (const offer of offers)
    if (fastest === undefined || offer.promisedOn < fastest.promisedOn) fastest = offer;
  return fastest;
}

/** @param offers Cheapest first. */
function preferredOf<Offer extends Candidate>(
  { target, percent }: { readonly target: RuleTarget; readonly percent: number | null },
  offers: readonly Offer[],
): Offer | undefined {
  const [cheapest] = offers;
  const preferred = offers.find((offer) => isTarget(target, offer));
  if (cheapest === undefined || preferred === undefined || percent === null) return preferred;
  // Whole hundredths of a percent, so that no rounding of a fraction decides.
  const isWithin = preferred.cost * 10_000 <= cheapest.cost * (10_000 + Math.round(percent * 100));
  return isWithin ? preferred : undefined;
}

function isTarget(target: RuleTarget, offer: Candidate): boolean {
  switch (target.kind) {
    case "carrier":
      return offer.providerCode === target.code;
    case "service":
      return offer.providerServiceCode === target.code;
    case "account":
      return offer.providerAccountID === target.id;
  }
}

/** Returns whether a rule is tried for an order. */
export function fits(
  { provinces, desiOver, desiUpTo, kgOver, kgUpTo, ...conditions }: RuleConditions,
  order: Omit<OrderFacts, "today">,
): boolean {
  if (provinces !== undefined)
    if (order.countryCode !== "TR" || !provinces.includes(order.cityCode)) return false;
  return (
    isWithin(order.desi, desiOver, desiUpTo) &&
    isWithin(order.kg, kgOver, kgUpTo) &&
    isNamed(conditions.sources, order.source) &&
    isNamed(conditions.merchants, order.merchant) &&
    collects(conditions.cashOnDelivery, order.cashOnDelivery)
  );
}

/** @param value 0 when unknown: a rule with a limit does not fit an order without the measure. */
function isWithin(value: number, over: number | undefined, upTo: number | undefined): boolean {
  if (over === undefined && upTo === undefined) return true;
  return value > (over ?? 0) && value <= (upTo ?? Infinity);
}

function isNamed(names: readonly string[] | undefined, name: string): boolean {
  return names === undefined || names.some((one) => fold(one) === fold(name));
}

function collects(
  wanted: RuleConditions["cashOnDelivery"],
  by: OrderFacts["cashOnDelivery"],
): boolean {
  if (wanted === undefined) return true;
  return wanted === "any" ? by !== null : wanted === (by ?? "none");
}

const lastDays = new WeakMap<Holidays, Map<string, string>>();

/**
 * Finds the last day that is within a number of business days. Days without business follow the
 * business day before them, so that a delivery on Saturday is not later than one on Monday.
 *
 * @param today A Turkish day.
 * @returns A Turkish day.
 */
export function lastDayWithin(calendar: Holidays, today: string, days: number): string {
  const known = lastDays.get(calendar) ?? new Map<string, string>();
  lastDays.set(calendar, known);
  const key = `${today} ${days}`;
  let last = known.get(key);
  if (last === undefined) {
    let day = dayNumberOf(today);
    for (let left = days; left > 0 || !isBusinessDay(calendar, day + 1); day += 1)
      if (isBusinessDay(calendar, day + 1)) left -= 1;
    last = dayText(day);
    if (known.size > 1_000) known.clear();
    known.set(key, last);
  }
  return last;
}

function isBusinessDay({ isHolidayNumber }: Holidays, dayNumber: number): boolean {
  const weekday = weekdayOf(dayNumber);
  return weekday !== 0 && weekday !== 6 && !isHolidayNumber(dayNumber);
}
