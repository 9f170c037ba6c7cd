/**
 * The darkest and the palest dots around each dot of a page, in a time that grows with the
 * logarithm of how far is looked.
 */
import type { Ink } from "./ink.ts";

/**
 * A square of `side` dots that begins `back` dots to the left and above. `isMost`: the most ink in
 * it, else the least.
 */
type Slide = { readonly side: number; readonly back: number; readonly isMost: boolean };

/** @returns Of each dot the most or least ink of its square. */
export function slide({ width, height, ink }: Ink, by: Slide): Uint8Array {
  const rows = slideAlong(ink, { step: 1, length: width, lines: height, between: width }, by);
  return slideAlong(rows, { step: width, length: height, lines: 1, between: 0 }, by);
}

/**
 * @returns Of each dot the grey of the surface that it belongs to: the most of any square of `side`
 *   dots around it that is nowhere paler.
 */
export function opened(page: Ink, side: number): Uint8Array {
  const palest = slide(page, { side, back: 0, isMost: false });
  return slide({ ...page, ink: palest }, { side, back: side - 1, isMost: true });
}

/**
 * @returns As `opened`, of each dot the least of any square around it that is nowhere darker: light
 *   strokes narrower than `side` are filled.
 */
export function closed(page: Ink, side: number): Uint8Array {
  const darkest = slide(page, { side, back: 0, isMost: true });
  return slide({ ...page, ink: darkest }, { side, back: side - 1, isMost: false });
}

/**
 * Along lines of dots; where a step is a whole row, all columns go at once. Spans of dots are
 * doubled until they are `side` long.
 */
function slideAlong(
  ink: Uint8Array,
  {
    step,
    length,
    lines,
    between,
  }: {
    readonly step: number;
    readonly length: number;
    readonly lines: number;
    readonly between: number;
  },
  { side, back, isMost }: Slide,
): Uint8Array {
  const out = ink.slice();
  for (let span = 1; span < side;) {
    const more = Math.min(span, side - span);
    for (let line = 0; line < lines; line += 1) {
      const end = line * between + (length - more) * step;
      const ahead = more * step;
      // Two loops, each of one comparison: a third of the time.
      if (isMost) {
        for (let i = line * between; i < end; i += 1)
          if ((out[i + ahead] ?? 0) > (out[i] ?? 0)) out[i] = out[i + ahead] ?? 0;
      } else
        for (let i = line * between; i < end; i += 1)
          if ((out[i + ahead] ?? 0) < (out[i] ?? 0)) out[i] = out[i + ahead] ?? 0;
    }
    span += more;
  }
  if (back === 0) return out;
  for (let line = 0; line < lines; line += 1) {
    const first = line * between;
    out.copyWithin(first + back * step, first, first + Math.max(0, length - back) * step);
    // At the beginning of a line the square is cut off by the page's edge.
    for (let column = first; column < first + step; column += 1) {
      let most = ink[column] ?? 0;
      for (let i = 0; i < Math.min(side, length); i += 1) {
        const value = ink[column + i * step] ?? 0;
        most = isMost === most > value ? most : value;
        const to = i - side + 1 + back;
        if (to >= 0 && to < back) out[column + to * step] = most;
      }
    }
  }
  return out;
}
