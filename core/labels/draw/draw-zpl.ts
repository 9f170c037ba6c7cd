/**
 * A label as ZPL: barcodes are the printer's own command with whole-dot modules; everything else is a bitmap, so it needs no font
 * in the printer and stands where the layout put it. The bitmap is cut to its ink, and no piece of it touches a barcode.
 */
import { createHash } from "node:crypto";
import type { ArrangedLabel, BarsItem } from "../layout/items.ts";
import type { GlyphDots } from "../text/glyph-dots.ts";
import { dotsPerMm, PLAIN_ZPL, zplCode128, zplGraphic, zplLabel, zplMatrixNote, type ZplSettings } from "../zpl.ts";
import { dotBox, toBitmap, type Bitmap, type Canvas } from "./canvas.ts";
import { cutBitmap, pieceOf } from "./cut-bitmap.ts";
import { canvasOf, paintItems } from "./paint-label.ts";

export type DrawnZpl = {
  readonly bytes: Uint8Array;
  /** SHA-256 of the label's dots, hex: the same label has the same, whatever the settings of its printer are. */
  readonly rasterHash: string;
};

/** @returns The label's ZPL, and what its dots are known by. */
export function drawZpl(label: ArrangedLabel, glyphs: GlyphDots, settings: ZplSettings = PLAIN_ZPL): DrawnZpl {
  const dots = dotsPerMm(label.dpi);
  const canvas = canvasOf(label);
  const bars = label.items.filter((item): item is BarsItem => item.kind === "code128");
  // ">" opens a command inside Code128 data, and printers differ on whether automatic mode still reads it as one.
  const commanded = bars.filter(({ text }) => !text.includes(">"));
  paintItems(canvas, label.items.filter((item) => item.kind !== "code128" || !commanded.includes(item)), glyphs, dots);
  const bitmap = toBitmap(canvas);
  const pieces = cutBitmap(bitmap, commanded.map((item) => dotBox(item, dots)));
  const whole = (): Bitmap => {
    paintItems(canvas, commanded, glyphs, dots);
    return toBitmap(canvas);
  };
  const rasterHash = hashOf(canvas, whole());
  if (pieces === undefined) throw new Error("a text of the label surrounds its barcode");
  const graphics = pieces.map((piece) => {
    const { rows, bytesPerRow } = pieceOf(bitmap, piece);
    return zplGraphic(piece, rows, bytesPerRow, settings.graphics);
  });
  const codes = commanded.map((item) => zplCode128({ ...dotBox(item, dots), moduleDots: item.moduleDots }, item.text));
  const notes = label.items.flatMap((item) => (item.kind === "matrix" ? [zplMatrixNote(dotBox(item, dots))] : []));
  return { bytes: zplLabel(canvas, [...graphics, ...codes, ...notes], settings), rasterHash };
}

function hashOf({ width, height }: Canvas, { bits }: Bitmap): string {
  return createHash("sha256").update(`${width}×${height}\n`).update(bits).digest("hex");
}
