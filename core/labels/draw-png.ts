/** A label as a picture for the screen: the printer's dots, with soft edges. */
import type { LabelFonts } from "./label-fonts.ts";
import { layoutLabel } from "./label-layout.ts";
import type { Dpi, LabelModel } from "./labels.schema.ts";
import { labelDots, paintItems } from "./paint-layout.ts";
import { encodePng } from "./png.ts";
import { dotsPerMm } from "./zpl.ts";

/** @throws AppError E1072 when the barcode is too long for the label. */
export function drawPng(model: LabelModel, fonts: LabelFonts, dpi: Dpi): Uint8Array {
  const layout = layoutLabel(model, fonts);
  const dots = dotsPerMm(dpi);
  return encodePng(paintItems(layout.items, fonts, dots, labelDots(layout, dots)), dots);
}
