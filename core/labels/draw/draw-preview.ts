/**
 * Previews a label before it is bought: its picture, and data that the paper or the fonts will not
 * show.
 */
import { isAppError } from "../../base/errors.ts";
import type { PreviewedLabel, PreviewOrder } from "../label-renderer.ts";
import type { ArrangedLabel } from "../layout/items.ts";
import { fieldTexts } from "../layout/label-fields.ts";
import { LABEL_FIELDS } from "../layout/layout.schema.ts";
import type { LabelFonts } from "../text/glyphs.ts";
import { arrange, type DrawingContext } from "./draw-label.ts";
import { drawPng } from "./draw-png.ts";

/**
 * Draws a preview. A label that does not fit is reported in the result, not thrown.
 *
 * @throws AppError E2058 for a layout that this version does not have.
 */
export function drawPreview(order: PreviewOrder, context: DrawingContext): PreviewedLabel {
  const transliterated = changedTexts(order, context.fonts);
  const arranged = arrangeOr(order, context);
  if ("code" in arranged) return { png: null, refused: arranged, omitted: [], transliterated };
  return {
    png: drawPng(arranged, context.glyphs),
    refused: null,
    omitted: arranged.omitted,
    transliterated,
  };
}

function arrangeOr(
  order: PreviewOrder,
  context: DrawingContext,
): ArrangedLabel | NonNullable<PreviewedLabel["refused"]> {
  try {
    return arrange(order, context);
  } catch (error) {
    if (isAppError(error) && (error.code === "E1072" || error.code === "E2057"))
      return { code: error.code, message: error.message };
    throw error;
  }
}

/** Returns the fields with letters that the fonts lack, as written by people and as printed. */
function changedTexts(
  { model }: PreviewOrder,
  fonts: LabelFonts,
): PreviewedLabel["transliterated"] {
  const texts = fieldTexts(model);
  return LABEL_FIELDS.flatMap((field) => {
    const changed = texts[field]
      .map((from) => ({ from, written: fonts.writable(from) }))
      .filter(({ written }) => written.isTransliterated);
    return changed.length === 0
      ? []
      : [
          {
            field,
            from: changed.map(({ from }) => from).join(", "),
            to: changed.map(({ written }) => written.text.trim()).join(", "),
          },
        ];
  });
}
