/**
 * Estimates how much of a bitmap is written text, without reading it. Bars, blocks and
 * checkerboards differ from letters in the lengths of their runs of ink, across and down, and in
 * how often they repeat.
 */
import type { GraphicField } from "./read-our-zpl.ts";

/**
 * Limits of the mean length of a run of ink. Speckles have runs of up to two dots; runs longer than
 * the upper limit are surfaces. Text lines of all layouts have mean runs of 0.2 to 1.2 mm.
 */
const THINNEST_DOTS = 2.1;
const THICKEST_MM = 1.2;
/**
 * Limits of horizontal runs per vertical run: vertical stripes have far more horizontal runs than
 * vertical runs, horizontal stripes hardly any.
 */
const FEWEST_ACROSS = 0.4;
const MAX_ACROSS = 4;
/**
 * Smallest number of different byte values in a bitmap. A line of ten letters has about sixty of
 * the 256.
 */
const FEWEST_KINDS = 16;

const ONES = Uint8Array.from(
  { length: 256 },
  (_, byte) => [1, 2, 4, 8, 16, 32, 64, 128].filter((bit) => (byte & bit) !== 0).length,
);

/**
 * Returns the number of black dots in a bitmap that looks like text; otherwise 0.
 *
 * @param dotsPerMm Dots per millimetre, multiplied by the growth of letters on large paper.
 */
export function textDots({ height, bytesPerRow, rows }: GraphicField, dotsPerMm: number): number {
  let [black, across, down, kinds] = [0, 0, 0, 0];
  const known = new Uint8Array(256);
  for (let y = 0, at = 0; y < height; y++) {
    let before = 0;
    for (let i = 0; i < bytesPerRow; i++, at++) {
      const byte = rows[at] ?? 0;
      if (byte !== 0) {
        if (known[byte] === 0) {
          known[byte] = 1;
          kinds++;
        }
        const above = y === 0 ? 0 : (rows[at - bytesPerRow] ?? 0);
        black += ONES[byte] ?? 0;
        // A run starts where the dot before is white.
        across += ONES[byte & ~((byte >> 1) | (before << 7)) & 0xff] ?? 0;
        down += ONES[byte & ~above & 0xff] ?? 0;
      }
      before = byte;
    }
  }
  if (black === 0 || kinds < FEWEST_KINDS) return 0;
  const isRun = (runs: number): boolean =>
    black >= runs * THINNEST_DOTS && black <= runs * THICKEST_MM * dotsPerMm;
  return isRun(across) &&
    isRun(down) &&
    across >= FEWEST_ACROSS * down &&
    across <= MAX_ACROSS * down
    ? black
    : 0;
}
