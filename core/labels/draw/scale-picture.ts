/** Scales a black and white picture: drawings stay sharp, shaded areas stay grey. */
import type { PictureItem } from "../layout/items.ts";

/**
 * Share of half-covered dots among inked dots above which the picture counts as shaded; fewer
 * half-covered dots are the edges of a drawing.
 */
const SHADED = 0.3;
/** Smallest coverage at which a drawing's dot is black, so that thin strokes remain. */
const INKED = 0.4;

/** Scales a picture to a size in dots. Returns the ink of each dot, 0 or 255, row by row. */
export function scalePicture(
  picture: Pick<PictureItem, "columns" | "rows" | "bits">,
  width: number,
  height: number,
): Uint8Array {
  const covered = coverage(picture, width, height);
  let [inked, half] = [0, 0];
  for (const part of covered) {
    if (part > 0.05) inked++;
    if (part > 0.25 && part < 0.75) half++;
  }
  return half > inked * SHADED
    ? diffused(covered, width)
    : Uint8Array.from(covered, (part) => (part >= INKED ? 255 : 0));
}

/** Computes the inked share of each dot's area. */
function coverage(
  { columns, rows, bits }: Pick<PictureItem, "columns" | "rows" | "bits">,
  width: number,
  height: number,
): Float32Array {
  const bytesPerRow = Math.ceil(columns / 8);
  const across = spansOf(columns, width);
  const down = spansOf(rows, height);
  const covered = new Float32Array(width * height);
  down.forEach((high, y) => {
    across.forEach((wide, x) => {
      let sum = 0;
      for (const [row, h] of high)
        for (const [column, w] of wide)
          if (((bits[row * bytesPerRow + (column >> 3)] ?? 0) & (0x80 >> (column & 7))) !== 0)
            sum += h * w;
      covered[y * width + x] = sum;
    });
  });
  return covered;
}

/** Computes which of `from` cells each of `to` cells covers, and with what share. */
function spansOf(
  from: number,
  to: number,
): readonly (readonly (readonly [cell: number, part: number])[])[] {
  const size = from / to;
  return Array.from({ length: to }, (_, i) => {
    const [start, end] = [i * size, Math.min(from, (i + 1) * size)];
    const cells: [number, number][] = [];
    for (let cell = Math.floor(start); cell < end; cell++)
      cells.push([cell, (Math.min(cell + 1, end) - Math.max(cell, start)) / size]);
    return cells;
  });
}

/** Passes each dot's rounding error to its neighbours (Floyd–Steinberg). */
function diffused(covered: Float32Array, width: number): Uint8Array {
  const out = new Uint8Array(covered.length);
  for (let i = 0; i < covered.length; i++) {
    const part = covered[i] ?? 0;
    out[i] = part >= 0.5 ? 255 : 0;
    const rest = (part - (part >= 0.5 ? 1 : 0)) / 16;
    const x = i % width;
    const give = (at: number, share: number): void => {
      if (at < covered.length) covered[at] = (covered[at] ?? 0) + rest * share;
    };
    if (x + 1 < width) give(i + 1, 7);
    if (x > 0) give(i + width - 1, 3);
    give(i + width, 5);
    if (x + 1 < width) give(i + width + 1, 1);
  }
  return out;
}
