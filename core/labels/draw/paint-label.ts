/** An arranged label as dots: what PNG shows and what ZPL sends are painted here, so they are the same picture. */
import type { GlyphDots } from "../text/glyph-dots.ts";
import type { DrawnGlyph } from "../text/rasterise-glyph.ts";
import type { ArrangedLabel, BarsItem, LabelItem, MatrixItem, PictureItem, TextItem } from "../layout/items.ts";
import { mediaDots } from "../dots.ts";
import { dotBox, onCanvas, paintBox, type Canvas, type DotBox } from "./canvas.ts";
import { scalePicture } from "./scale-picture.ts";

/** The hatch of a mark: lines this far apart and this wide, mm. A tenth of the area is inked, so text on it stays clear. */
const HATCH_MM = 1;
const HATCH_LINE_MM = 0.13;

type Ink = "black" | "white" | "hatch";

/** Paints on a canvas as large as the paper. @param paint As for `onCanvas`. */
export function onCanvasOf<T>(label: Pick<ArrangedLabel, "widthMm" | "heightMm" | "dpi">, paint: (canvas: Canvas) => T): T {
  const { width, height } = mediaDots(label, label.dpi);
  return onCanvas(width, height, paint);
}

/** Paints some items of a label on its canvas. */
export function paintItems(canvas: Canvas, items: readonly LabelItem[], glyphs: GlyphDots, dots: number): void {
  for (const item of items) {
    switch (item.kind) {
      case "text":
        paintText(canvas, item, { glyphs, dots, ink: "black" });
        break;
      case "rule":
        paintBox(canvas, dotBox(item, dots));
        break;
      case "panel":
        paintBox(canvas, dotBox(item, dots));
        for (const text of item.texts) paintText(canvas, text, { glyphs, dots, ink: "white" });
        break;
      case "code128":
        for (const bar of barBoxes(item, dots)) paintBox(canvas, bar);
        break;
      case "matrix":
        paintMatrix(canvas, item, dots);
        break;
      case "picture":
        paintPicture(canvas, item, dots);
        break;
      case "mark":
        paintText(canvas, item.text, { glyphs, dots, ink: "hatch" });
        break;
    }
  }
}

/** @returns The bars of a Code128 in whole dots. */
export function barBoxes(item: BarsItem, dots: number): readonly DotBox[] {
  const box = dotBox(item, dots);
  return item.bars.map(([first, wide]) => ({ x: box.x + first * item.moduleDots, y: box.y, width: wide * item.moduleDots, height: box.height }));
}

function paintMatrix(canvas: Canvas, item: MatrixItem, dots: number): void {
  const { x, y } = dotBox(item, dots);
  item.cells.forEach((isBlack, i) => {
    if (!isBlack) return;
    const side = item.moduleDots;
    paintBox(canvas, { x: x + (i % item.columns) * side, y: y + Math.floor(i / item.columns) * side, width: side, height: side });
  });
}

function paintPicture(canvas: Canvas, item: PictureItem, dots: number): void {
  const box = dotBox(item, dots);
  const ink = scalePicture(item, box.width, box.height);
  const width = Math.min(box.width, canvas.width - box.x);
  for (let y = 0; y < Math.min(box.height, canvas.height - box.y); y++) {
    for (let x = 0; x < width; x++) if (ink[y * box.width + x] === 255) canvas.ink[(box.y + y) * canvas.stride + box.x + x] = 255;
  }
}

type How = { readonly glyphs: GlyphDots; readonly dots: number; readonly ink: Ink };

/** Each glyph starts on a whole dot, so that the same letter has the same shape along the line; the error never adds up. */
function paintText(canvas: Canvas, item: TextItem, { glyphs, dots, ink }: How): void {
  const size = item.size * dots;
  const baseline = item.baseline * dots;
  let tracked = 0;
  for (const run of item.line.runs) {
    for (const glyph of run.glyphs) {
      const shape = glyphs.dots(run.font, glyph.id, size);
      const left = Math.round((item.x + tracked + glyph.x * item.size) * dots) + shape.left;
      const top = Math.round(baseline - glyph.y * size) + shape.top;
      if (shape.width > 0) stamp(canvas, shape, { left, top, ink, dots });
      if (glyph.text !== "") tracked += item.tracking;
    }
  }
}

type Stamp = { readonly left: number; readonly top: number; readonly ink: Ink; readonly dots: number };

function stamp(canvas: Canvas, shape: DrawnGlyph, { left, top, ink, dots }: Stamp): void {
  const { ink: sheet, stride } = canvas;
  const period = Math.round(HATCH_MM * dots);
  const line = Math.max(1, Math.round(HATCH_LINE_MM * dots));
  const firstRow = Math.max(0, -top);
  const lastRow = Math.min(shape.height, canvas.height - top);
  const firstColumn = Math.max(0, -left);
  const lastColumn = Math.min(shape.width, canvas.width - left);
  for (let row = firstRow; row < lastRow; row++) {
    const from = row * shape.width;
    const to = (top + row) * stride + left;
    if (ink === "black") {
      for (let column = firstColumn; column < lastColumn; column++) {
        const cover = shape.coverage[from + column] ?? 0;
        if (cover > (sheet[to + column] ?? 0)) sheet[to + column] = cover;
      }
      continue;
    }
    for (let column = firstColumn; column < lastColumn; column++) {
      const at = to + column;
      const cover = shape.coverage[from + column] ?? 0;
      if (ink === "white") sheet[at] = Math.min(sheet[at] ?? 0, 255 - cover);
      else if (cover >= 128 && (left + column + top + row) % period < line) sheet[at] = 255;
    }
  }
}
