/** A label as a picture for the screen: the printer's dots, with soft edges. */
import { createCanvas, dotBox, paintBox, paintText } from "./canvas.ts";
import { moduleWidth } from "./code128.ts";
import type { LabelFonts } from "./label-fonts.ts";
import { layoutLabel } from "./label-layout.ts";
import type { Dpi, LabelModel } from "./labels.schema.ts";
import { encodePng } from "./png.ts";
import { dotsPerMm } from "./zpl.ts";

/** @throws AppError E1072 when the barcode is too long for the label. */
export function drawPng(model: LabelModel, fonts: LabelFonts, dpi: Dpi): Uint8Array {
  const layout = layoutLabel(model, fonts);
  const dots = dotsPerMm(dpi);
  const canvas = createCanvas(Math.round(layout.widthMm * dots), Math.round(layout.heightMm * dots));
  const onSheet = { dotsPerMm: dots, offset: { x: 0, y: 0 } };
  for (const item of layout.items) {
    if (item.kind === "text") {
      paintText(canvas, fonts, item, onSheet);
      continue;
    }
    const box = dotBox(item, dots);
    if (item.kind === "rule") paintBox(canvas, box);
    if (item.kind === "panel") {
      paintBox(canvas, box);
      for (const text of item.texts) paintText(canvas, fonts, text, { ...onSheet, erase: true });
    }
    if (item.kind === "code128") {
      const wide = Math.round(moduleWidth(item.symbol.modules, item.w, dots) * dots);
      const x = box.x + Math.round((box.width - item.symbol.modules * wide) / 2);
      for (const [first, modules] of item.symbol.bars) paintBox(canvas, { x: x + first * wide, y: box.y, width: modules * wide, height: box.height });
    }
  }
  return encodePng(canvas, dots);
}
