/** Draws a label as a picture for the screen: the printer's dots, with soft edges. */
import type { ArrangedLabel } from "../layout/items.ts";
import { encodePng } from "../png.ts";
import type { GlyphDots } from "../text/glyph-dots.ts";
import { dotsPerMmOf, mediaDots } from "../dots.ts";
import { onCanvas } from "./canvas.ts";
import { paintItems } from "./paint-label.ts";
import { onGrey } from "./surfaces.ts";

/** Returns the label's dots as an 8-bit grey PNG that states its density. */
export function drawPng(label: ArrangedLabel, glyphs: GlyphDots): Uint8Array {
  const dotsPerMm = dotsPerMmOf(label.dpi);
  const { width, height } = mediaDots(label, label.dpi);
  return onCanvas(width, height, (canvas) => {
    paintItems(onGrey(canvas), label.items, glyphs, dotsPerMm);
    return encodePng(canvas, dotsPerMm);
  });
}
