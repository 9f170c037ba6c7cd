/**
 * A small label in our own ZPL for the tests of the check, with a text, a rule and a barcode. Each
 * part can be replaced.
 */
import type { CheckedFor } from "../../../../core/labels/check/check-report.ts";
import { createBitmap } from "../../../../core/labels/draw/canvas.ts";
import { paintItems } from "../../../../core/labels/draw/paint-label.ts";
import { onBits } from "../../../../core/labels/draw/surfaces.ts";
import { textItem } from "../../../../core/labels/layout/text-parts.ts";
import type { PrintSettings } from "../../../../core/labels/print-settings.ts";
import {
  ZPL_NO_MATRIX_NOTE,
  zplBox,
  zplCode128,
  zplGraphic,
  zplLabel,
} from "../../../../core/labels/zpl.ts";
import { FONTS, ROOM } from "../a-label.ts";

export const BARCODE = "PB0012345678901";
export const PRINTER: CheckedFor = { widthMm: 100, heightMm: 150, dpi: 203 };
const SIZE = { width: 800, height: 1200 };
export const SYMBOL = { x: 110, y: 900, height: 224, moduleDots: 3 };

/**
 * Black, white, black, white: as much ink as text has.
 * @param width Dots, a multiple of 8.
 */
export function stripes(width: number, height: number): Uint8Array {
  return new Uint8Array((width / 8) * height).fill(0b1100_1100);
}

const WORDS = FONTS.shape(
  "bold",
  "Çağla Şimşekoğlu, Caferağa Mah. Moda Cad. Gül Apt. No: 112/A Kat: 3 Daire: 7",
);

/**
 * Letters as high as the box, cut off at its right edge.
 * @param width Dots, a multiple of 8.
 */
function letters(width: number, height: number): Uint8Array {
  const bitmap = createBitmap({ width, height });
  const size = height / 8 / (WORDS.inkTop - WORDS.inkBottom);
  paintItems(
    onBits(bitmap),
    [
      textItem(WORDS, size, { x: 0, w: width / 8 }, WORDS.inkTop * size, {
        field: "recipient.name",
        align: "left",
        tracking: 0,
      }),
    ],
    ROOM.glyphs,
    8,
  );
  return bitmap.bits;
}

/** A bitmap of text, 20 mm wide and 4 mm high by default. */
export function aText({
  x,
  y,
  width = 160,
  height = 32,
}: {
  readonly x: number;
  readonly y: number;
  readonly width?: number;
  readonly height?: number;
}): string {
  return zplGraphic({ x, y }, letters(width, height), width / 8);
}

/** The label's parts before any change. */
export const PARTS: readonly string[] = [
  aText({ x: 40, y: 40 }),
  aText({ x: 40, y: 100, width: 400 }),
  zplBox({ x: 32, y: 200, width: 736, height: 3 }),
  zplCode128(SYMBOL, BARCODE),
];

export function aZplLabel(
  parts: readonly string[] = PARTS,
  settings?: PrintSettings,
  size = SIZE,
): Uint8Array {
  const hasNote = parts.some((part) => part.startsWith("^FXmatrix"));
  return zplLabel(size, hasNote ? parts : [...parts, ZPL_NO_MATRIX_NOTE], settings);
}

/** Changes the label's bytes, as another program would. */
export function changed(label: Uint8Array, from: string, to: string): Uint8Array {
  const text = Buffer.from(label).toString("latin1");
  if (!text.includes(from)) throw new Error(`the label has no ${from}`);
  return Buffer.from(text.replace(from, to), "latin1");
}
