/**
 * Draws a label for printers that only print dots: the same dots as ZPL prints, including the bars.
 */
import type { DotsLanguage } from "../../db/documents/documents.schema.ts";
import { dotsPerMmOf, mediaDots } from "../dots.ts";
import { writeDots } from "../dots-label.ts";
import type { DrawnLabel, DrawOrder } from "../label-renderer.ts";
import type { ArrangedLabel } from "../layout/items.ts";
import type { GlyphDots } from "../text/glyph-dots.ts";
import { createBitmap, rasterHashOf } from "./canvas.ts";
import { paintItems } from "./paint-label.ts";
import { onBits } from "./surfaces.ts";

/** Returns the label in TSPL or EPL, and the hash of its dots. */
export function drawDots(
  language: DotsLanguage,
  label: ArrangedLabel,
  { media, dpi, settings }: Pick<DrawOrder, "media" | "dpi" | "settings">,
  glyphs: GlyphDots,
): Pick<DrawnLabel, "bytes" | "rasterHash"> {
  const bitmap = createBitmap(mediaDots(label, dpi));
  paintItems(onBits(bitmap), label.items, glyphs, dotsPerMmOf(dpi));
  return {
    bytes: writeDots(language, bitmap, { media, dpi, settings }),
    rasterHash: rasterHashOf(bitmap),
  };
}
