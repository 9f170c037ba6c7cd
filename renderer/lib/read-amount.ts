/** Parses amounts of money as a person types them. */
import { withoutEnding } from "../../core/base/text.ts";

/** The core's limit for one entry; more than any transfer. */
const LARGEST = 1_000_000_000;

/**
 * Parses an amount written in Turkish or in English. A separator before three digits groups
 * thousands, because money has two decimals. A leading zero groups nothing: "0.001" is not an
 * amount.
 *
 * @returns "1250.50"; undefined unless the text is an amount above zero and within the limit.
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
 * Parses an amount that may be negative, for a correction.
 *
 * @returns "-50.50"; undefined unless the text is an amount other than zero within the limit.
 */
export function readSignedAmount(text: string): string | undefined {
  const sign = /^\s*[-−–]/.exec(text)?.[0] ?? "";
  const amount = readAmount(text.slice(sign.length));
  return amount === undefined || sign === "" ? amount : `-${amount}`;
}
