/**
 * Straightens pages that were scanned or drawn slightly askew: they are turned until the bars of
 * their symbol lie along an axis.
 */
import type { FoundSymbol } from "./find-symbols.ts";
import { createInk, paperOf, type Ink } from "./ink.ts";

/**
 * Range of leans that are straightened, degrees. With a smaller lean the modules still lie along an
 * axis; a larger lean is intended.
 */
const MIN = 0.1;
const MAX = 6;
/** Range and step of the search around the reader's value, degrees. */
const AROUND = 0.8;
const STEP = 0.05;
/**
 * A symbol counts as straight when turning sharpens it by less than this factor, since redrawing
 * loses quality.
 */
const SHARPER = 1.05;
const SEEN_LINES = 64;

/**
 * Returns the symbol's clockwise lean on its canvas, degrees; undefined when it is straight or
 * leans too much.
 */
export function leanOf(canvas: Ink, { frame, lean }: FoundSymbol): number | undefined {
  if (Math.abs(lean) > MAX) return undefined;
  const sharpnessAt = (tried: number): number =>
    Math.max(sharpnessOf(canvas, frame, "x", -tried), sharpnessOf(canvas, frame, "y", tried));
  let best = { lean: 0, sharpness: sharpnessAt(0) * SHARPER };
  for (let tried = lean - AROUND; tried <= lean + AROUND; tried += STEP) {
    const sharpness = sharpnessAt(tried);
    if (sharpness > best.sharpness) best = { lean: tried, sharpness };
  }
  return Math.abs(best.lean) < MIN ? undefined : best.lean;
}

/**
 * Returns how sharp a symbol's edges are when its ink is summed along a direction: sharpest in the
 * direction of its bars, blurred in any other direction.
 */
function sharpnessOf(
  { width, height, ink }: Ink,
  { left, top, right, bottom }: FoundSymbol["frame"],
  axis: "x" | "y",
  lean: number,
): number {
  const slope = Math.tan((lean * Math.PI) / 180);
  const [from, until, first, last] =
    axis === "x" ? [left, right, top, bottom] : [top, bottom, left, right];
  const [along, across] = axis === "x" ? [width, height] : [height, width];
  const middle = (first + last) / 2;
  const sums = new Float32Array(Math.ceil(until - from) + 1);
  for (let i = 0; i < SEEN_LINES; i += 1) {
    const line = Math.round(first + ((i + 0.5) / SEEN_LINES) * (last - first));
    if (line < 0 || line >= across) continue;
    const shift = from + slope * (line - middle);
    for (let j = 0; j < sums.length; j += 1) {
      const at = Math.round(shift + j);
      if (at >= 0 && at < along)
        sums[j] = (sums[j] ?? 0) + (ink[axis === "x" ? line * width + at : at * width + line] ?? 0);
    }
  }
  return sums.reduce(
    (total, value, j) => total + (j === 0 ? 0 : (value - (sums[j - 1] ?? 0)) ** 2),
    0,
  );
}

/**
 * Returns the canvas turned back about its middle, and enlarged so that no corner is cut off.
 *
 * @param degrees Clockwise lean of the canvas.
 */
export function straightened(from: Ink, degrees: number): Ink {
  const angle = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const to = createInk(
    Math.ceil(from.width * cos + from.height * Math.abs(sin)),
    Math.ceil(from.height * cos + from.width * Math.abs(sin)),
  );
  const paper = paperOf(from);
  const inkAt = (x: number, y: number): number =>
    x < 0 || y < 0 || x >= from.width || y >= from.height
      ? paper
      : (from.ink[y * from.width + x] ?? 0);
  for (let y = 0; y < to.height; y += 1) {
    for (let x = 0; x < to.width; x += 1) {
      const [dx, dy] = [x + 0.5 - to.width / 2, y + 0.5 - to.height / 2];
      const fromX = dx * cos - dy * sin + from.width / 2 - 0.5;
      const fromY = dx * sin + dy * cos + from.height / 2 - 0.5;
      const [left, top] = [Math.floor(fromX), Math.floor(fromY)];
      const [partX, partY] = [fromX - left, fromY - top];
      const upper = inkAt(left, top) * (1 - partX) + inkAt(left + 1, top) * partX;
      const lower = inkAt(left, top + 1) * (1 - partX) + inkAt(left + 1, top + 1) * partX;
      to.ink[y * to.width + x] = Math.round(upper * (1 - partY) + lower * partY);
    }
  }
  return to;
}
