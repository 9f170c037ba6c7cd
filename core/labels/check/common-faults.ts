/** Rules for labels of every language. */
import { rasterHashOf, type Bitmap } from "../draw/canvas.ts";
import type { FoundSymbol, LabelFault } from "./check-report.ts";

/**
 * Smallest height of expected symbols, mm. Carriers' sorters require 15 mm, ISO/IEC 15417 requires
 * 15 % of the length.
 */
export const MIN_HEIGHT_MM = 15;
/**
 * A barcode with another number must be lower than this share of the height of the parcel's
 * barcode.
 */
const LESS_THAN_OWN = 0.75;

/**
 * Reports barcodes that could be mistaken for the parcel's barcode. Sorters and couriers read the
 * highest barcode that they find. Length does not matter: order numbers are often longer.
 *
 * @param dotsPerMm Dots per millimetre.
 */
export function numberFaults(
  bars: readonly { readonly box: Pick<FoundSymbol["box"], "height">; readonly text: string }[],
  expected: readonly string[],
  dotsPerMm: number,
): readonly LabelFault[] {
  const own = bars.filter(({ text }) => expected.includes(text)).map(({ box }) => box.height);
  const most = Math.min(MIN_HEIGHT_MM * dotsPerMm, LESS_THAN_OWN * Math.min(...own));
  return bars
    .filter(({ box, text }) => own.length > 0 && !expected.includes(text) && box.height >= most)
    .map(({ text }) => ({
      code: "other number",
      message: `The barcode ${text} is not the parcel's but nearly as high, so it could be scanned in its place.`,
    }));
}

/**
 * Compares the hash of the label's dots with the hash of the dots that were drawn. Equal hashes are
 * the strongest proof that no letter was changed, covered or lost after drawing.
 */
export function rasterFaults(bitmap: Bitmap, rasterHash: string): readonly LabelFault[] {
  if (rasterHashOf(bitmap) === rasterHash) return [];
  return [
    {
      code: "dots",
      message:
        "The label differs from the label that was drawn: something was added, removed or covered.",
    },
  ];
}
