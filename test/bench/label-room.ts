/** Loads what the renderer's thread holds, to measure it within this process. */
import { LABEL_MEDIA } from "../../core/db/documents/media.schema.ts";
import { arrange, type DrawingContext } from "../../core/labels/draw/draw-label.ts";
import type { Dpi } from "../../core/labels/labels.schema.ts";
import type { ArrangedLabel } from "../../core/labels/layout/items.ts";
import { loadLayouts } from "../../core/labels/layout/layouts.ts";
import { createGlyphDots } from "../../core/labels/text/glyph-dots.ts";
import { loadLabelFonts } from "../../core/labels/text/label-fonts.ts";
import { RESOURCES } from "../helpers/folders.ts";
import { parcelLabel } from "./label-models.ts";

const GLYPH_BYTES = 8 * 1024 * 1024;

export async function loadRoom(): Promise<DrawingContext> {
  const fonts = await loadLabelFonts(RESOURCES);
  return { fonts, glyphs: createGlyphDots(fonts, GLYPH_BYTES), layouts: loadLayouts(RESOURCES) };
}

/** Arranges the label of a parcel on 100 × 150 mm. */
export function arrangeParcel(room: DrawingContext, n: number, dpi: Dpi): ArrangedLabel {
  return arrange({ model: parcelLabel(n), media: LABEL_MEDIA, dpi }, room);
}
