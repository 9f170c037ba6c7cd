/**
 * A printer's test label: shows the paper's edges, the length of a millimetre, the fineness of the
 * dots and their darkness. A person compares it with a ruler to set offset, darkness and paper.
 */
import { dotsPerMmOf } from "../dots.ts";
import type { TestLabelOrder } from "../label-renderer.ts";
import { barModuleDots, encodeCode128 } from "../layout/label-symbols.ts";
import type { ArrangedLabel, Box, LabelItem } from "../layout/items.ts";
import { fitText } from "../layout/fit-text.ts";
import { textItem } from "../layout/text-parts.ts";
import type { LabelFonts, Weight } from "../text/glyphs.ts";

/** Margin of labels at each side, mm. */
const MARGIN_MM = 2.5;
/** Height of paper below which the test label gets a denser layout. */
const SMALL_MM = 80;
const RULER_MM = { one: 1.2, five: 2, ten: 3, size: 2 };
/** Stripe widths: dots of ink, followed by as many dots of paper. */
const STRIPES = [1, 2, 3, 4];
const LETTERS = "ÇĞİÖŞÜ çğıöşü 0123456789 ₺";
const LETTER_SIZES_MM = [2, 3];

/** Items placed so far, and shared values. */
type Sheet = {
  readonly items: LabelItem[];
  readonly fonts: LabelFonts;
  readonly dotsPerMm: number;
  readonly media: ArrangedLabel;
};

/** Arranges the test label on its paper. Elements that have no room on small paper are left out. */
export function arrangeTestLabel(
  {
    media,
    dpi,
    title,
    lines,
    barcode,
  }: Pick<TestLabelOrder, "media" | "dpi" | "title" | "lines" | "barcode">,
  fonts: LabelFonts,
): ArrangedLabel {
  const label: ArrangedLabel = { ...media, dpi, items: [], omitted: [], transliterated: [] };
  const sheet: Sheet = { items: [], fonts, dotsPerMm: dotsPerMmOf(dpi), media: label };
  frames(sheet);
  rulers(sheet);
  const left = MARGIN_MM + RULER_MM.ten + RULER_MM.size + 2;
  const area = {
    x: left,
    w: media.widthMm - left - MARGIN_MM - 1,
    bottom: media.heightMm - MARGIN_MM - 1,
  };
  const isSmall = media.heightMm < SMALL_MM;
  let y = left;
  const put = (height: number, place: (box: Box) => void): void => {
    if (y + height > area.bottom) return;
    place({ x: area.x, y, w: area.w, h: height });
    y += height + (isSmall ? 0.7 : 1.5);
  };
  put(isSmall ? 4 : 7, (box) => text(sheet, "bold", title, { ...box, size: isSmall ? 4 : 6 }));
  for (const line of isSmall ? [lines.join(" · ")] : lines)
    put(3, (box) => text(sheet, "regular", line, { ...box, size: 2.8 }));
  put(isSmall ? 11 : 14, (box) => bars(sheet, barcode, box));
  put(6, (box) => stripes(sheet, box));
  put(4.5, (box) => greys(sheet, box));
  for (const size of LETTER_SIZES_MM)
    put(size * 1.3, (box) => text(sheet, "regular", LETTERS, { ...box, size }));
  return { ...label, items: sheet.items };
}

/**
 * Draws two frames. The outer frame is at the paper's edge, so a side of it is missing when the
 * print is shifted. The inner frame is at the margin of labels.
 */
function frames(sheet: Sheet): void {
  const { widthMm, heightMm } = sheet.media;
  for (const [inset, line] of [
    [0, 0.3],
    [MARGIN_MM, 0.13],
  ] as const) {
    const [w, h] = [widthMm - 2 * inset, heightMm - 2 * inset];
    rule(sheet, { x: inset, y: inset, w, h: line });
    rule(sheet, { x: inset, y: heightMm - inset - line, w, h: line });
    rule(sheet, { x: inset, y: inset, w: line, h });
    rule(sheet, { x: widthMm - inset - line, y: inset, w: line, h });
  }
}

/** Draws a tick per millimetre, measured from the paper's edge, and a number every ten. */
function rulers(sheet: Sheet): void {
  const { widthMm, heightMm } = sheet.media;
  const line = 1.001 / sheet.dotsPerMm;
  for (let mm = Math.ceil(MARGIN_MM) + 1; mm < widthMm - MARGIN_MM; mm += 1) {
    const long = tick(mm);
    rule(sheet, { x: mm, y: MARGIN_MM, w: line, h: long });
    if (mm % 10 === 0)
      text(sheet, "regular", String(mm), {
        x: mm - 2,
        y: MARGIN_MM + long,
        w: 4,
        h: RULER_MM.size,
        size: RULER_MM.size,
        align: "centre",
      });
  }
  for (let mm = Math.ceil(MARGIN_MM) + 1; mm < heightMm - MARGIN_MM; mm += 1) {
    const long = tick(mm);
    rule(sheet, { x: MARGIN_MM, y: mm, w: long, h: line });
    if (mm % 10 === 0)
      text(sheet, "regular", String(mm), {
        x: MARGIN_MM + long + 0.3,
        y: mm - RULER_MM.size / 2,
        w: 4,
        h: RULER_MM.size,
        size: RULER_MM.size,
      });
  }
}

function tick(mm: number): number {
  return mm % 10 === 0 ? RULER_MM.ten : mm % 5 === 0 ? RULER_MM.five : RULER_MM.one;
}

/** Draws the barcode as dots, not by the printer's command, because the frames surround it. */
function bars(sheet: Sheet, barcode: string, box: Box): void {
  const symbol = encodeCode128(barcode);
  const module = barModuleDots(symbol.modules, box.w, sheet.media.dpi);
  if (module === 0) return;
  const left = Math.round(box.x * sheet.dotsPerMm) + 10 * module;
  for (const [first, wide] of symbol.bars)
    rule(sheet, {
      x: (left + first * module) / sheet.dotsPerMm,
      y: box.y,
      w: (wide * module) / sheet.dotsPerMm,
      h: box.h - 4,
    });
  text(sheet, "regular", barcode, {
    x: left / sheet.dotsPerMm,
    y: box.y + box.h - 3.2,
    w: box.w,
    h: 3,
    size: 2.8,
  });
}

/**
 * Draws fine vertical and horizontal lines: if they merge, the print is too dark; if they break,
 * too light.
 */
function stripes(sheet: Sheet, box: Box): void {
  const w = Math.min(box.w / STRIPES.length - 1, 16);
  STRIPES.forEach((dots, i) => {
    const step = (2 * dots) / sheet.dotsPerMm;
    const x = box.x + i * (w + 1);
    for (let at = 0; at + step / 2 <= w / 2 - 0.5; at += step)
      rule(sheet, { x: onDot(sheet, x) + at, y: box.y, w: dots / sheet.dotsPerMm, h: box.h });
    for (let at = 0; at + step / 2 <= box.h; at += step)
      rule(sheet, {
        x: x + w / 2,
        y: onDot(sheet, box.y) + at,
        w: w / 2 - 0.5,
        h: dots / sheet.dotsPerMm,
      });
  });
}

/** Draws a black field, and lighter fields of horizontal lines. */
function greys(sheet: Sheet, box: Box): void {
  const steps = [1, 3 / 4, 1 / 2, 1 / 4];
  const w = Math.min(box.w / steps.length - 1, 16);
  steps.forEach((part, i) => {
    const x = box.x + i * (w + 1);
    if (part === 1) return rule(sheet, { x, y: box.y, w, h: box.h });
    for (let at = 0; at < Math.floor(box.h * sheet.dotsPerMm); at += 4)
      rule(sheet, {
        x,
        y: onDot(sheet, box.y) + at / sheet.dotsPerMm,
        w,
        h: (4 * part) / sheet.dotsPerMm,
      });
  });
}

function onDot({ dotsPerMm }: Sheet, mm: number): number {
  return Math.round(mm * dotsPerMm) / dotsPerMm;
}

function rule({ items }: Sheet, box: Box): void {
  items.push({ kind: "rule", ...box });
}

/** Draws one line of text, shrunk if it is wider than its box. */
function text(
  { items, fonts }: Sheet,
  weight: Weight,
  words: string,
  {
    x,
    y,
    w,
    h,
    size,
    align = "left",
  }: Box & { readonly size: number; readonly align?: "left" | "centre" },
): void {
  const fitted = fitText(fonts, weight, [fonts.writable(words).text], {
    width: w,
    size,
    least: 1.5,
    lines: 1,
  });
  const [line] = fitted.lines;
  if (line === undefined) return;
  items.push(
    textItem(
      line,
      fitted.size,
      { x, w },
      y + h / 2 + ((line.inkTop + line.inkBottom) * fitted.size) / 2,
      { field: "test", align, tracking: 0 },
    ),
  );
}
