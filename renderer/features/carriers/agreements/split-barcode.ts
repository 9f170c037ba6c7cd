/** Splits barcodes, as a carrier prints them, into the prefix and the numbers of a range. Pure. */
import { barcodeOf, type CheckDigit } from "../../../../core/shipping/carriers/barcode.schema.ts";

/**
 * A long prefix takes the digits in front of the last fifteen. Otherwise all digits belong to the
 * number: with a shorter number, a later range with other leading digits could overlap unnoticed.
 */
const SHAPE = /^(?<prefix>[A-Z0-9]{0,12}?)(?<number>\d{1,15})$/;

export type TypedRange = { readonly first: string; readonly last: string };
type NewRange = TypedRange & { readonly prefix: string };

/** Fault of a barcode: its form; or, for the last one, its relation to the first. */
type RangeFault = "form" | "prefix" | "width" | "order";
export type SplitRange =
  | { readonly range: NewRange }
  | { readonly wrong: keyof TypedRange; readonly fault: RangeFault };

/** Splits the first and the last barcode of a range, both without check digit. */
export function splitRange(typed: TypedRange): SplitRange {
  const [first, last] = [partsOf(typed.first), partsOf(typed.last)];
  if (first === undefined) return { wrong: "first", fault: "form" };
  if (last === undefined) return { wrong: "last", fault: "form" };
  if (first.number.length !== last.number.length) return { wrong: "last", fault: "width" };
  if (first.prefix !== last.prefix) return { wrong: "last", fault: "prefix" };
  if (Number(first.number) > Number(last.number)) return { wrong: "last", fault: "order" };
  return { range: { prefix: first.prefix, first: first.number, last: last.number } };
}

/** Writes the first and the last barcode of a range as they will be on labels. */
export function barcodesOf(
  { prefix, first, last }: NewRange,
  checkDigit: CheckDigit,
): readonly [string, string] {
  const shape = { prefix, width: first.length, checkDigit };
  return [barcodeOf(shape, Number(first)), barcodeOf(shape, Number(last))];
}

/** Returns the number of barcodes in a range. */
export function countOf({ first, last }: NewRange): number {
  return Number(last) - Number(first) + 1;
}

function partsOf(text: string): { readonly prefix: string; readonly number: string } | undefined {
  const groups = SHAPE.exec(text.replaceAll(/[\s.-]/g, "").toUpperCase())?.groups;
  const { prefix = "", number } = groups ?? {};
  return number === undefined ? undefined : { prefix, number };
}
