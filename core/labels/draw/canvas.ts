/**
 * A sheet of dots with ink from 0 (paper) to 255, and its 1-bit form. Printers have no grey:
 * half-covered dots are black.
 */
import { createHash } from "node:crypto";
import type { Box } from "../layout/items.ts";

/** `stride`: bytes from one row to the next, a multiple of eight. */
export type Canvas = {
  readonly width: number;
  readonly height: number;
  readonly stride: number;
  readonly ink: Uint8Array;
};

/** A rectangle in whole dots. */
export type DotBox = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** One bit per dot, 1 = black, each row padded to whole bytes. */
export type Bitmap = {
  readonly width: number;
  readonly height: number;
  readonly bytesPerRow: number;
  readonly bits: Uint8Array;
};

/**
 * Returns a canvas without ink.
 *
 * @param width Dots.
 * @param height Dots.
 */
export function createCanvas(width: number, height: number): Canvas {
  const stride = Math.ceil(width / 8) * 8;
  return { width, height, stride, ink: new Uint8Array(stride * height) };
}

/** Largest ink buffer that is kept for reuse, bytes; a label of 100 × 150 mm at 300 dpi fits. */
const MAX_KEPT_BYTES = 2.5 * 1024 * 1024;

/**
 * Ink of the last canvas, for reuse: a new canvas per label would leave a megabyte of garbage each
 * time.
 */
let kept: Uint8Array | undefined;

/**
 * Paints on a canvas that is reused, and returns the result of `paint`.
 *
 * @param width Dots.
 * @param height Dots.
 * @param paint Receives an empty canvas, which is reused once `paint` has returned.
 */
export function onCanvas<T>(width: number, height: number, paint: (canvas: Canvas) => T): T {
  const stride = Math.ceil(width / 8) * 8;
  const bytes = stride * height;
  const last = kept;
  kept = undefined; // a nested label gets another canvas
  const whole =
    last !== undefined && last.length >= bytes ? last.fill(0, 0, bytes) : new Uint8Array(bytes);
  try {
    return paint({ width, height, stride, ink: whole.subarray(0, bytes) });
  } finally {
    kept = whole.length <= MAX_KEPT_BYTES ? whole : last;
  }
}

/**
 * Converts a box from mm to whole dots. Edges are rounded, not lengths, so that boxes that touch in
 * millimetres also touch in dots. The minimum size is one dot.
 */
export function dotBox(box: Box, dotsPerMm: number): DotBox {
  const x = Math.round(box.x * dotsPerMm);
  const y = Math.round(box.y * dotsPerMm);
  return {
    x,
    y,
    width: Math.max(1, Math.round((box.x + box.w) * dotsPerMm) - x),
    height: Math.max(1, Math.round((box.y + box.h) * dotsPerMm) - y),
  };
}

/** Paints a box black; parts outside the canvas are left out. */
export function paintBox(canvas: Canvas, box: DotBox): void {
  const from = Math.max(0, box.x);
  const until = Math.min(canvas.width, box.x + box.width);
  for (let y = Math.max(0, box.y); y < Math.min(canvas.height, box.y + box.height); y++) {
    canvas.ink.fill(255, y * canvas.stride + from, y * canvas.stride + Math.max(from, until));
  }
}

/** Returns a white bitmap. */
export function createBitmap({
  width,
  height,
}: {
  readonly width: number;
  readonly height: number;
}): Bitmap {
  const bytesPerRow = Math.ceil(width / 8);
  return { width, height, bytesPerRow, bits: new Uint8Array(bytesPerRow * height) };
}

/**
 * Makes a box of a bitmap black, like `paintBox` on a canvas; parts outside the bitmap are left
 * out.
 */
export function blackenBox({ width, height, bytesPerRow, bits }: Bitmap, box: DotBox): void {
  const from = Math.max(0, box.x);
  const until = Math.min(width, box.x + box.width);
  if (from >= until) return;
  const first = from >> 3;
  const last = (until - 1) >> 3;
  const firstMask = 0xff >> (from & 7);
  const lastMask = (0xff00 >> (((until - 1) & 7) + 1)) & 0xff;
  for (let y = Math.max(0, box.y); y < Math.min(height, box.y + box.height); y++) {
    const row = y * bytesPerRow;
    if (first === last) {
      bits[row + first] = (bits[row + first] ?? 0) | (firstMask & lastMask);
      continue;
    }
    bits[row + first] = (bits[row + first] ?? 0) | firstMask;
    bits.fill(0xff, row + first + 1, row + last);
    bits[row + last] = (bits[row + last] ?? 0) | lastMask;
  }
}

/** Returns a hash that identifies the dots: the SHA-256 of the bitmap's size and bits, hex. */
export function rasterHashOf({ width, height, bits }: Bitmap): string {
  return createHash("sha256").update(`${width}×${height}\n`).update(bits).digest("hex");
}
