/**
 * A label as ZPL: the symbol is the printer's own command with whole-dot modules, and text is a bitmap of our own
 * fonts, so it needs no font in the printer and stands where the layout put it. Each text is a bitmap of its own, cut
 * to its ink: empty areas are neither sent nor drawn, and no bitmap overlaps the symbol.
 */
import { dotBox, type Canvas, type DotBox } from "./canvas.ts";
import type { LabelFonts } from "./label-fonts.ts";
import { layoutLabel } from "./label-layout.ts";
import type { Dpi, LabelModel } from "./labels.schema.ts";
import type { LayoutItem, PanelItem, SymbolItem, TextItem } from "./layout-items.ts";
import { ASCENT, DESCENT } from "./layout-pen.ts";
import { labelDots, paintItems, symbolDots } from "./paint-layout.ts";
import { dotsPerMm, zplBox, zplCode128, zplGraphic, zplLabel } from "./zpl.ts";

/** @throws AppError E1072 when the barcode is too long for the label. */
export function drawZpl(model: LabelModel, fonts: LabelFonts, dpi: Dpi): Uint8Array {
  const layout = layoutLabel(model, fonts);
  const dots = dotsPerMm(dpi);
  const label = labelDots(layout, dots);
  return zplLabel(label, layout.items.flatMap((item) => itemCommands(item, { fonts, dots, label })));
}

type Press = { readonly fonts: LabelFonts; readonly dots: number; readonly label: DotBox };

function itemCommands(item: LayoutItem, press: Press): readonly string[] {
  switch (item.kind) {
    case "text":
      return graphicOf(item, within(press.label, textDots(item, press.dots)), press);
    case "panel":
      return graphicOf(item, dotBox(item, press.dots), press);
    case "rule":
      return [zplBox(dotBox(item, press.dots))];
    case "code128":
      return symbolCommands(item, press.dots);
  }
}

function symbolCommands(item: SymbolItem, dots: number): readonly string[] {
  const symbol = symbolDots(item, dots);
  // ">" opens a command inside Code128 data, and printers differ on whether automatic mode still reads it as one.
  if (item.text.includes(">")) return symbol.bars.map(zplBox);
  return [zplCode128(symbol, item.text)];
}

/** Room enough for all ink of a text: its line box, and a little beside it for letters that hang over. */
function textDots(item: TextItem, dots: number): DotBox {
  const overhang = item.size * 0.2;
  const box = { x: item.x - overhang, y: item.baseline - ASCENT * item.size, w: item.width + 2 * overhang, h: (ASCENT + DESCENT) * item.size };
  const { x, y, width, height } = dotBox(box, dots);
  return { x: x - 2, y: y - 2, width: width + 4, height: height + 4 };
}

/** A field's origin cannot be negative, and beyond the label nothing prints. */
function within(label: DotBox, box: DotBox): DotBox {
  const x = Math.max(0, box.x);
  const y = Math.max(0, box.y);
  return { x, y, width: Math.min(label.width, box.x + box.width) - x, height: Math.min(label.height, box.y + box.height) - y };
}

function graphicOf(item: TextItem | PanelItem, part: DotBox, press: Press): readonly string[] {
  const canvas = paintItems([item], press.fonts, press.dots, part);
  const ink = inkOf(canvas);
  if (ink === undefined) return [];
  const bytesPerRow = Math.ceil(ink.width / 8);
  const rows = new Uint8Array(bytesPerRow * ink.height);
  for (let y = 0; y < ink.height; y++) {
    for (let x = 0; x < ink.width; x++) {
      if (!isBlack(canvas, ink.x + x, ink.y + y)) continue;
      const byte = y * bytesPerRow + (x >> 3);
      rows[byte] = (rows[byte] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return [zplGraphic({ x: part.x + ink.x, y: part.y + ink.y }, rows, bytesPerRow)];
}

/** A printer has no grey: half covered is black. */
function isBlack(canvas: Canvas, x: number, y: number): boolean {
  return (canvas.ink[y * canvas.width + x] ?? 0) >= 128;
}

function inkOf(canvas: Canvas): DotBox | undefined {
  let [left, top, right, bottom] = [canvas.width, canvas.height, -1, -1];
  for (let y = 0; y < canvas.height; y++) {
    for (let x = 0; x < canvas.width; x++) {
      if (!isBlack(canvas, x, y)) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  return right < 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
