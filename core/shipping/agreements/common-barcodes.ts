/**
 * Finds out whether two barcode ranges of a carrier have a barcode in common. Whole barcodes are
 * compared: the prefix 27 with the numbers 501 to 509 gives the same barcodes as the prefix 275 with
 * the numbers 01 to 09. Pure.
 */
import { barcodeOf, type CheckDigit } from "../carriers/barcode.schema.ts";

/** The first and the last barcode of a range. */
export type BarcodeSpan = {
  readonly prefix: string;
  readonly first: string;
  readonly last: string;
};

/** Converts a range of numbers. */
export function spanOf(
  range: {
    readonly prefix: string;
    readonly first: number;
    readonly last: number;
    readonly width: number;
  },
  checkDigit: CheckDigit,
): BarcodeSpan {
  const { prefix, width, first, last } = range;
  const shape = { prefix, width, checkDigit };
  return { prefix, first: barcodeOf(shape, first), last: barcodeOf(shape, last) };
}

/**
 * Returns whether two ranges have a barcode in common. With different check digits, ranges that only
 * interleave count too.
 */
export function haveCommon(a: BarcodeSpan, b: BarcodeSpan): boolean {
  const [short, long] =
    a.prefix.length <= b.prefix.length ? [a.prefix, b.prefix] : [b.prefix, a.prefix];
  return (
    a.first.length === b.first.length &&
    long.startsWith(short) &&
    /^\d*$/.test(long.slice(short.length)) &&
    // Texts of one length, with digits in the same places, are in the order of their numbers.
    a.first <= b.last &&
    b.first <= a.last
  );
}
