/** Barcodes of an agreement: a range of numbers between a prefix and a check digit. */
import type { NumberRange } from "../../db/leases.ts";
import { barcodeOf, type CheckDigit } from "./barcode.schema.ts";

export type BarcodeRange = NumberRange & {
  readonly prefix: string;
  /** Digits of the number, filled with zeros. */
  readonly width: number;
  readonly checkDigit: CheckDigit;
};

/**
 * Describes a range. Its name among the station's and the hub's number ranges depends on carrier,
 * prefix and first number: ranges of two agreements with the same name share their numbers.
 */
export function barcodeRange(
  providerCode: string,
  range: {
    readonly prefix: string;
    readonly first: number;
    readonly last: number;
    readonly width: number;
  },
  checkDigit: CheckDigit,
): BarcodeRange {
  const { prefix, first, last, width } = range;
  return {
    range: `barcode:${providerCode} ${prefix} ${first}`,
    first,
    end: last,
    prefix,
    width,
    checkDigit,
  };
}

/** Makes a barcode in the form of a range, for labels that are shown before a purchase. */
export function barcodeShape({ prefix, width, checkDigit }: BarcodeRange): string {
  return barcodeOf({ prefix, width, checkDigit }, 0);
}
