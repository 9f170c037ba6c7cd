/** Dots of printers: their density, and papers in whole dots. */
import type { Media } from "../db/documents/media.schema.ts";
import type { Dpi } from "./labels.schema.ts";

/**
 * Printers sold as 203 dpi have 8 dots per millimetre; all other printers have exactly the stated
 * density.
 */
const DOTS_PER_MM: Readonly<Record<Dpi, number>> = { 203: 8, 300: 300 / 25.4, 600: 600 / 25.4 };

/**
 * Returns dots per millimetre: 8, 11.81 or 23.62. Not an integer at 300 and 600 dpi, so round
 * positions, not this value.
 */
export function dotsPerMmOf(dpi: Dpi): number {
  return DOTS_PER_MM[dpi];
}

/** Returns the sides of a label in whole dots, as they are sent to the printer. */
export function mediaDots(
  { widthMm, heightMm }: Media,
  dpi: Dpi,
): { readonly width: number; readonly height: number } {
  return {
    width: Math.round(widthMm * dotsPerMmOf(dpi)),
    height: Math.round(heightMm * dotsPerMmOf(dpi)),
  };
}
