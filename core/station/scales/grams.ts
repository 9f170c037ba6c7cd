/** Converts the numbers that scales send to whole grams, without binary fractions. */
import type { Reading } from "./reading.schema.ts";

/** Largest weight that a reading may have, grams. A larger number is a transmission error. */
const MOST_GRAMS = 1_000_000;

/** A number whose comma may also separate thousands. */
const MAYBE_THOUSANDS = /^[1-9]\d{0,2},\d{3}$/;

/** Powers of ten from a unit to grams. */
const EXPONENTS: ReadonlyMap<string, number> = new Map([
  ["kg", 3],
  ["g", 0],
  ["gr", 0],
  ["t", 6],
  ["mg", -3],
]);

/**
 * Makes a reading of a weight as a scale writes it.
 *
 * @param digits Digits with at most one "." or ",", without a sign: "001.234".
 * @param unit The scale's unit in any case.
 * @returns A reading in grams, rounded half up; `otherUnit` for a unit that is not metric;
 *   undefined for a number that cannot be read for certain or is too large.
 */
export function weightReading(
  digits: string,
  unit: string,
  { isNegative, isStable }: { readonly isNegative: boolean; readonly isStable: boolean | null },
): Reading | undefined {
  const exponent = EXPONENTS.get(unit.toLowerCase());
  if (exponent === undefined) return { kind: "otherUnit", unit: unit.toLowerCase().slice(0, 12) };
  const [, whole = "", fraction = ""] = /^(\d*)(?:[.,](\d*))?$/.exec(digits) ?? [];
  if (whole + fraction === "" || whole.length > 9 || fraction.length > 9) return undefined;
  const grams = scaled(BigInt(whole + fraction), exponent - fraction.length);
  if (grams > MOST_GRAMS) return undefined;
  // "1,234 kg" is a decimal comma, since no scale here weighs a ton; "1,234 g" may be either.
  const isUncertain =
    MAYBE_THOUSANDS.test(digits) && scaled(BigInt(whole + fraction), exponent) < MOST_GRAMS;
  if (isUncertain) return undefined;
  return { kind: "weight", grams: isNegative && grams > 0 ? -grams : grams, isStable };
}

/** Computes `digits` × 10^`exponent` as a whole number, rounded half up. */
function scaled(digits: bigint, exponent: number): number {
  if (exponent >= 0) return Number(digits * 10n ** BigInt(exponent));
  const divisor = 10n ** BigInt(-exponent);
  return Number((digits * 2n + divisor) / (divisor * 2n));
}
