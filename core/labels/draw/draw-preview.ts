/** A label before it is bought: how it will look, and what of its data the paper or the fonts will not show. */
import { isAppError } from "../../base/errors.ts";
import type { PreviewedLabel, PreviewOrder } from "../label-renderer.ts";
import type { ArrangedLabel } from "../layout/items.ts";
import { fieldTexts } from "../layout/label-fields.ts";
import { LABEL_FIELDS, type LabelField, type LayoutNode } from "../layout/layout.schema.ts";
import { layoutKey } from "../layout/layouts.ts";
import type { LabelFonts } from "../text/glyphs.ts";
import { arrange, type DrawingRoom } from "./draw-label.ts";
import { drawPng } from "./draw-png.ts";

/** A label that does not fit is an answer here, not an error. @throws AppError E2058 for a layout that this version does not have. */
export function drawPreview(order: PreviewOrder, room: DrawingRoom): PreviewedLabel {
  const transliterated = changedTexts(order, room.fonts);
  const arranged = arrangeOr(order, room);
  if ("code" in arranged) return { png: null, refused: arranged, omitted: [], transliterated };
  const omitted = [...fieldsWithoutPlace(order, room), ...arranged.omitted];
  return { png: drawPng(arranged, room.glyphs), refused: null, omitted, transliterated };
}

/** Words that a field brings along: without them it says the same. */
const BYWORDS: ReadonlySet<LabelField> = new Set(["returnNote", "cash.title", "cash.note", "madeOn"]);

/** Fields that this label has and the layout shows on the largest paper, while its arrangement for this one has no place for them. */
function fieldsWithoutPlace({ model, media }: PreviewOrder, { layouts }: DrawingRoom): readonly LabelField[] {
  const arrangements = layouts.get(layoutKey(model.layout))?.arrangements ?? [];
  const here = arrangements.find(({ minWidth, minHeight }) => media.widthMm >= minWidth && media.heightMm >= minHeight);
  const shown = new Set(here === undefined ? [] : fieldsOf(here.root));
  const known = new Set(arrangements.slice(0, 1).flatMap(({ root }) => fieldsOf(root)));
  const texts = fieldTexts(model);
  const has = (field: LabelField): boolean => (field === "logo" ? model.logo !== null : texts[field].some((text) => text !== ""));
  return LABEL_FIELDS.filter((field) => known.has(field) && !shown.has(field) && !BYWORDS.has(field) && has(field));
}

function fieldsOf(node: LayoutNode): readonly LabelField[] {
  switch (node.kind) {
    case "column":
    case "row":
      return node.children.flatMap(fieldsOf);
    case "panel":
      return fieldsOf(node.child);
    case "part":
      return []; // put in its place when the layouts were read
    default:
      return [node.field];
  }
}

function arrangeOr(order: PreviewOrder, room: DrawingRoom): ArrangedLabel | NonNullable<PreviewedLabel["refused"]> {
  try {
    return arrange(order, room);
  } catch (error) {
    if (isAppError(error) && (error.code === "E1072" || error.code === "E2057")) return { code: error.code, message: error.message };
    throw error;
  }
}

/** Of the fields that people write: those whose letters the fonts have not, as they are and as they will be printed. */
function changedTexts({ model }: PreviewOrder, fonts: LabelFonts): PreviewedLabel["transliterated"] {
  const texts = fieldTexts(model);
  return LABEL_FIELDS.flatMap((field) => {
    const changed = texts[field].map((from) => ({ from, written: fonts.writable(from) })).filter(({ written }) => written.isTransliterated);
    return changed.length === 0 ? [] : [{ field, from: changed.map(({ from }) => from).join(", "), to: changed.map(({ written }) => written.text.trim()).join(", ") }];
  });
}
