/**
 * Rasterises outlines. The share of each dot that the ink covers is computed from the signed areas
 * at the edges, summed along the row. A threshold at one half then gives the sharpest 1-bit letter
 * that an unhinted outline allows.
 */
import type { FontFace, OutlineStep } from "./glyphs.ts";

/** Coverage of the dots that a glyph touches. */
export type DrawnGlyph = {
  readonly width: number;
  readonly height: number;
  /**
   * Position of the top left dot relative to the glyph's origin, in dots; y downwards, so `top` is
   * negative above the baseline.
   */
  readonly left: number;
  readonly top: number;
  /** Row by row, from 0 for no ink to 255 for a fully covered dot. */
  readonly coverage: Uint8Array;
  /**
   * One bit per dot, rows padded to whole bytes with 0; 1 where at least half of the dot is
   * covered.
   */
  readonly dots: Uint8Array;
};

const NO_INK: DrawnGlyph = {
  width: 0,
  height: 0,
  left: 0,
  top: 0,
  coverage: new Uint8Array(0),
  dots: new Uint8Array(0),
};

/** Largest distance between a curve and the lines that approximate it, dots. */
const FLATNESS = 0.02;

/** Signed areas; one buffer for all glyphs of the thread, zero between glyphs. */
let areas = new Float32Array(16_384);
let stride = 0;

/**
 * Rasterises a glyph.
 *
 * @param size Dots per em; may be fractional.
 */
export function rasteriseGlyph(face: FontFace, glyphID: number, size: number): DrawnGlyph {
  const outline = face.outline(glyphID);
  const scale = size / face.unitsPerEm;
  const bounds = boundsOf(outline);
  if (bounds === undefined) return NO_INK;
  const left = Math.floor(bounds.minX * scale);
  const top = Math.floor(-bounds.maxY * scale);
  const width = Math.max(1, Math.ceil(bounds.maxX * scale) - left);
  const height = Math.max(1, Math.ceil(-bounds.minY * scale) - top);
  stride = width + 2;
  if (areas.length < stride * height) areas = new Float32Array(stride * height);
  addOutline(outline, scale, -left, -top);
  const coverage = takeCoverage(width, height);
  return { width, height, left, top, coverage, dots: dotsOf(coverage, width, height) };
}

/**
 * Returns the bounds of the control points, which curves never leave; undefined for an outline
 * without ink.
 */
function boundsOf(
  outline: readonly OutlineStep[],
): { minX: number; minY: number; maxX: number; maxY: number } | undefined {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { args } of outline) {
    for (let i = 0; i + 1 < args.length; i += 2) {
      const x = args[i] ?? 0;
      const y = args[i + 1] ?? 0;
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
    }
  }
  return minX <= maxX ? { minX, minY, maxX, maxY } : undefined;
}

/**
 * Adds the signed areas of a scaled outline. The y axis is flipped to point downwards.
 *
 * @param offsetX Added after scaling, dots; `offsetY` likewise.
 */
function addOutline(
  outline: readonly OutlineStep[],
  scale: number,
  offsetX: number,
  offsetY: number,
): void {
  let [x, y, startX, startY] = [0, 0, 0, 0];
  for (const { command, args } of outline) {
    if (command === "Z") {
      addEdge(x, y, startX, startY);
      [x, y] = [startX, startY];
      continue;
    }
    const ax = (args[0] ?? 0) * scale + offsetX;
    const ay = offsetY - (args[1] ?? 0) * scale;
    if (command === "M") {
      [x, y, startX, startY] = [ax, ay, ax, ay];
      continue;
    }
    if (command === "L") {
      addEdge(x, y, ax, ay);
      [x, y] = [ax, ay];
      continue;
    }
    const bx = (args[2] ?? 0) * scale + offsetX;
    const by = offsetY - (args[3] ?? 0) * scale;
    if (command === "Q") {
      addQuadratic(x, y, ax, ay, bx, by);
      [x, y] = [bx, by];
    } else {
      const cx = (args[4] ?? 0) * scale + offsetX;
      const cy = offsetY - (args[5] ?? 0) * scale;
      addCubic([x, y, ax, ay, bx, by, cx, cy]);
      [x, y] = [cx, cy];
    }
  }
}

// oxlint-disable-next-line max-params -- three points; an object for each curve would cost more than the curve
function addQuadratic(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
): void {
  const bend = Math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2);
  const steps = Math.max(1, Math.ceil(Math.sqrt(bend / (4 * FLATNESS))));
  let x = x0;
  let y = y0;
  for (let i = 1; i <= steps; i++) {
    const t = i / steps;
    const u = 1 - t;
    const toX = u * u * x0 + 2 * u * t * x1 + t * t * x2;
    const toY = u * u * y0 + 2 * u * t * y1 + t * t * y2;
    addEdge(x, y, toX, toY);
    x = toX;
    y = toY;
  }
}

function addCubic([x0, y0, x1, y1, x2, y2, x3, y3]: readonly [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
]): void {
  const bend = Math.max(
    Math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2),
    Math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3),
  );
  const steps = Math.max(1, Math.ceil(Math.sqrt((3 * bend) / (4 * FLATNESS))));
  let x = x0;
  let y = y0;
  for (let i = 1; i <= steps; i++) {
    const t = i / steps;
    const u = 1 - t;
    const toX = u * u * u * x0 + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t * t * t * x3;
    const toY = u * u * u * y0 + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t * t * t * y3;
    addEdge(x, y, toX, toY);
    x = toX;
    y = toY;
  }
}

/**
 * For each dot that the edge crosses, adds the signed area between the edge and the dot's right
 * side. Dots further right get the edge's whole height.
 */
function addEdge(fromX: number, fromY: number, toX: number, toY: number): void {
  if (fromY === toY) return;
  const isDown = fromY < toY;
  const direction = isDown ? 1 : -1;
  const y0 = isDown ? fromY : toY;
  const y1 = isDown ? toY : fromY;
  let x = isDown ? fromX : toX;
  const slope = ((isDown ? toX : fromX) - x) / (y1 - y0);
  const end = Math.ceil(y1);
  for (let row = Math.floor(y0); row < end; row++) {
    const rise = Math.min(row + 1, y1) - Math.max(row, y0);
    const nextX = x + slope * rise;
    addSpan(row * stride, Math.max(0, Math.min(x, nextX)), Math.max(0, x, nextX), direction * rise);
    x = nextX;
  }
}

/** Adds an edge's part within one row, from x `from` to x `until`, with height `rise`. */
function addSpan(row: number, from: number, until: number, rise: number): void {
  const first = Math.floor(from);
  const last = Math.ceil(until);
  const at = row + first;
  if (last <= first + 1) {
    const right = rise * ((from + until) / 2 - first);
    areas[at] = (areas[at] ?? 0) + rise - right;
    areas[at + 1] = (areas[at + 1] ?? 0) + right;
    return;
  }
  const perDot = rise / (until - from);
  let passed = 0;
  for (let column = first; column < last; column++) {
    const a = Math.max(from, column);
    const b = Math.min(until, column + 1);
    const part = perDot * (b - a);
    const right = part * (column + 1 - (a + b) / 2);
    areas[row + column] = (areas[row + column] ?? 0) + right + passed;
    passed = part - right;
  }
  areas[row + last] = (areas[row + last] ?? 0) + passed;
}

/** Reads the areas and resets them to zero. */
function takeCoverage(width: number, height: number): Uint8Array {
  const coverage = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const from = row * stride;
    let sum = 0;
    for (let column = 0; column < width; column++) {
      sum += areas[from + column] ?? 0;
      const covered = sum < 0 ? -sum : sum;
      coverage[row * width + column] = covered >= 1 ? 255 : covered * 255 + 0.5;
    }
  }
  // One more row, because rounding may leave a trace below the last row.
  areas.fill(0, 0, stride * (height + 1));
  return coverage;
}

function dotsOf(coverage: Uint8Array, width: number, height: number): Uint8Array {
  const wide = Math.ceil(width / 8);
  const dots = new Uint8Array(wide * height);
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at++) {
      if ((coverage[at] ?? 0) >= 128)
        dots[row * wide + (column >> 3)] =
          (dots[row * wide + (column >> 3)] ?? 0) | (0x80 >> (column & 7));
    }
  }
  return dots;
}
