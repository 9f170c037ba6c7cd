/**
 * Makes pages from pictures. Resampling weights each dot by the area that it covers, so that edges
 * on dot boundaries stay sharp.
 */
import { createInk, type Ink } from "./ink.ts";
import type { Page, Turn, View } from "./page.ts";
import { readPng } from "./read-png.ts";

/**
 * Density assumed for a picture whose file states no density, or a density below
 * `SCREEN_DOTS_PER_MM`. A density this low is that of a screen, not of the paper.
 */
const USUAL_DOTS_PER_MM = 8;
const SCREEN_DOTS_PER_MM = 4;

/**
 * Opens a PNG as a page.
 *
 * @param known Dots per mm, if known; this density overrides the density in the file.
 * @throws AppError E2029 when the PNG cannot be read.
 */
export function pngPage(bytes: Uint8Array, known?: number): Page {
  const { canvas, dotsPerMm = USUAL_DOTS_PER_MM } = readPng(bytes);
  const density = known ?? (dotsPerMm < SCREEN_DOTS_PER_MM ? USUAL_DOTS_PER_MM : dotsPerMm);
  return inkPage(canvas, density);
}

/**
 * Makes a page from a drawn canvas.
 *
 * @param density Dots per mm.
 */
export function inkPage(canvas: Ink, density: number): Page {
  return {
    widthMm: canvas.width / density,
    heightMm: canvas.height / density,
    textTurn: undefined,
    lacksLetters: false,
    render: (view) => resample(turned(canvas, view.turn), view, view.scale / density),
  };
}

function turned(from: Ink, turn: Turn): Ink {
  if (turn === 0) return from;
  const to = turn === 2 ? createInk(from.width, from.height) : createInk(from.height, from.width);
  for (let y = 0; y < to.height; y += 1) {
    for (let x = 0; x < to.width; x += 1) {
      const [fromX, fromY] =
        turn === 1
          ? [y, from.height - 1 - x]
          : turn === 2
            ? [from.width - 1 - x, from.height - 1 - y]
            : [from.width - 1 - y, x];
      to.ink[y * to.width + x] = from.ink[fromY * from.width + fromX] ?? 0;
    }
  }
  return to;
}

/**
 * Draws a part of the picture at another size.
 *
 * @param scale Dots of the canvas per dot of the picture.
 */
function resample(from: Ink, { left, top, width, height }: View, scale: number): Ink {
  const columns = sharesOf(width, from.width, scale, left);
  const rows = sharesOf(height, from.height, scale, top);
  const to = createInk(width, height);
  const sums = new Float32Array(from.width);
  rows.forEach((row, y) => {
    if (row.length === 0) return;
    sums.fill(0);
    for (const [fromY, share] of row)
      for (let x = 0; x < from.width; x += 1)
        sums[x] = (sums[x] ?? 0) + share * (from.ink[fromY * from.width + x] ?? 0);
    columns.forEach((column, x) => {
      let ink = 0;
      for (const [fromX, share] of column) ink += share * (sums[fromX] ?? 0);
      to.ink[y * width + x] = Math.round(ink);
    });
  });
  return to;
}

/**
 * Computes which dots of the picture each dot of the canvas covers along one side, and with what
 * share.
 */
function sharesOf(
  length: number,
  fromLength: number,
  scale: number,
  offset: number,
): readonly (readonly (readonly [number, number])[])[] {
  return Array.from({ length }, (_, i) => {
    const [begin, end] = [(i - offset) / scale, (i + 1 - offset) / scale];
    const shares: [number, number][] = [];
    for (
      let at = Math.max(0, Math.floor(begin));
      at < Math.min(fromLength, Math.ceil(end));
      at += 1
    ) {
      const covered = Math.min(end, at + 1) - Math.max(begin, at);
      if (covered > 1e-9) shares.push([at, covered * scale]);
    }
    return shares;
  });
}
