/**
 * Barcodes from a carrier's number range: a prefix, the number at a fixed width, and a check digit.
 * Pure.
 */
import { z } from "zod";

/**
 * Kinds of check digits. Each is computed from all digits before it, including the digits of the
 * prefix; letters do not count.
 *
 * - `mod10`: GS1 General Specifications, 7.9: weights 3, 1, 3, … from the right; the check digit
 *   completes the sum to a multiple of ten.
 * - `mod11`: modulus 11 with the weights 2 to 7, repeated, from the right (IBM's variant); the check
 *   digit is 11 less the remainder, and 0 for the results 10 and 11.
 * - `ptt`: PTT's manual of its web service for shipment data: weights 1, 3, 1, … from the left; the
 *   check digit completes the sum to a multiple of ten.
 */
export const checkDigitSchema = z.enum(["none", "mod10", "mod11", "ptt"]);
export type CheckDigit = z.infer<typeof checkDigitSchema>;

/** `width`: digits of the number, without prefix and check digit. */
export type BarcodeShape = {
  readonly prefix: string;
  readonly width: number;
  readonly checkDigit: CheckDigit;
};

const CHECK_DIGITS: Readonly<Record<CheckDigit, (digits: readonly number[]) => string>> = {
  none: () => "",
  mod10: (digits) => toNextTen(digits.toReversed(), 3, 1),
  mod11: (digits) => modulus11(digits),
  ptt: (digits) => toNextTen(digits, 1, 3),
};

/**
 * Writes the barcode of a number.
 *
 * @throws Error when the number is negative or has more digits than the width.
 */
export function barcodeOf({ prefix, width, checkDigit }: BarcodeShape, n: number): string {
  const digits = String(n).padStart(width, "0");
  if (!/^\d+$/.test(digits) || digits.length > width)
    throw new Error(`${n} does not fit into ${width} digits of a barcode`);
  const text = prefix + digits;
  return text + CHECK_DIGITS[checkDigit](digitsOf(text));
}

/**
 * Reads the number of a barcode.
 *
 * @returns The number; undefined when the barcode has another prefix or length, another character
 *   than digits in its number, or a wrong check digit.
 */
export function numberIn(shape: BarcodeShape, barcode: string): number | undefined {
  const { prefix, width } = shape;
  const digits = barcode.slice(prefix.length, prefix.length + width);
  if (!/^\d+$/.test(digits) || digits.length !== width) return undefined;
  const n = Number(digits);
  return Number.isSafeInteger(n) && barcodeOf(shape, n) === barcode ? n : undefined;
}

function digitsOf(text: string): number[] {
  return [...text.replaceAll(/\D/g, "")].map(Number);
}

/** Completes the weighted sum to a multiple of ten; `odd` weighs the first, third, … digit. */
function toNextTen(digits: readonly number[], odd: number, even: number): string {
  const sum = digits.reduce((all, digit, i) => all + digit * (i % 2 === 0 ? odd : even), 0);
  return String((10 - (sum % 10)) % 10);
}

function modulus11(digits: readonly number[]): string {
  const sum = digits.toReversed().reduce((all, digit, i) => all + digit * (2 + (i % 6)), 0);
  const check = (11 - (sum % 11)) % 11;
  return String(check === 10 ? 0 : check);
}
