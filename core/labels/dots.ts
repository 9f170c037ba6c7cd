/** Dots of printers: their density, and papers in whole dots. */
import type { Media } from "../db/documents/media.schema.ts";
import type { Dpi } from "./labels.schema.ts";

/** Printers called 203 dpi have 8 dots in a millimetre; the others have what their name says. */
const DOTS_PER_MM: Readonly<Record<Dpi, number>> = { 203: 8, 300: 300 / 25.4, 600: 600 / 25.4 };

/**
 * @returns Dots in one millimetre: 8, 11.81 or 23.62. Not whole at 300 and 600 dpi: round
 *   positions, not this.
 */
export function dotsPerMm(dpi: Dpi): number {
  return DOTS_PER_MM[dpi];
}

/** @returns The sides of a label in whole dots, as the printer is given them. */
export function mediaDots(
  { widthMm, heightMm }: Media,
  dpi: Dpi,
): { readonly width: number; readonly height: number } {
  return {
    width: Math.round(widthMm * dotsPerMm(dpi)),
    height: Math.round(heightMm * dotsPerMm(dpi)),
  };
}
