/**
 * Computes the price of one parcel from one rate card. Pure: the same parcel and card give the same
 * price.
 */
import { minor, type Minor } from "../../../base/money.ts";
import { turkishDay } from "../../../base/turkish-day.ts";
import type { Instant } from "../../../base/units.ts";
import type { Quote } from "../carrier.ts";
import type { ConsignedParcel, Consignment, ConsignedPlace } from "../consignment.ts";
import type { IneligibleService } from "../ineligible.schema.ts";
import { ineligibleBecause } from "../carrier.ts";
import type { RateCard, RateCardService } from "./rate-card.schema.ts";

/**
 * Inputs of a price. `codAmount`: amount to collect from the recipient, in minor units; null
 * without cash on delivery.
 */
export type RateInput = {
  readonly to: ConsignedPlace;
  readonly parcel: ConsignedParcel;
  readonly codAmount: Minor | null;
  readonly at: Instant;
};

const DAY_MS = 86_400_000;
const NO_PARCEL: ConsignedParcel = { lengthCm: 0, widthCm: 0, heightCm: 0, weightKg: 0 };

/**
 * Takes the inputs of a price from a consignment: its first parcel, its recipient and its cash on
 * delivery. Without a parcel all measures are 0.
 */
export function rateInputOf({
  recipient,
  parcels: [parcel = NO_PARCEL],
  cashOnDelivery,
  at,
}: Consignment): RateInput {
  return { to: recipient, parcel, codAmount: cashOnDelivery?.amount ?? null, at };
}

export type Priced =
  | { readonly quote: Omit<Quote, "details" | "providerAccountID" | "providerAccountName"> }
  | { readonly ineligible: IneligibleService };

/**
 * Computes a price.
 *
 * @param km Road distance between the two cities; undefined when either city is abroad.
 * @returns The net price, or the reason why the service cannot take this parcel.
 */
export function priceParcel(
  card: RateCard,
  service: RateCardService,
  request: RateInput,
  km: number | undefined,
): Priced {
  const named = {
    providerCode: card.providerCode,
    providerServiceCode: service.code,
    name: service.name,
  };
  const refuse = (code: Parameters<typeof ineligibleBecause>[1], limit?: string): Priced => ({
    ineligible: ineligibleBecause(named, code, limit),
  });
  const { parcel, codAmount, to } = request;
  if (km === undefined) return refuse("ABROAD");
  if (service.toCities !== undefined && !service.toCities.includes(to.cityCode))
    return refuse("CITY_NOT_SERVED");
  if (codAmount !== null && service.collects === "never") return refuse("NO_COLLECT");
  if (codAmount === null && service.collects === "only") return refuse("ONLY_COLLECT");
  const longest = Math.max(parcel.lengthCm, parcel.widthCm, parcel.heightCm);
  if (longest > service.maxSideCm) return refuse("TOO_LONG", `${service.maxSideCm} cm`);
  if (parcel.weightKg > service.maxKg) return refuse("TOO_HEAVY", `${service.maxKg} kg`);
  const desi = chargeableDesi(parcel, card.desiDivisor);
  if (desi > service.maxDesi) return refuse("TOO_LARGE", `${service.maxDesi} desi`);
  const zone = card.zones.findIndex((z) => z.maxKm === null || km <= z.maxKm);
  const base = stepPrice(service, desi, zone);
  if (base === undefined) return refuse("NO_PRICE");
  const amount = base + oversizeFee(service, longest) + codFee(service, codAmount);
  return {
    quote: {
      providerCode: card.providerCode,
      providerServiceCode: service.code,
      serviceName: service.name,
      amount: minor(amount),
      estimatedHours: service.hours[zone] ?? service.hours.at(-1) ?? 72,
      durationTerms: service.durationTerms,
      rating: service.rating,
      transportType: service.transportType,
      expiresAt: null,
      appointments: appointments(service, request.at, amount),
    },
  };
}

/** Computes the chargeable weight: the larger of volumetric weight (desi) and weight (kg). */
function chargeableDesi(parcel: ConsignedParcel, divisor: number): number {
  const volumetric = (parcel.lengthCm * parcel.widthCm * parcel.heightCm) / divisor;
  return Math.max(volumetric, parcel.weightKg);
}

function stepPrice(service: RateCardService, desi: number, zone: number): number | undefined {
  const step = service.steps.find((s) => desi <= s.upToDesi);
  if (step !== undefined) return at(step.prices, zone);
  const last = service.steps.at(-1);
  if (last === undefined || service.perExtraDesi === undefined) return undefined;
  return at(last.prices, zone) + Math.ceil(desi - last.upToDesi) * at(service.perExtraDesi, zone);
}

function at(prices: readonly number[], zone: number): number {
  return prices[zone] ?? prices.at(-1) ?? 0;
}

function oversizeFee(service: RateCardService, longestCm: number): number {
  return service.oversize !== undefined && longestCm > service.oversize.overSideCm
    ? service.oversize.amount
    : 0;
}

function codFee(service: RateCardService, codAmount: Minor | null): number {
  if (codAmount === null || service.collectFee === undefined) return 0;
  return Math.max(
    service.collectFee.min,
    Math.ceil((codAmount * service.collectFee.ppm) / 1_000_000),
  );
}

/**
 * Lists appointments from tomorrow on, in Turkish time. Omits Sundays, on which no carrier
 * delivers.
 */
function appointments(
  service: RateCardService,
  at: string,
  amount: number,
): { scheduleDate: string; amount: Minor }[] {
  if (service.appointments === undefined) return [];
  const dates: { scheduleDate: string; amount: Minor }[] = [];
  for (let day = 1; dates.length < service.appointments.days; day += 1) {
    const date = new Date(Date.parse(turkishDay(at)) + day * DAY_MS);
    if (date.getUTCDay() !== 0)
      dates.push({
        scheduleDate: date.toISOString().slice(0, 10),
        amount: minor(amount + service.appointments.amount),
      });
  }
  return dates;
}
