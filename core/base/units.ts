/**
 * Types and conversions of units. A mass or a length is never passed between files without its
 * unit.
 */
import { z } from "zod";

/** Instant as RFC 3339 in UTC with milliseconds, as stored and as sent. */
const instantSchema = z.iso.datetime().brand<"Instant">();
export type Instant = z.infer<typeof instantSchema>;

/**
 * Types a text as an instant. Only for a text from our own clock, or from a column that holds
 * nothing else.
 */
export function instant(text: string): Instant {
  return text as Instant;
}

/** Converts milliseconds or any ISO 8601 text to an instant; the same time gives the same text. */
export function instantOf(time: string | number): Instant {
  return instant(new Date(time).toISOString());
}

export const DISTANCE_UNITS = ["cm", "m", "mm", "in"] as const;
export type DistanceUnit = (typeof DISTANCE_UNITS)[number];

export const MASS_UNITS = ["kg", "g", "lb"] as const;
export type MassUnit = (typeof MASS_UNITS)[number];

const MICROMETRES: Record<DistanceUnit, number> = {
  mm: 1_000,
  cm: 10_000,
  in: 25_400,
  m: 1_000_000,
};
const MILLIGRAMS: Record<MassUnit, number> = { g: 1_000, lb: 453_592.37, kg: 1_000_000 };

/** Converts a length to centimetres. */
export function toCm(value: number, unit: DistanceUnit): number {
  return (value * MICROMETRES[unit]) / MICROMETRES.cm;
}

/** Converts a mass to kilograms. */
export function toKg(value: number, unit: MassUnit): number {
  return (value * MILLIGRAMS[unit]) / MILLIGRAMS.kg;
}

/** cm³ per desi, unless an agreement has another divisor. */
const DESI_DIVISOR = 3000;

/**
 * Computes the desi of a parcel: the volumetric kilogram of Turkish carriers.
 *
 * @returns Unrounded; 0 when a side is missing.
 */
export function volumetricDesi(
  size: {
    readonly length: number | null;
    readonly width: number | null;
    readonly height: number | null;
  },
  unit: DistanceUnit,
): number {
  const { length, width, height } = size;
  if (length === null || width === null || height === null) return 0;
  return (toCm(length, unit) * toCm(width, unit) * toCm(height, unit)) / DESI_DIVISOR;
}

/**
 * Formats a measure for the interface: at most three decimals, without trailing zeros. 2.50 →
 * "2.5".
 */
export function measureText(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
