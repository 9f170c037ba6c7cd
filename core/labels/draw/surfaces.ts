/**
 * Surfaces to paint a label on: soft edges for a screen, or dots for a printer. Both surfaces yield
 * the same black dots, because a dot is black on both when it is at least half covered.
 */
import type { DrawnGlyph } from "../text/rasterise-glyph.ts";
import { blackenBox, paintBox, type Bitmap, type Canvas, type DotBox } from "./canvas.ts";

/**
 * Ink of a glyph. An object means hatched lines: `period` is the distance from line to line and
 * `line` the width of a line, dots.
 */
export type GlyphInk = "black" | "white" | { readonly period: number; readonly line: number };

export type Surface = {
  readonly width: number;
  readonly height: number;
  /** Makes a box black; parts outside the surface are left out. */
  box(box: DotBox): void;
  /** Makes one dot black; the dot must be on the surface. */
  dot(x: number, y: number): void;
  /**
   * Paints a glyph; parts outside the surface are left out.
   *
   * @param left Position of the glyph's first column.
   * @param top Position of the glyph's first row.
   */
  glyph(shape: DrawnGlyph, left: number, top: number, ink: GlyphInk): void;
};

/** Makes a surface of a canvas. */
export function onGrey(canvas: Canvas): Surface {
  const { width, height, stride, ink: sheet } = canvas;
  return {
    width,
    height,
    box: (box) => paintBox(canvas, box),
    dot: (x, y) => void (sheet[y * stride + x] = 255),
    glyph(shape, left, top, ink) {
      if (typeof ink === "object") return hatch(this, shape, { left, top, ...ink });
      const lastRow = Math.min(shape.height, height - top);
      const firstColumn = Math.max(0, -left);
      const lastColumn = Math.min(shape.width, width - left);
      for (let row = Math.max(0, -top); row < lastRow; row++) {
        const from = row * shape.width;
        const to = (top + row) * stride + left;
        for (let column = firstColumn; column < lastColumn; column++) {
          const cover = shape.coverage[from + column] ?? 0;
          const before = sheet[to + column] ?? 0;
          if (ink === "white") sheet[to + column] = Math.min(before, 255 - cover);
          else if (cover > before) sheet[to + column] = cover;
        }
      }
    },
  };
}

/** Makes a surface of a bitmap. */
export function onBits(bitmap: Bitmap): Surface {
  const { width, height, bytesPerRow, bits } = bitmap;
  const last = bytesPerRow - 1;
  /** Bits of a row's last byte that are dots; the other bits are padding and stay white. */
  const lastMask = (0xff << (bytesPerRow * 8 - width)) & 0xff;
  const setDots = (row: number, column: number, dots: number, isBlack: boolean): void => {
    if (dots === 0 || column < 0 || column > last) return;
    const at = row + column;
    const mask = column === last ? dots & lastMask : dots;
    bits[at] = isBlack ? (bits[at] ?? 0) | mask : (bits[at] ?? 0) & ~mask;
  };
  return {
    width,
    height,
    box: (box) => blackenBox(bitmap, box),
    dot: (x, y) => setDots(y * bytesPerRow, x >> 3, 0x80 >> (x & 7), true),
    glyph(shape, left, top, ink) {
      if (typeof ink === "object") return hatch(this, shape, { left, top, ...ink });
      const wide = Math.ceil(shape.width / 8);
      const shift = left & 7;
      const first = left >> 3;
      const lastRow = Math.min(shape.height, height - top);
      for (let row = Math.max(0, -top); row < lastRow; row++) {
        const to = (top + row) * bytesPerRow;
        for (let i = 0; i < wide; i++) {
          const dots = shape.dots[row * wide + i] ?? 0;
          if (dots === 0) continue;
          setDots(to, first + i, dots >> shift, ink === "black");
          if (shift > 0) setDots(to, first + i + 1, (dots << (8 - shift)) & 0xff, ink === "black");
        }
      }
    },
  };
}

type Hatch = {
  readonly left: number;
  readonly top: number;
  readonly period: number;
  readonly line: number;
};

function hatch(
  surface: Surface,
  { width, height, coverage }: DrawnGlyph,
  { left, top, period, line }: Hatch,
): void {
  for (let y = Math.max(0, -top); y < Math.min(height, surface.height - top); y++) {
    for (let x = Math.max(0, -left); x < Math.min(width, surface.width - left); x++) {
      if ((coverage[y * width + x] ?? 0) >= 128 && (left + x + top + y) % period < line)
        surface.dot(left + x, top + y);
    }
  }
}
