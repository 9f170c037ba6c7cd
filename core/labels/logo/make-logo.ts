/**
 * Converts a picture to a label's logo: crops it, scales it to the size on a label, and converts it
 * to black and white. Drawings keep clean edges through a threshold between their two shades.
 * Photographs are dithered by Atkinson's method, which leaves light areas white: a thermal head
 * would print fine grey as a stain.
 */
import { errors } from "../../base/errors.ts";
import type { LogoDots } from "../../ports/logo.ts";
import type { Ink } from "../convert/ink.ts";
import { readPng } from "../convert/read-png.ts";
import { createCanvas } from "../draw/canvas.ts";
import { encodePng } from "../png.ts";

/**
 * Largest logo, dots. A logo on a label is about 25 mm wide; this is twice the dots of that width
 * at 203 dpi.
 */
const MAX_COLUMNS = 400;
const MAX_ROWS = 200;
const MAX_DOTS = 4_000_000;

/** Ink lighter than this counts as paper. */
const PAPER = 24;
/**
 * A picture is a photograph when it has more than 16 shades, and more than the share `part` of its
 * inked dots is between the shades `from` and `until`. A drawing's edges have a few dots of these
 * shades too.
 */
const GREY = { from: 72, until: 184, part: 0.3 } as const;

/** Density of the PNG for the screen. */
const SHOWN_DOTS_PER_MM = 8;

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47];

/**
 * Converts a PNG; the same picture gives the same dots.
 * @param file A PNG.
 * @throws AppError E2029
 */
export function makeLogo(file: Uint8Array): LogoDots {
  if (!SIGNATURE.every((byte, i) => file[i] === byte))
    throw errors.fileUnreadable("The logo is not a PNG. Save it as PNG.", { reason: "noPng" });
  const { canvas } = readPng(file, MAX_DOTS);
  const drawn = scaled(inked(canvas));
  const dots = isPhotograph(drawn) ? dithered(drawn) : cut(drawn);
  if (!dots.ink.includes(255))
    throw errors.fileUnreadable(
      "The logo shows nothing on white paper: it is empty, or white on a transparent ground.",
      { reason: "blank" },
    );
  return { columns: dots.width, rows: dots.height, bits: bitsOf(dots), png: pngOf(dots) };
}

/**
 * Crops the picture to its ink, and scales its darkest shade to black so that a light logo prints
 * too.
 */
function inked({ width, height, ink }: Ink): Ink {
  let [left, top, right, bottom, darkest] = [width, height, -1, -1, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const value = ink[y * width + x] ?? 0;
      if (value < PAPER) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
      darkest = Math.max(darkest, value);
    }
  }
  if (right < 0)
    throw errors.fileUnreadable(
      "The logo shows nothing on white paper: it is empty, or white on a transparent ground.",
      { reason: "blank" },
    );
  const out = new Uint8Array((right - left + 1) * (bottom - top + 1));
  for (let y = top, at = 0; y <= bottom; y++)
    for (let x = left; x <= right; x++, at++)
      out[at] = Math.round(((ink[y * width + x] ?? 0) * 255) / darkest);
  return { width: right - left + 1, height: bottom - top + 1, ink: out };
}

/** Shrinks the picture to the largest logo size; each dot is the mean of its area. */
function scaled(page: Ink): Ink {
  const k = Math.min(1, MAX_COLUMNS / page.width, MAX_ROWS / page.height);
  if (k === 1) return page;
  const width = Math.max(1, Math.round(page.width * k));
  const height = Math.max(1, Math.round(page.height * k));
  const ink = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      ink[y * width + x] = meanOf(page, [x / width, (x + 1) / width, y / height, (y + 1) / height]);
  return { width, height, ink };
}

/**
 * Averages the ink of an area.
 *
 * @param area Left, right, top and bottom as fractions of the page.
 */
function meanOf(
  { width, height, ink }: Ink,
  [left, right, top, bottom]: readonly [number, number, number, number],
): number {
  const [x0, x1, y0, y1] = [left * width, right * width, top * height, bottom * height];
  let [sum, weight] = [0, 0];
  for (let y = Math.floor(y0); y < Math.min(height, Math.ceil(y1)); y++) {
    const high = Math.min(y + 1, y1) - Math.max(y, y0);
    for (let x = Math.floor(x0); x < Math.min(width, Math.ceil(x1)); x++) {
      const covered = high * (Math.min(x + 1, x1) - Math.max(x, x0));
      sum += covered * (ink[y * width + x] ?? 0);
      weight += covered;
    }
  }
  return weight === 0 ? 0 : Math.round(sum / weight);
}

function isPhotograph({ ink }: Ink): boolean {
  let [drawn, grey] = [0, 0];
  for (const value of ink) {
    if (value >= PAPER) drawn++;
    if (value > GREY.from && value < GREY.until) grey++;
  }
  return grey > drawn * GREY.part && shadesOf(ink) > 16;
}

function shadesOf(ink: Uint8Array): number {
  return new Set(ink).size;
}

/** Converts to black and white at the shade that best separates two groups of shades (Otsu). */
function cut({ width, height, ink }: Ink): Ink {
  const counts = Array.from({ length: 256 }, () => 0);
  for (const value of ink) counts[value] = (counts[value] ?? 0) + 1;
  const all = counts.reduce((sum, n, value) => sum + n * value, 0);
  let [below, sumBelow, best, threshold] = [0, 0, -1, 128];
  counts.forEach((n, value) => {
    below += n;
    sumBelow += n * value;
    const above = ink.length - below;
    if (below === 0 || above === 0) return;
    const between = below * above * (sumBelow / below - (all - sumBelow) / above) ** 2;
    if (between > best) [best, threshold] = [between, value + 1];
  });
  return { width, height, ink: ink.map((value) => (value >= threshold ? 255 : 0)) };
}

const ATKINSON: readonly (readonly [x: number, y: number])[] = [
  [1, 0],
  [2, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
  [0, 2],
];

function dithered({ width, height, ink }: Ink): Ink {
  const shades = Float32Array.from(ink);
  const out = new Uint8Array(ink.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const value = shades[at] ?? 0;
      out[at] = value >= 128 ? 255 : 0;
      const rest = (value - (out[at] ?? 0)) / 8;
      for (const [dx, dy] of ATKINSON)
        if (x + dx >= 0 && x + dx < width && y + dy < height)
          shades[at + dy * width + dx] = (shades[at + dy * width + dx] ?? 0) + rest;
    }
  }
  return { width, height, ink: out };
}

function bitsOf({ width, height, ink }: Ink): string {
  const bytesPerRow = Math.ceil(width / 8);
  const bits = Buffer.alloc(bytesPerRow * height);
  ink.forEach((value, i) => {
    if (value === 0) return;
    const byte = Math.floor(i / width) * bytesPerRow + ((i % width) >> 3);
    bits[byte] = (bits[byte] ?? 0) | (0x80 >> ((i % width) & 7));
  });
  return bits.toString("base64");
}

function pngOf({ width, height, ink }: Ink): Uint8Array {
  const canvas = createCanvas(width, height);
  for (let y = 0; y < height; y++)
    canvas.ink.set(ink.subarray(y * width, (y + 1) * width), y * canvas.stride);
  return encodePng(canvas, SHOWN_DOTS_PER_MM);
}
