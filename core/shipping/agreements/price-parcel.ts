/**
 * Computes the price of one parcel from one tariff. Pure: the same parcel and tariff give the same
 * price, at every station and in every later version (`ENGINE_RULES`).
 */
import { minor, shareOf, type Minor } from "../../base/money.ts";
import { instantsOfDays } from "../../base/turkish-day.ts";
import { instant, type Instant } from "../../base/units.ts";
import { ineligibleBecause } from "../carriers/ineligible.ts";
import type { ConsignedParcel, ConsignedPlace, Consignment } from "../carriers/consignment.ts";
import type { IneligibleService } from "../carriers/ineligible.schema.ts";
import { extrasOf } from "./price-extras.ts";
import type { Measured, PriceInput, PriceLine } from "./price-input.ts";
import { MOST_MINOR, type Tariff, type TariffService } from "./tariff.schema.ts";

/** A price before taxes. `freight`: its part before the extras, on which a fee may be charged. */
export type NetPrice = {
  readonly lines: readonly PriceLine[];
  readonly freight: number;
  readonly amount: Minor;
  /** Billed kg or desi, rounded as the tariff says. */
  readonly desi: number;
  readonly billedBy: "kg" | "desi";
  readonly zone: number;
};

export type Priced = { readonly price: NetPrice } | { readonly ineligible: IneligibleService };

/** `zone`: index of the zone; undefined when the tariff has no zone for the destination. */
export type PricedBy = {
  readonly tariff: Tariff;
  readonly providerCode: string;
  readonly zone: number | undefined;
};

type Limits = Parameters<typeof ineligibleBecause>[1];

/**
 * Computes the net price of a service.
 *
 * @returns The price, or the reason why the service cannot take this parcel.
 */
export function priceParcel(
  { tariff, providerCode, zone }: PricedBy,
  service: TariffService,
  input: PriceInput,
): Priced {
  const refuse = (code: Limits, limit?: string): Priced => ({
    ineligible: ineligibleBecause(
      { providerCode, providerServiceCode: service.code, name: service.name },
      code,
      limit,
    ),
  });
  if (zone === undefined) return refuse("CITY_NOT_SERVED");
  const place = refusedPlace(service, input.to);
  if (place !== undefined) return refuse(place);
  if (input.cashOnDelivery !== null && service.collects === "never") return refuse("NO_COLLECT");
  if (input.cashOnDelivery === null && service.collects === "only") return refuse("ONLY_COLLECT");
  const limit = exceeded(service, input.parcel);
  if (limit !== undefined) return refuse(...limit);
  const measured = measure(tariff, input.parcel);
  if (service.maxDesi !== null && measured.exact > service.maxDesi)
    return refuse("TOO_LARGE", `${service.maxDesi} desi`);
  const base = basePrice(service, measured, zone);
  if (base === undefined) return refuse("NO_PRICE");
  const extras = extrasOf(tariff, service.code, input, measured);
  if (extras === undefined) return refuse("NO_COLLECT");
  const freight = freightLines(tariff, service, base, input);
  const freightSum = sum(freight);
  const amount = freightSum + sum(extras);
  // Also NaN and Infinity, which a surcharge for each tiny part of a kg gives.
  if (!(amount <= MOST_MINOR)) return refuse("NO_PRICE");
  return {
    price: {
      lines: [...freight, ...extras],
      freight: freightSum,
      amount: minor(amount),
      desi: measured.billed,
      billedBy: measured.billedBy,
      zone,
    },
  };
}

/** Takes the inputs of a price from a consignment. Without a parcel all measures are 0. */
export function priceInputOf(consignment: Consignment, day: string): PriceInput {
  const { sender, recipient, parcels, isReturn, cashOnDelivery, declaredValue, at } = consignment;
  return {
    from: sender,
    to: recipient,
    parcel: parcels[0] ?? NO_PARCEL,
    isReturn,
    cashOnDelivery:
      cashOnDelivery === null ? null : { amount: cashOnDelivery.amount, by: cashOnDelivery.by },
    declaredValue,
    at,
    day,
  };
}

const NO_PARCEL: ConsignedParcel = { lengthCm: 0, widthCm: 0, heightCm: 0, weightKg: 0 };

function measure({ desiDivisor, rounding }: Tariff, parcel: ConsignedParcel): Measured {
  const desi = clean((parcel.lengthCm * parcel.widthCm * parcel.heightCm) / desiDivisor);
  const kg = clean(parcel.weightKg);
  const exact = Math.max(desi, kg);
  return {
    kg,
    exact,
    billed: rounded(exact, rounding),
    billedBy: desi > kg ? "desi" : "kg",
  };
}

/** Removes errors of binary fractions, so that 3.0000000001 desi do not cost the next step. */
function clean(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function rounded(value: number, { step, direction }: Tariff["rounding"]): number {
  if (direction === "none") return value;
  const steps = clean(value / step);
  const whole =
    direction === "up"
      ? Math.ceil(steps)
      : direction === "down"
        ? Math.floor(steps)
        : Math.round(steps);
  return clean(whole * step);
}

function refusedPlace(service: TariffService, { cityCode, districtID }: ConsignedPlace) {
  const { toProvinces, notServed } = service;
  if (toProvinces !== null && !toProvinces.includes(cityCode)) return "CITY_NOT_SERVED";
  if (notServed.provinces.includes(cityCode)) return "CITY_NOT_SERVED";
  return notServed.districtIDs.includes(districtID) ? "DISTRICT_NOT_SERVED" : undefined;
}

function exceeded(
  { maxSideCm, maxSidesCm, maxKg }: TariffService,
  { lengthCm, widthCm, heightCm, weightKg }: ConsignedParcel,
): [Limits, string] | undefined {
  if (maxSideCm !== null && Math.max(lengthCm, widthCm, heightCm) > maxSideCm)
    return ["TOO_LONG", `${maxSideCm} cm`];
  if (maxSidesCm !== null && lengthCm + widthCm + heightCm > maxSidesCm)
    return ["SIDES_TOO_LONG", `${maxSidesCm} cm`];
  return maxKg !== null && weightKg > maxKg ? ["TOO_HEAVY", `${maxKg} kg`] : undefined;
}

function basePrice(
  { file, steps, perExtraDesi }: TariffService,
  { exact, billed }: Measured,
  zone: number,
): PriceLine | undefined {
  if (file !== null && exact <= file.upToDesi) return ["file", priceAt(file.prices, zone)];
  const last = steps.at(-1);
  if (last === undefined) return undefined;
  const isExact = perExtraDesi?.isExact === true;
  if (!(isExact && exact > last.upToDesi)) {
    const step = steps.find(({ upToDesi }) => billed <= upToDesi);
    if (step !== undefined) return ["base", priceAt(step.prices, zone)];
  }
  if (perExtraDesi === null) return undefined;
  const above = isExact ? exact - last.upToDesi : Math.ceil(clean(billed - last.upToDesi));
  const extra = priceAt(perExtraDesi.prices, zone) * clean(above);
  return ["base", priceAt(last.prices, zone) + Math.round(clean(extra))];
}

function priceAt(prices: readonly number[], zone: number): number {
  return prices[zone] ?? prices.at(-1) ?? 0;
}

/** Lists the lines before the extras: price by desi, discount, least price, fuel. */
function freightLines(
  tariff: Tariff,
  { discountPpm, minimum }: TariffService,
  [kind, price]: PriceLine,
  { isReturn, day }: PriceInput,
): PriceLine[] {
  const base = isReturn ? shareOf(price, tariff.returnPpm) : price;
  const discount = discountPpm > 0 ? -shareOf(base, discountPpm) : 0;
  const raised = Math.max(0, minimum - (base + discount));
  const fuelPpm = tariff.fuel.findLast(({ from }) => from <= day)?.ppm ?? 0;
  const fuel = shareOf(base + discount + raised, fuelPpm);
  const lines: PriceLine[] = [
    [kind, base],
    ["discount", discount],
    ["minimum", raised],
    ["fuel", fuel],
  ];
  return lines.filter(([line, amount]) => line === kind || amount !== 0);
}

/** Finds the first instant at which the fuel surcharge changes after a day; null: none is known. */
export function nextFuelAt({ fuel }: Pick<Tariff, "fuel">, day: string): Instant | null {
  const next = fuel.find(({ from }) => from > day);
  return next === undefined ? null : instant(instantsOfDays(next.from, 1).from);
}

function sum(lines: readonly PriceLine[]): number {
  return lines.reduce((total, [, amount]) => total + amount, 0);
}
