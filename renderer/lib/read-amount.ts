/** Amounts of money as a person types them. */
import { withoutEnding } from "../../core/base/text.ts";

/** More than any transfer; the core's own limit for one entry. */
const LARGEST = 1_000_000_000;

/**
 * An amount as it is written in Turkish or in English. A separator with three digits behind it
 * groups thousands, for money has two decimals. A leading zero groups nothing: "0.001" is no
 * amount.
 *
 * @returns "1250.50", or undefined when it is no amount above zero.
 */
export function readAmount(text: string): string | undefined {
  const amount = withoutEnding(text.trim(), "tl", "try", "₺");
  const match =
    /^(?<whole>[1-9]\d{0,2}(?<group>[.,])\d{3}(?:\k<group>\d{3})*|\d+)(?:(?<point>[.,])(?<part>\d{1,2}))?$/.exec(
      amount,
    )?.groups;
  if (match === undefined || (match["group"] !== undefined && match["group"] === match["point"]))
    return undefined;
  const whole = (match["whole"] ?? "").replaceAll(/[.,]/g, "");
  const value = `${BigInt(whole)}.${(match["part"] ?? "").padEnd(2, "0")}`;
  return Number(value) > 0 && Number(value) <= LARGEST ? value : undefined;
}

/**
 * An amount that may be below zero, for a correction.
 *
 * @returns "-50.50", or undefined when it is no amount or zero.
 */
export function readSignedAmount(text: string): string | undefined {
  const sign = /^\s*[-−–]/.exec(text)?.[0] ?? "";
  const amount = readAmount(text.slice(sign.length));
  return amount === undefined || sign === "" ? amount : `-${amount}`;
}
