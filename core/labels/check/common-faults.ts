/** Rules that labels of every language are judged by. */
import { rasterHashOf, type Bitmap } from "../draw/canvas.ts";
import type { FoundSymbol, LabelFault } from "./check-report.ts";

/**
 * Of the symbols that must be read: carriers' sorters ask for 15 mm, and ISO/IEC 15417 for 15 % of
 * the length.
 */
export const LEAST_HEIGHT_MM = 15;
/**
 * A barcode of another number must be lower than this part of the height of the parcel's barcode.
 */
const LESS_THAN_OWN = 0.75;

/**
 * Sorters and couriers read the highest barcode that they find. Its length says nothing: order
 * numbers are often longer.
 *
 * @param dots In one millimetre.
 */
export function numberFaults(
  bars: readonly { readonly box: Pick<FoundSymbol["box"], "height">; readonly text: string }[],
  expected: readonly string[],
  dots: number,
): readonly LabelFault[] {
  const own = bars.filter(({ text }) => expected.includes(text)).map(({ box }) => box.height);
  const most = Math.min(LEAST_HEIGHT_MM * dots, LESS_THAN_OWN * Math.min(...own));
  return bars
    .filter(({ box, text }) => own.length > 0 && !expected.includes(text) && box.height >= most)
    .map(({ text }) => ({
      code: "other number",
      message: `The barcode ${text} is not the parcel's, and as high as it is: it would be read in its place.`,
    }));
}

/**
 * Equal dots are the strongest proof there is: no letter of the label was changed, covered or lost
 * since it was drawn.
 */
export function rasterFaults(bitmap: Bitmap, rasterHash: string): readonly LabelFault[] {
  if (rasterHashOf(bitmap) === rasterHash) return [];
  return [
    {
      code: "dots",
      message:
        "The label is not the one that was drawn: something was added to it, removed or covered.",
    },
  ];
}
