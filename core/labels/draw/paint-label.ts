/**
 * Paints an arranged label as dots. PNG, ZPL, TSPL and EPL are made from these dots, so they look
 * the same.
 */
import type { GlyphDots } from "../text/glyph-dots.ts";
import type { BarsItem, LabelItem, MatrixItem, PictureItem, TextItem } from "../layout/items.ts";
import { dotBox, type DotBox } from "./canvas.ts";
import { scalePicture } from "./scale-picture.ts";
import type { GlyphInk, Surface } from "./surfaces.ts";

/**
 * Distance (`HATCH_MM`) and width (`HATCH_LINE_MM`) of the lines that hatch a mark, which is large
 * pale text across a label. About a tenth of the area is inked, so text under the mark stays
 * readable.
 */
const HATCH_MM = 1;
const HATCH_LINE_MM = 0.13;

/** Paints the items of a label on a surface that has the size of the paper. */
export function paintItems(
  surface: Surface,
  items: readonly LabelItem[],
  glyphs: GlyphDots,
  dotsPerMm: number,
): void {
  for (const item of items) {
    switch (item.kind) {
      case "text":
        paintText(surface, item, { glyphs, dotsPerMm, ink: "black" });
        break;
      case "rule":
        surface.box(dotBox(item, dotsPerMm));
        break;
      case "panel":
        surface.box(dotBox(item, dotsPerMm));
        for (const text of item.texts)
          paintText(surface, text, { glyphs, dotsPerMm, ink: "white" });
        break;
      case "code128":
        for (const bar of barBoxes(item, dotsPerMm)) surface.box(bar);
        break;
      case "matrix":
        paintMatrix(surface, item, dotsPerMm);
        break;
      case "picture":
        paintPicture(surface, item, dotsPerMm);
        break;
      case "mark":
        paintText(surface, item.text, {
          glyphs,
          dotsPerMm,
          ink: {
            period: Math.round(HATCH_MM * dotsPerMm),
            line: Math.max(1, Math.round(HATCH_LINE_MM * dotsPerMm)),
          },
        });
        break;
    }
  }
}

/** Returns the bars of a Code 128 in whole dots. */
export function barBoxes(item: BarsItem, dotsPerMm: number): readonly DotBox[] {
  const box = dotBox(item, dotsPerMm);
  return item.bars.map(([first, wide]) => ({
    x: box.x + first * item.moduleDots,
    y: box.y,
    width: wide * item.moduleDots,
    height: box.height,
  }));
}

function paintMatrix(surface: Surface, item: MatrixItem, dotsPerMm: number): void {
  const { x, y } = dotBox(item, dotsPerMm);
  item.cells.forEach((isBlack, i) => {
    if (!isBlack) return;
    const side = item.moduleDots;
    surface.box({
      x: x + (i % item.columns) * side,
      y: y + Math.floor(i / item.columns) * side,
      width: side,
      height: side,
    });
  });
}

function paintPicture(surface: Surface, item: PictureItem, dotsPerMm: number): void {
  const box = dotBox(item, dotsPerMm);
  const ink = scalePicture(item, box.width, box.height);
  const width = Math.min(box.width, surface.width - box.x);
  for (let y = 0; y < Math.min(box.height, surface.height - box.y); y++) {
    for (let x = 0; x < width; x++)
      if (ink[y * box.width + x] === 255) surface.dot(box.x + x, box.y + y);
  }
}

type TextStyle = { readonly glyphs: GlyphDots; readonly dotsPerMm: number; readonly ink: GlyphInk };

/**
 * Paints a line of text. Each glyph starts on a whole dot, so that equal letters have equal shapes.
 * Each position is computed from the line's start, so rounding errors do not add up.
 */
function paintText(surface: Surface, item: TextItem, { glyphs, dotsPerMm, ink }: TextStyle): void {
  const size = item.size * dotsPerMm;
  const baseline = item.baseline * dotsPerMm;
  let tracked = 0;
  for (const run of item.line.runs) {
    for (const glyph of run.glyphs) {
      const shape = glyphs.dots(run.font, glyph.id, size);
      const left = Math.round((item.x + tracked + glyph.x * item.size) * dotsPerMm) + shape.left;
      const top = Math.round(baseline - glyph.y * size) + shape.top;
      if (shape.width > 0) surface.glyph(shape, left, top, ink);
      if (glyph.text !== "") tracked += item.tracking;
    }
  }
}
