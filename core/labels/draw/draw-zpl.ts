/**
 * Draws a label as ZPL. Barcodes are the printer's own command with whole-dot modules, or single
 * black boxes for a text that contains ">". Everything else is a bitmap, so that it needs no font
 * in the printer and keeps its exact position. The bitmap is cut to its ink, and no piece touches a
 * barcode.
 */
import type { ArrangedLabel, BarsItem } from "../layout/items.ts";
import type { GlyphDots } from "../text/glyph-dots.ts";
import { dotsPerMmOf, mediaDots } from "../dots.ts";
import { PLAIN_SETTINGS, type PrintSettings } from "../print-settings.ts";
import {
  zplBarsNote,
  ZPL_NO_MATRIX_NOTE,
  zplBox,
  zplCode128,
  zplGraphic,
  zplLabel,
  zplMatrixNote,
} from "../zpl.ts";
import { blackenBox, createBitmap, dotBox, rasterHashOf } from "./canvas.ts";
import { cutBitmap, pieceOf } from "./cut-bitmap.ts";
import { barBoxes, paintItems } from "./paint-label.ts";
import { onBits } from "./surfaces.ts";

export type DrawnZpl = {
  readonly bytes: Uint8Array;
  /** SHA-256 of the label's dots, hex. It does not depend on the printer's settings. */
  readonly rasterHash: string;
};

/** Returns the label's ZPL, and the hash of its dots. */
export function drawZpl(
  label: ArrangedLabel,
  glyphs: GlyphDots,
  settings: PrintSettings = PLAIN_SETTINGS,
): DrawnZpl {
  const dotsPerMm = dotsPerMmOf(label.dpi);
  const bars = label.items.filter((item): item is BarsItem => item.kind === "code128");
  const bitmap = createBitmap(mediaDots(label, label.dpi));
  paintItems(
    onBits(bitmap),
    label.items.filter((item) => item.kind !== "code128"),
    glyphs,
    dotsPerMm,
  );
  const pieces = cutBitmap(
    bitmap,
    bars.map((item) => dotBox(item, dotsPerMm)),
  );
  if (pieces === undefined) throw new Error("ink of the label surrounds its barcode");
  const graphics = pieces.map((piece) => {
    const { rows, bytesPerRow } = pieceOf(bitmap, piece);
    return zplGraphic(piece, rows, bytesPerRow, settings.graphics);
  });
  // The hash covers all dots, so the bars are added after the pieces were cut.
  for (const box of bars.flatMap((item) => barBoxes(item, dotsPerMm))) blackenBox(bitmap, box);
  const rasterHash = rasterHashOf(bitmap);
  const codes = bars.flatMap((item) => barCommands(item, dotsPerMm));
  const notes = label.items.flatMap((item) =>
    item.kind === "matrix" ? [zplMatrixNote(dotBox(item, dotsPerMm))] : [],
  );
  return {
    bytes: zplLabel(
      bitmap,
      [...graphics, ...codes, ...(notes.length === 0 ? [ZPL_NO_MATRIX_NOTE] : notes)],
      settings,
    ),
    rasterHash,
  };
}

/**
 * Writes a barcode. A text with ">" is sent bar by bar: ">" starts a command inside Code 128 data,
 * and only some printers ignore such commands in automatic mode.
 */
function barCommands(item: BarsItem, dotsPerMm: number): readonly string[] {
  const box = dotBox(item, dotsPerMm);
  if (item.text.includes(">"))
    return [...barBoxes(item, dotsPerMm).map(zplBox), zplBarsNote(box, item.moduleDots)];
  return [zplCode128({ ...box, moduleDots: item.moduleDots }, item.text)];
}
