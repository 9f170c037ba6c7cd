/** Drawn pages, in grey or in black and white. */
import { createBitmap, type Bitmap } from "../draw/canvas.ts";

/** A drawn page: ink of each dot from 0 (paper) to 255, row by row without gaps. */
export type Ink = { readonly width: number; readonly height: number; readonly ink: Uint8Array };

/**
 * Returns a page without ink.
 *
 * @param width Dots.
 * @param height Dots.
 */
export function createInk(width: number, height: number): Ink {
  return { width, height, ink: new Uint8Array(width * height) };
}

/** Darkest grey that still counts as paper; darker areas are surfaces. */
const GREYEST_PAPER = 80;
/** Smallest share of a page that is paper, 0 to 1. */
const MIN_PAPER = 0.3;
/** Largest difference in grey within blank paper. */
const NOISE = 12;

/**
 * Returns the grey of a page's paper: the most common light grey, because scans are greyish; 0 when
 * no grey is common enough.
 */
export function paperOf({ ink }: Ink): number {
  const counts = new Uint32Array(GREYEST_PAPER + 1);
  for (const value of ink) if (value <= GREYEST_PAPER) counts[value] = (counts[value] ?? 0) + 1;
  const most = counts.indexOf(Math.max(...counts));
  const near = counts
    .subarray(Math.max(0, most - NOISE), most + NOISE + 1)
    .reduce((sum, count) => sum + count, 0);
  return near >= MIN_PAPER * ink.length ? most : 0;
}

/** Returns the page as an uncompressed grey picture (PGM), which the symbol reader accepts. */
export function pgmOf({ width, height, ink }: Ink): Uint8Array {
  const head = Buffer.from(`P5 ${width} ${height} 255\n`);
  const file = new Uint8Array(head.length + ink.length);
  file.set(head);
  for (let i = 0; i < ink.length; i += 1) file[head.length + i] = 255 - (ink[i] ?? 0);
  return file;
}

/**
 * Returns the page with one bit per dot.
 *
 * @param page Each dot is 0 or 255.
 */
export function bitmapOf({ width, height, ink }: Ink): Bitmap {
  const bitmap = createBitmap({ width, height });
  ink.forEach((value, i) => {
    if (value === 0) return;
    const x = i % width;
    const at = ((i - x) / width) * bitmap.bytesPerRow + (x >> 3);
    bitmap.bits[at] = (bitmap.bits[at] ?? 0) | (0x80 >> (x & 7));
  });
  return bitmap;
}

/** Returns a bitmap as a drawn page. */
export function inkOf({ width, height, bytesPerRow, bits }: Bitmap): Ink {
  const page = createInk(width, height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1)
      if (((bits[y * bytesPerRow + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0)
        page.ink[y * width + x] = 255;
  }
  return page;
}
