/**
 * Money: integer minor units (kuruş) inside the program, decimal strings with two decimals outside.
 *
 * Rounding follows the interface: the net amount is rounded half up first; tax, VAT and total are
 * each rounded up to the kuruş from the exact value, so the parts may exceed the total by one
 * kuruş.
 */
import { z } from "zod";
import type { Instant } from "./units.ts";

/** Integer minor units. 12.50 TL is 1250. */
const minorSchema = z.number().int().brand<"Minor">();
export type Minor = z.infer<typeof minorSchema>;

/** The currency text of the interface; ISO 4217 `TRY` is accepted as the same on input. */
export const CURRENCY = "TL";

/** Rates in parts per million: tax of the net amount, VAT of net plus tax. */
export type TaxRates = { readonly taxPpm: number; readonly vatPpm: number };
export type TaxedPrice = {
  readonly amount: Minor;
  readonly tax: Minor;
  readonly vat: Minor;
  readonly total: Minor;
};

const MILLION = 1_000_000n;

/**
 * Types a number as minor units after checking it.
 *
 * @param value Minor units (kuruş), of either sign.
 * @throws Error when it is not a safe integer.
 */
export function minor(value: number): Minor {
  if (!isMinor(value)) throw new Error(`not whole minor units: ${value}`);
  return value;
}

/**
 * Checks a number like `minorSchema`, but faster, because the check runs for every row with an
 * amount.
 */
function isMinor(value: number): value is Minor {
  return Number.isSafeInteger(value);
}

/** Rates, sorted by the first day they apply. */
const TAX_RATES: readonly (TaxRates & { readonly validFrom: string })[] = [
  // Postal service tax 2.35 %, VAT 20 % on net plus tax.
  { validFrom: "2023-07-10T00:00:00.000Z", taxPpm: 23_500, vatPpm: 200_000 },
];

/** Finds the rates in force at `at`; for a time before the first row, the first row's rates. */
export function taxRatesAt(at: Instant): TaxRates {
  const inForce = TAX_RATES.filter((rates) => rates.validFrom <= at).at(-1) ?? TAX_RATES[0];
  if (inForce === undefined) throw new Error("no tax rates");
  return inForce;
}

/**
 * Adds postal service tax and VAT to a net price.
 *
 * @param amount Net price, minor units, not negative.
 * @param taxed Part of the price on which postal service tax is charged; VAT is charged on all.
 */
export function withTaxes(amount: Minor, rates: TaxRates, taxed: Minor = amount): TaxedPrice {
  const exactTax = BigInt(taxed) * BigInt(rates.taxPpm);
  const beforeVat = BigInt(amount) * MILLION + exactTax;
  const vat = BigInt(rates.vatPpm);
  return {
    amount,
    tax: minor(Number(ceilDiv(exactTax, MILLION))),
    vat: minor(Number(ceilDiv(beforeVat * vat, MILLION * MILLION))),
    total: minor(Number(ceilDiv(beforeVat * (MILLION + vat), MILLION * MILLION))),
  };
}

/** Price of nothing. */
export const FREE: TaxedPrice = { amount: minor(0), tax: minor(0), vat: minor(0), total: minor(0) };

/** Computes a share of an amount, rounded half up to the kuruş. */
export function shareOf(amount: number, ppm: number): number {
  return Number((2n * BigInt(amount) * BigInt(ppm) + MILLION) / (2n * MILLION));
}

/** Formats minor units: 123450 → "1234.50", -5 → "-0.05". */
export function moneyText(value: number): string {
  const digits = String(Math.abs(value)).padStart(3, "0");
  return `${value < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Makes the price fields that every priced answer has; local and foreign currency are equal here.
 *
 * @param price Minor units.
 */
export function amountTexts(price: {
  readonly amount: number;
  readonly tax: number;
  readonly vat: number;
  readonly total: number;
}) {
  const [amount, tax, vat, total] = [
    moneyText(price.amount),
    moneyText(price.tax),
    moneyText(price.vat),
    moneyText(price.total),
  ];
  return {
    amount,
    currency: CURRENCY,
    amountLocal: amount,
    amountVat: vat,
    amountLocalVat: vat,
    amountTax: tax,
    amountLocalTax: tax,
    totalAmount: total,
    totalAmountLocal: total,
  };
}

/**
 * Reads a decimal amount exactly, without floating point: "150", "94.25", "94,255" (half up →
 * 94.26).
 *
 * @returns Minor units, or undefined when `text` is not a decimal number or too large.
 */
export function parseMoney(text: string): Minor | undefined {
  const match = /^(-?)(\d{1,12})(?:[.,](\d+))?$/.exec(text.trim());
  if (match === null) return undefined;
  const [, sign, whole = "0", fraction = ""] = match;
  const cents = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, "0"));
  const rounded = cents + ((fraction[2] ?? "0") >= "5" ? 1 : 0);
  return minor(sign === "-" ? -rounded : rounded);
}

/**
 * Reads an amount that a person enters to be stored: rejects more than two decimals instead of
 * rounding, because "1.000" means a thousand to some people.
 *
 * @returns Minor units, or undefined.
 */
export function parseEnteredMoney(text: string): Minor | undefined {
  return /[.,]\d{3,}$/.test(text.trim()) ? undefined : parseMoney(text);
}

function ceilDiv(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}
