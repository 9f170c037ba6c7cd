/**
 * Parses the weight and size that a packer types. Accepts Turkish commas and English points;
 * guesses nothing.
 */
import { withoutEnding } from "../../core/base/text.ts";
import type { DistanceUnit, MassUnit } from "../../core/base/units.ts";

/** Decimal strings for the API, in centimetres and kilograms unless a unit is given. */
export type Measures =
  | { readonly weight: string }
  | {
      readonly length: string;
      readonly width: string;
      readonly height: string;
      readonly distanceUnit?: DistanceUnit;
      readonly weight?: string;
      readonly massUnit?: MassUnit;
    };

const NUMBER = /^\d{1,5}(?:[.,]\d{1,3})?$/;

/** Parses a weight: "2,5" → "2.5" kg; undefined unless the text is a weight above zero. */
export function readWeight(text: string): Measures | undefined {
  const weight = readNumber(withoutEnding(text, "kg"));
  return weight === undefined ? undefined : { weight };
}

/**
 * Parses a size: "30x20x15", "30×20×15", "30*20*15" or "30 20 15" in cm; undefined unless there are
 * three lengths above zero.
 */
export function readSize(text: string): Measures | undefined {
  const parts = withoutEnding(text, "cm")
    .trim()
    .split(/\s*[x×*]\s*|\s+/i);
  if (parts.length !== 3) return undefined;
  const [length, width, height] = parts.map(readNumber);
  if (length === undefined || width === undefined || height === undefined) return undefined;
  return { length, width, height };
}

function readNumber(text: string): string | undefined {
  const trimmed = text.trim();
  if (!NUMBER.test(trimmed)) return undefined;
  const value = Number(trimmed.replace(",", "."));
  return value > 0 ? String(value) : undefined;
}
