/**
 * A label as ZPL. Text is a bitmap of our own font, so it needs no font in the printer and stands where the layout
 * put it; the symbol is the printer's own command, its modules whole dots.
 */
import { createCanvas, dotBox, inkBox, paintBox, paintText, type Canvas } from "./canvas.ts";
import { moduleWidth } from "./code128.ts";
import type { LabelFonts } from "./label-fonts.ts";
import { layoutLabel } from "./label-layout.ts";
import type { Dpi, LabelModel } from "./labels.schema.ts";
import type { LayoutItem, PanelItem, SymbolItem, TextItem } from "./layout-items.ts";
import { dotsPerMm, zplBox, zplCode128, zplGraphic, zplLabel } from "./zpl.ts";

/** @throws AppError E1072 when the barcode is too long for the label. */
export function drawZpl(model: LabelModel, fonts: LabelFonts, dpi: Dpi): Uint8Array {
  const layout = layoutLabel(model, fonts);
  const dots = dotsPerMm(dpi);
  const size = { width: Math.round(layout.widthMm * dots), height: Math.round(layout.heightMm * dots) };
  return zplLabel(size, layout.items.flatMap((item) => itemCommands(item, fonts, dots)));
}

function itemCommands(item: LayoutItem, fonts: LabelFonts, dots: number): readonly string[] {
  switch (item.kind) {
    case "text":
      return textGraphic(item, fonts, dots);
    case "panel":
      return [panelGraphic(item, fonts, dots)];
    case "rule":
      return [zplBox(dotBox(item, dots))];
    case "code128":
      return symbolCommands(item, dots);
  }
}

function textGraphic(item: TextItem, fonts: LabelFonts, dots: number): readonly string[] {
  const box = inkBox(fonts, item, dots);
  if (box === undefined) return [];
  // A field's origin cannot be negative: an overhanging first letter at the very edge loses that edge only.
  const offset = { x: Math.max(0, box.x), y: Math.max(0, box.y) };
  const canvas = createCanvas(box.x + box.width - offset.x, box.y + box.height - offset.y);
  paintText(canvas, fonts, item, { dotsPerMm: dots, offset });
  return [graphic(canvas, offset)];
}

function panelGraphic(item: PanelItem, fonts: LabelFonts, dots: number): string {
  const box = dotBox(item, dots);
  const canvas = createCanvas(box.width, box.height);
  paintBox(canvas, { x: 0, y: 0, width: box.width, height: box.height });
  for (const text of item.texts) paintText(canvas, fonts, text, { dotsPerMm: dots, offset: box, erase: true });
  return graphic(canvas, box);
}

function symbolCommands(item: SymbolItem, dots: number): readonly string[] {
  const moduleDots = Math.round(moduleWidth(item.symbol.modules, item.w, dots) * dots);
  const box = dotBox(item, dots);
  const x = box.x + Math.round((box.width - item.symbol.modules * moduleDots) / 2);
  // ">" opens a command inside Code128 data, and printers differ on whether automatic mode still reads it as one.
  if (item.text.includes(">")) {
    return item.symbol.bars.map(([first, wide]) => zplBox({ x: x + first * moduleDots, y: box.y, width: wide * moduleDots, height: box.height }));
  }
  return [zplCode128({ x, y: box.y, height: box.height, moduleDots }, item.text)];
}

function graphic(canvas: Canvas, at: { readonly x: number; readonly y: number }): string {
  const bytesPerRow = Math.ceil(canvas.width / 8);
  const rows = new Uint8Array(bytesPerRow * canvas.height);
  for (let y = 0; y < canvas.height; y++) {
    for (let x = 0; x < canvas.width; x++) {
      if ((canvas.ink[y * canvas.width + x] ?? 0) < 128) continue;
      const at8 = y * bytesPerRow + (x >> 3);
      rows[at8] = (rows[at8] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return zplGraphic(at, rows, bytesPerRow);
}
