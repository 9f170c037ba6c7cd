/** Manually arranged labels: tests of drawing need items at known positions, without a layout. */
import type {
  ArrangedLabel,
  BarsItem,
  LabelItem,
  MatrixItem,
  TextItem,
} from "../../../../core/labels/layout/items.ts";
import { encodeCode128, encodeMatrix } from "../../../../core/labels/layout/label-symbols.ts";
import type { Dpi } from "../../../../core/labels/labels.schema.ts";
import type { LabelFonts, Weight } from "../../../../core/labels/text/glyphs.ts";
import { dotsPerMmOf } from "../../../../core/labels/dots.ts";

type Place = {
  readonly x: number;
  readonly baseline: number;
  readonly size: number;
  readonly weight?: Weight;
  readonly tracking?: number;
};

export function textItem(
  fonts: LabelFonts,
  text: string,
  { x, baseline, size, weight = "regular", tracking = 0 }: Place,
): TextItem {
  const line = fonts.shape(weight, text);
  const clusters = line.runs
    .flatMap(({ glyphs }) => glyphs)
    .filter((glyph) => glyph.text !== "").length;
  return {
    kind: "text",
    field: "test",
    line,
    x,
    baseline,
    size,
    tracking,
    width: line.width * size + tracking * Math.max(0, clusters - 1),
  };
}

export function barsItem(
  text: string,
  dpi: Dpi,
  { x, y, h, moduleDots }: { x: number; y: number; h: number; moduleDots: number },
): BarsItem {
  const { modules, bars } = encodeCode128(text);
  const dotsPerMm = dotsPerMmOf(dpi);
  return {
    kind: "code128",
    field: "barcode",
    text,
    moduleDots,
    bars,
    x: Math.round(x * dotsPerMm) / dotsPerMm,
    y: Math.round(y * dotsPerMm) / dotsPerMm,
    w: (modules * moduleDots) / dotsPerMm,
    h,
  };
}

export function matrixItem(
  text: string,
  dpi: Dpi,
  { x, y, moduleDots }: { x: number; y: number; moduleDots: number },
): MatrixItem {
  const { columns, cells } = encodeMatrix(text);
  const dotsPerMm = dotsPerMmOf(dpi);
  const w = (columns * moduleDots) / dotsPerMm;
  return {
    kind: "matrix",
    field: "matrix",
    text,
    moduleDots,
    columns,
    cells,
    x: Math.round(x * dotsPerMm) / dotsPerMm,
    y: Math.round(y * dotsPerMm) / dotsPerMm,
    w,
    h: (cells.length / columns) * (moduleDots / dotsPerMm),
  };
}

export function arranged(
  items: readonly LabelItem[],
  change: Partial<ArrangedLabel> = {},
): ArrangedLabel {
  return {
    widthMm: 100,
    heightMm: 150,
    dpi: 203,
    omitted: [],
    transliterated: [],
    items,
    ...change,
  };
}

/** A label with about as many texts, rules and bars as a parcel label has. */
export function parcelLikeLabel(
  fonts: LabelFonts,
  barcode = "PB0012345678901",
  recipient = "Çağla Şimşekoğlu",
): ArrangedLabel {
  const rows: readonly (readonly [string, number, Weight])[] = [
    ["Sürat Örnek Kargo", 5, "bold"],
    ["Standart", 4, "regular"],
    ["GÖNDEREN", 2.4, "bold"],
    ["Işık Kırtasiye Ltd. Şti.", 3, "regular"],
    ["Perpa Ticaret Merkezi B Blok No: 1204", 2.6, "regular"],
    ["Şişli / İstanbul 34384", 2.6, "regular"],
    ["+90 212 555 01 02", 2.6, "regular"],
    ["ALICI", 2.4, "bold"],
    [recipient, 6, "bold"],
    ["Caferağa Mah. Moda Cad. Gül Apt. No: 112/A", 4, "regular"],
    ["Kat: 3 Daire: 7", 4, "regular"],
    ["Kadıköy", 9, "bold"],
    ["İSTANBUL", 9, "bold"],
    ["+90 532 111 22 33", 3.4, "regular"],
    ["Desi 2,5 · 1,20 kg", 3, "regular"],
    ["Sipariş 4711-0815", 3, "regular"],
    ["2× Tişört M", 2.4, "regular"],
    ["1× Defter A5", 2.4, "regular"],
    ["Parça 1/1", 3, "bold"],
    ["21.11.2026", 2.4, "regular"],
  ];
  let baseline = 3;
  const texts = rows.map(([text, size, weight]) =>
    textItem(fonts, text, { x: 4, baseline: (baseline += size * 1.15), size, weight }),
  );
  const rules: LabelItem[] = [20, 50, 90].map((y) => ({ kind: "rule", x: 3, y, w: 94, h: 0.375 }));
  return arranged([
    ...texts,
    ...rules,
    barsItem(barcode, 203, { x: 12, y: 112, h: 28, moduleDots: 3 }),
    textItem(fonts, barcode, { x: 30, baseline: 145, size: 4 }),
    matrixItem(barcode, 203, { x: 75, y: 95, moduleDots: 4 }),
  ]);
}
