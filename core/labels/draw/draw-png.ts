/** A label as a picture for the screen: the printer's dots, with soft edges. */
import type { ArrangedLabel } from "../layout/items.ts";
import { encodePng } from "../png.ts";
import type { GlyphDots } from "../text/glyph-dots.ts";
import { dotsPerMm } from "../dots.ts";
import { onCanvasOf, paintItems } from "./paint-label.ts";

/** @returns The label's dots as an 8-bit grey PNG that names its density. */
export function drawPng(label: ArrangedLabel, glyphs: GlyphDots): Uint8Array {
  const dots = dotsPerMm(label.dpi);
  return onCanvasOf(label, (canvas) => {
    paintItems(canvas, label.items, glyphs, dots);
    return encodePng(canvas, dots);
  });
}
