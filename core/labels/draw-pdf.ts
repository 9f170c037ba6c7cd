/**
 * A label as PDF: real text in the label fonts, the symbol as one vector path. The same model gives the same bytes,
 * so a label is known by the hash of its file.
 */
import { PDFDocument, rgb, setCharacterSpacing, type Color, type PDFFont, type PDFPage } from "pdf-lib";
import { moduleWidth } from "./code128.ts";
import type { Face, LabelFonts } from "./label-fonts.ts";
import { layoutLabel } from "./label-layout.ts";
import type { LabelModel } from "./labels.schema.ts";
import type { Box, LabelLayout, LayoutItem, SymbolItem, TextItem } from "./layout-items.ts";

const POINTS_PER_MM = 72 / 25.4;
const BLACK = rgb(0, 0, 0);
const WHITE = rgb(1, 1, 1);

type Sheet = { readonly page: PDFPage; readonly fonts: Readonly<Record<Face, PDFFont>>; readonly heightMm: number };

/** @throws AppError E1072 when the barcode is too long for the label. */
export async function drawPdf(model: LabelModel, fonts: LabelFonts): Promise<Uint8Array> {
  const layout = layoutLabel(model, fonts);
  const document = await PDFDocument.create({ updateMetadata: false });
  // Parsing a font takes longer than drawing the label: pdf-lib gets the font parsed at start.
  document.registerFontkit({ create: (bytes: Uint8Array) => (bytes === fonts.bold.bytes ? fonts.bold : fonts.regular).parsed });
  writeMetadata(document, model);
  const page = document.addPage([layout.widthMm * POINTS_PER_MM, layout.heightMm * POINTS_PER_MM]);
  const embedded = {
    regular: await document.embedFont(fonts.regular.bytes, { subset: true }),
    bold: await document.embedFont(fonts.bold.bytes, { subset: true }),
  };
  drawItems({ page, fonts: embedded, heightMm: layout.heightMm }, layout);
  return document.save();
}

function writeMetadata(document: PDFDocument, model: LabelModel): void {
  const made = new Date(model.createdAt);
  const when = Number.isNaN(made.getTime()) ? new Date(0) : made;
  document.setTitle(model.barcode);
  document.setCreator("Packbench");
  document.setProducer("Packbench");
  document.setCreationDate(when);
  document.setModificationDate(when);
}

function drawItems(sheet: Sheet, layout: LabelLayout): void {
  for (const item of layout.items) drawItem(sheet, item);
}

function drawItem(sheet: Sheet, item: LayoutItem): void {
  switch (item.kind) {
    case "text":
      return drawText(sheet, item, BLACK);
    case "rule":
      return fillBox(sheet, item);
    case "panel":
      fillBox(sheet, item);
      for (const text of item.texts) drawText(sheet, text, WHITE);
      return;
    case "code128":
      return drawSymbol(sheet, item);
  }
}

function drawText(sheet: Sheet, item: TextItem, color: Color): void {
  if (item.tracking !== 0) sheet.page.pushOperators(setCharacterSpacing(item.tracking * POINTS_PER_MM));
  sheet.page.drawText(item.text, {
    x: item.x * POINTS_PER_MM,
    y: (sheet.heightMm - item.baseline) * POINTS_PER_MM,
    size: item.size * POINTS_PER_MM,
    font: sheet.fonts[item.face],
    color,
  });
  if (item.tracking !== 0) sheet.page.pushOperators(setCharacterSpacing(0));
}

function fillBox(sheet: Sheet, box: Box): void {
  sheet.page.drawRectangle({
    x: box.x * POINTS_PER_MM,
    y: (sheet.heightMm - box.y - box.h) * POINTS_PER_MM,
    width: box.w * POINTS_PER_MM,
    height: box.h * POINTS_PER_MM,
    color: BLACK,
  });
}

function drawSymbol(sheet: Sheet, item: SymbolItem): void {
  const module = moduleWidth(item.symbol.modules, item.w, Infinity) * POINTS_PER_MM;
  const height = (item.h * POINTS_PER_MM).toFixed(3);
  const path = item.symbol.bars.map(([first, wide]) => `M${(first * module).toFixed(3)} 0h${(wide * module).toFixed(3)}v${height}h-${(wide * module).toFixed(3)}z`).join("");
  sheet.page.drawSvgPath(path, {
    x: (item.x + item.w / 2) * POINTS_PER_MM - (item.symbol.modules * module) / 2,
    y: (sheet.heightMm - item.y) * POINTS_PER_MM,
    color: BLACK,
    borderWidth: 0,
  });
}
