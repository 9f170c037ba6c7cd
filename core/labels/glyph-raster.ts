/**
 * Glyph outlines to dots. Each glyph's coverage is computed exactly (signed areas, summed along the row), so a
 * threshold at one half gives the crispest 1-bit letter an unhinted outline can have. Cached: a label repeats letters,
 * and labels repeat sizes.
 */
import type { FontGlyph, LabelFont } from "./label-fonts.ts";

export type GlyphDots = {
  readonly width: number;
  readonly height: number;
  /** Offset of the top left dot from the glyph's origin, in dots; y downwards, so `top` is negative above the line. */
  readonly left: number;
  readonly top: number;
  /** Part of each dot the ink covers, 0…1. */
  readonly coverage: Float32Array;
};

const CURVE_STEPS = 6;
/** Letters × sizes of a busy day; beyond it the oldest go. */
const CACHE_LIMIT = 6_000;
const cache = new Map<string, GlyphDots>();

/** @param size Dots per em; need not be whole. */
export function glyphDots(font: LabelFont, codePoint: number, size: number): GlyphDots {
  const key = `${font.face}|${codePoint}|${size}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const dots = rasterise(font.glyph(codePoint), size / font.unitsPerEm, size);
  if (cache.size >= CACHE_LIMIT) cache.delete(cache.keys().next().value ?? key);
  cache.set(key, dots);
  return dots;
}

function rasterise(glyph: FontGlyph, scale: number, size: number): GlyphDots {
  if (glyph.outline.length === 0) return { width: 0, height: 0, left: 0, top: 0, coverage: new Float32Array(0) };
  const left = Math.floor(glyph.bounds.minX * size) - 1;
  const top = Math.floor(-glyph.bounds.maxY * size) - 1;
  const width = Math.ceil(glyph.bounds.maxX * size) + 1 - left;
  const height = Math.ceil(-glyph.bounds.minY * size) + 1 - top;
  const areas = createAreas(width, height);
  walkOutline(glyph, (x0, y0, x1, y1) => areas.line(x0 * scale - left, -y0 * scale - top, x1 * scale - left, -y1 * scale - top));
  return { width, height, left, top, coverage: areas.coverage() };
}

type Line = (x0: number, y0: number, x1: number, y1: number) => void;

function walkOutline(glyph: FontGlyph, line: Line): void {
  let x = 0;
  let y = 0;
  let startX = 0;
  let startY = 0;
  const to = (nextX: number, nextY: number): void => {
    line(x, y, nextX, nextY);
    x = nextX;
    y = nextY;
  };
  for (const { command, args } of glyph.outline) {
    const [a = 0, b = 0, c = 0, d = 0] = args;
    if (command === "moveTo") {
      [x, y, startX, startY] = [a, b, a, b];
    } else if (command === "lineTo") {
      to(a, b);
    } else if (command === "quadraticCurveTo") {
      const [fromX, fromY] = [x, y];
      for (let i = 1; i <= CURVE_STEPS; i++) {
        const t = i / CURVE_STEPS;
        const u = 1 - t;
        to(u * u * fromX + 2 * u * t * a + t * t * c, u * u * fromY + 2 * u * t * b + t * t * d);
      }
    } else if (command === "closePath") {
      to(startX, startY);
    } else {
      throw new Error(`outline command ${command} is not of a TrueType font`);
    }
  }
}

/** Sums the signed area each edge leaves in each dot; running sums along a row are then the coverage. */
function createAreas(width: number, height: number): { line: Line; coverage(): Float32Array } {
  const stride = width + 1;
  const sums = new Float32Array(stride * height);
  const add = (row: number, column: number, value: number): void => {
    if (column >= 0 && column < stride) sums[row * stride + column] = (sums[row * stride + column] ?? 0) + value;
  };
  /** Spreads `rise` (signed) of an edge that crosses a row from x `from` to x `until` over the dots it touches. */
  const addSpan = (row: number, from: number, until: number, rise: number): void => {
    const first = Math.floor(from);
    const last = Math.max(first, Math.ceil(until) - 1);
    const span = until - from;
    let passed = 0;
    for (let column = first; column <= last; column++) {
      // What lies right of the edge is covered: within this dot in part, beyond it whole.
      const a = Math.max(from, column);
      const b = Math.min(until, column + 1);
      const part = span === 0 ? 1 : (b - a) / span;
      const right = column + 1 - (a + b) / 2;
      add(row, column, rise * part * right + passed);
      passed = rise * part * (1 - right);
    }
    add(row, last + 1, passed);
  };
  return {
    line(x0, y0, x1, y1) {
      if (y0 === y1) return;
      const direction = y0 < y1 ? 1 : -1;
      const [topX, topY, bottomX, bottomY] = y0 < y1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0];
      const slope = (bottomX - topX) / (bottomY - topY);
      for (let row = Math.max(0, Math.floor(topY)); row < Math.min(height, Math.ceil(bottomY)); row++) {
        const from = Math.max(topY, row);
        const until = Math.min(bottomY, row + 1);
        const xFrom = topX + (from - topY) * slope;
        const xUntil = topX + (until - topY) * slope;
        addSpan(row, Math.min(xFrom, xUntil), Math.max(xFrom, xUntil), direction * (until - from));
      }
    },
    coverage() {
      const out = new Float32Array(width * height);
      for (let row = 0; row < height; row++) {
        let sum = 0;
        for (let column = 0; column < width; column++) {
          sum += sums[row * stride + column] ?? 0;
          out[row * width + column] = Math.min(1, Math.abs(sum));
        }
      }
      return out;
    },
  };
}
