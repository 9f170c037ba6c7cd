/** Writes a drawn page as ZPL: one bitmap, cut to its ink. */
import { PLAIN_SETTINGS, type PrintSettings } from "../print-settings.ts";
import { zplGraphic, zplLabel } from "../zpl.ts";
import type { Ink } from "./ink.ts";

/**
 * Writes one label, `^XA` to `^XZ`.
 *
 * @param canvas The label; each dot is 0 or 255.
 */
export function rasterZpl(
  { width, height, ink }: Ink,
  settings: PrintSettings = PLAIN_SETTINGS,
): Uint8Array {
  let [left, top, right, bottom] = [width, height, -1, -1];
  ink.forEach((value, i) => {
    if (value === 0) return;
    const x = i % width;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, (i - x) / width);
    bottom = (i - x) / width;
  });
  if (right < 0) return zplLabel({ width, height }, [], settings);
  const bytesPerRow = Math.ceil((right - left + 1) / 8);
  const rows = new Uint8Array(bytesPerRow * (bottom - top + 1));
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      if (ink[y * width + x] === 0) continue;
      const at = (y - top) * bytesPerRow + ((x - left) >> 3);
      rows[at] = (rows[at] ?? 0) | (0x80 >> ((x - left) & 7));
    }
  }
  return zplLabel(
    { width, height },
    [zplGraphic({ x: left, y: top }, rows, bytesPerRow, settings.graphics)],
    settings,
  );
}
