/** A sheet of dots with ink from 0 (paper) to 255, and the two things a label puts on it: text and filled boxes. */
import { glyphDots } from "./glyph-raster.ts";
import type { LabelFonts } from "./label-fonts.ts";
import type { Box, TextItem } from "./layout-items.ts";

export type Canvas = { readonly width: number; readonly height: number; readonly ink: Uint8Array };

/** A rectangle in whole dots. */
export type DotBox = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** @param width Dots. @param height Dots. @returns A canvas without ink. */
export function createCanvas(width: number, height: number): Canvas {
  return { width, height, ink: new Uint8Array(width * height) };
}

/** Edges, not lengths, are rounded: boxes that touch in millimetres touch in dots. Nothing gets thinner than one dot. */
export function dotBox(box: Box, dotsPerMm: number): DotBox {
  const x = Math.round(box.x * dotsPerMm);
  const y = Math.round(box.y * dotsPerMm);
  return {
    x,
    y,
    width: Math.max(1, Math.round((box.x + box.w) * dotsPerMm) - x),
    height: Math.max(1, Math.round((box.y + box.h) * dotsPerMm) - y),
  };
}

/** Paints a box black; the part outside the canvas is left out. */
export function paintBox(canvas: Canvas, box: DotBox): void {
  const from = Math.max(0, box.x);
  const until = Math.min(canvas.width, box.x + box.width);
  for (let y = Math.max(0, box.y); y < Math.min(canvas.height, box.y + box.height); y++) {
    canvas.ink.fill(255, y * canvas.width + from, y * canvas.width + Math.max(from, until));
  }
}

/** Inks text, or with `erase` takes it out of the black it stands on. `offset` is where the canvas lies on the label. */
export function paintText(canvas: Canvas, fonts: LabelFonts, item: TextItem, how: { readonly dotsPerMm: number; readonly offset: { readonly x: number; readonly y: number }; readonly erase?: boolean }): void {
  for (const { dots, x, y } of placeGlyphs(fonts, item, how.dotsPerMm)) {
    for (let row = 0; row < dots.height; row++) {
      const canvasY = y + row - how.offset.y;
      if (canvasY < 0 || canvasY >= canvas.height) continue;
      for (let column = 0; column < dots.width; column++) {
        const canvasX = x + column - how.offset.x;
        const cover = dots.coverage[row * dots.width + column] ?? 0;
        if (cover === 0 || canvasX < 0 || canvasX >= canvas.width) continue;
        const at = canvasY * canvas.width + canvasX;
        const before = canvas.ink[at] ?? 0;
        canvas.ink[at] = how.erase === true ? Math.round(before * (1 - cover)) : Math.max(before, Math.round(255 * cover));
      }
    }
  }
}

/** Each glyph starts on a whole dot, so that the same letter has the same shape along the line; the error never adds up. */
function placeGlyphs(fonts: LabelFonts, item: TextItem, dotsPerMm: number): { dots: ReturnType<typeof glyphDots>; x: number; y: number }[] {
  const font = fonts[item.face];
  const baseline = Math.round(item.baseline * dotsPerMm);
  let pen = item.x;
  return [...item.text].map((character) => {
    const codePoint = character.codePointAt(0) ?? 0;
    const dots = glyphDots(font, codePoint, item.size * dotsPerMm);
    const placed = { dots, x: Math.round(pen * dotsPerMm) + dots.left, y: baseline + dots.top };
    pen += font.glyph(codePoint).advance * item.size + item.tracking;
    return placed;
  });
}
