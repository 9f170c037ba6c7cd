/** Desi: the volumetric kilogram of Turkish carriers. */
import { toCm, type DistanceUnit } from "../base/units.ts";

/** cm³ per desi where an agreement has no other divisor. */
const DESI_DIVISOR = 3000;

/** @returns Volumetric desi, unrounded; 0 when a side is missing. */
export function volumetricDesi(size: { length: number | null; width: number | null; height: number | null }, unit: DistanceUnit): number {
  const { length, width, height } = size;
  if (length === null || width === null || height === null) return 0;
  return (toCm(length, unit) * toCm(width, unit) * toCm(height, unit)) / DESI_DIVISOR;
}
