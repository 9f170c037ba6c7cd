/**
 * Where everything stands on a label, in millimetres from its top left corner: the one layout that PDF, ZPL and PNG
 * draw. It is measured with the fonts that are drawn, so nothing overlaps and nothing leaves the label
 * (`test/core/labels/label-layout.test.ts` holds it to that).
 *
 * Read from far to near: who carries it, where it goes (branches sort by district and city), whom it is for, what is
 * to be collected, what it is, and the symbol.
 */
import { encodeCode128 } from "./code128.ts";
import type { LabelFonts } from "./label-fonts.ts";
import type { LabelModel } from "./labels.schema.ts";
import type { Box, LabelLayout, LayoutItem, TextItem } from "./layout-items.ts";
import { createPen } from "./layout-pen.ts";
import { drawBands, drawCash, drawDestination, drawHeader, drawRecipient } from "./layout-person.ts";
import { drawFacts, drawSides, drawSymbol } from "./layout-parcel.ts";

/** The sheet the blocks are arranged on; other sizes are this one, scaled. */
const SHEET = { width: 100, height: 150 };
const GAP = 1.6;

/** The same model gives the same layout. */
export function layoutLabel(model: LabelModel, fonts: LabelFonts): LabelLayout {
  const pen = createPen(fonts, { left: 4, right: SHEET.width - 4 });
  const symbol = encodeCode128(model.barcode);

  let top = drawHeader(pen, model, 3.4);
  top = drawBands(pen, model, top);
  top = drawDestination(pen, model, top + GAP);

  // The foot is stacked upwards; what remains between is the recipient's.
  let bottom = drawSymbol(pen, model, symbol, SHEET.height - 2.6);
  bottom = drawSides(pen, model, bottom - GAP);
  bottom = drawFacts(pen, model, bottom - GAP);
  if (model.cashOnDelivery !== null) bottom = drawCash(pen, model.cashOnDelivery, bottom - GAP);
  drawRecipient(pen, model.recipient, { top: top + GAP, bottom: bottom - GAP });

  return { widthMm: model.widthMm, heightMm: model.heightMm, items: scaled(pen.items, model) };
}

function scaled(items: readonly LayoutItem[], model: LabelModel): readonly LayoutItem[] {
  const k = Math.min(model.widthMm / SHEET.width, model.heightMm / SHEET.height);
  if (k === 1 && model.widthMm === SHEET.width && model.heightMm === SHEET.height) return items;
  const dx = (model.widthMm - SHEET.width * k) / 2;
  const dy = (model.heightMm - SHEET.height * k) / 2;
  const box = <T extends Box>(item: T): T => ({ ...item, x: dx + item.x * k, y: dy + item.y * k, w: item.w * k, h: item.h * k });
  const text = (item: TextItem): TextItem => ({
    ...item,
    x: dx + item.x * k,
    baseline: dy + item.baseline * k,
    size: item.size * k,
    tracking: item.tracking * k,
    width: item.width * k,
  });
  return items.map((item) => {
    if (item.kind === "text") return text(item);
    if (item.kind === "panel") return { ...box(item), texts: item.texts.map(text) };
    return box(item);
  });
}
