/** Adds the taxes of an agreement to a net price. */
import { minor, taxRatesAt, withTaxes, type Minor, type TaxedPrice } from "../../base/money.ts";
import type { Instant } from "../../base/units.ts";
import type { NetPrice } from "./price-parcel.ts";
import type { Tariff } from "./tariff.schema.ts";

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
