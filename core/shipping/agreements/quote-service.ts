/** Quotes one service of a tariff: price with taxes, promised day and appointments. */
import { minor, taxRatesAt, withTaxes, type Minor, type TaxedPrice } from "../../base/money.ts";
import type { Instant } from "../../base/units.ts";
import type { TurkishCalendar } from "../geo/turkish-calendar.ts";
import type { Quote } from "../carriers/carrier.ts";
import type { IneligibleService } from "../carriers/ineligible.schema.ts";
import type { PriceLines } from "../carriers/price-lines.schema.ts";
import type { PriceInput } from "./price-input.ts";
import { priceParcel, type NetPrice, type PricedBy } from "./price-parcel.ts";
import { hoursUntil, promisedDay } from "./promised-day.ts";
import type { Tariff, TariffService } from "./tariff.schema.ts";

const DAY_MS = 86_400_000;

type PricedLines = Omit<PriceLines, "version">;

/** A quote without the agreement that it comes from. */
export type ServiceQuote = Pick<
  Quote,
  | "providerServiceCode"
  | "serviceName"
  | "estimatedHours"
  | "durationTerms"
  | "rating"
  | "transportType"
> & {
  readonly price: TaxedPrice;
  readonly lines: PricedLines;
  readonly promisedOn: string;
  readonly appointments: readonly {
    readonly scheduleDate: string;
    readonly price: TaxedPrice;
    readonly lines: PricedLines;
  }[];
};

/**
 * Quotes a service.
 *
 * @returns The quote, or the reason why the service cannot take this parcel.
 */
export function quoteService(
  calendar: TurkishCalendar,
  by: PricedBy,
  service: TariffService,
  input: PriceInput,
): ServiceQuote | { readonly ineligible: IneligibleService } {
  const found = priceParcel(by, service, input);
  if ("ineligible" in found) return found;
  const { price } = found;
  const amountOld = oldAmount(by, service, input);
  const priced = { tariff: by.tariff, service, net: price, amountOld, at: input.at };
  const { days, sameDayHours, ...rule } = service.promise;
  const promisedOn = promisedDay(calendar, {
    ...rule,
    at: input.at,
    days: days[price.zone] ?? days.at(-1) ?? 0,
  });
  return {
    providerServiceCode: service.code,
    serviceName: service.name,
    durationTerms: service.durationTerms,
    rating: service.rating,
    transportType: service.transportType,
    estimatedHours: hoursUntil(promisedOn, input.at, sameDayHours),
    promisedOn,
    ...withLines(priced, 0),
    appointments: appointmentDays(service, input.day).map((scheduleDate) => ({
      scheduleDate,
      ...withLines(priced, service.appointments?.amount ?? 0),
    })),
  };
}

/** `amountOld`: net price without the discount; undefined without a discount. */
type Discounted = {
  readonly tariff: Tariff;
  readonly service: TariffService;
  readonly net: NetPrice;
  readonly amountOld: number | undefined;
  readonly at: Instant;
};

function withLines(
  { tariff, service, net, amountOld, at }: Discounted,
  appointment: number,
): { readonly price: TaxedPrice; readonly lines: PricedLines } {
  return {
    price: taxedPrice(tariff, net, minor(net.amount + appointment), at),
    lines: {
      desi: net.desi,
      billedBy: net.billedBy,
      lines: [
        ...net.lines.map(([kind, amount]): [typeof kind, number] => [kind, amount]),
        ...appointmentLine(appointment),
      ],
      ...(amountOld === undefined
        ? {}
        : { discountPpm: service.discountPpm, amountOld: amountOld + appointment }),
    },
  };
}

function oldAmount(by: PricedBy, service: TariffService, input: PriceInput): number | undefined {
  if (service.discountPpm === 0) return undefined;
  const undiscounted = priceParcel(by, { ...service, discountPpm: 0 }, input);
  return "price" in undiscounted ? undiscounted.price.amount : undefined;
}

function appointmentLine(amount: number): PriceLines["lines"] {
  return amount === 0 ? [] : [["appointment", amount]];
}

/**
 * Lists the days of appointments from tomorrow on, in Turkish time. Omits Sundays, on which no
 * carrier delivers.
 */
function appointmentDays({ appointments }: TariffService, today: string): string[] {
  const days: string[] = [];
  for (let day = 1; days.length < (appointments?.days ?? 0); day += 1) {
    const date = new Date(Date.parse(today) + day * DAY_MS);
    if (date.getUTCDay() !== 0) days.push(date.toISOString().slice(0, 10));
  }
  return days;
}

/** Adds fee and VAT. @param amount The net amount; may be more than the amount of `price`. */
export function taxedPrice(
  { tax: { fee, vatPpm } }: Pick<Tariff, "tax">,
  price: NetPrice,
  amount: Minor,
  at: Instant,
): TaxedPrice {
  const law = taxRatesAt(at);
  const rates = { taxPpm: fee?.ppm ?? law.taxPpm, vatPpm: vatPpm ?? law.vatPpm };
  const isCharged = fee !== null && isWithin(fee, price);
  const base = fee?.on === "freight" ? minor(price.freight) : amount;
  return withTaxes(amount, rates, isCharged ? base : minor(0));
}

function isWithin(
  { maxKg, maxDesi }: NonNullable<Tariff["tax"]["fee"]>,
  { desi, billedBy }: NetPrice,
): boolean {
  const most = billedBy === "kg" ? maxKg : maxDesi;
  return most === null || desi <= most;
}
