/**
 * Finds the letters of a page: narrow shapes that are darker or lighter than their surroundings, in
 * any grey.
 */
import type { Ink } from "./ink.ts";
import { closed, opened, slide } from "./slide.ts";

/**
 * Widths of the widest strokes, mm: first of text lines, then of large letters such as route codes
 * and cities, up to about 150 points. Wider shapes are surfaces.
 */
export const STROKES_MM = [2.5, 8] as const;
/** Ink darker than paper by less than this is a watermark under the text and is not printed. */
const MARK = 48;
/**
 * A light field with large white text is wider than this somewhere, mm. Narrower light ink is a
 * stroke of a watermark, and the white inside it is a hole, not a letter.
 */
const PALE_FIELD_MM = 5.5;
/** Distance of a stroke's middle from its soft edge, mm. */
const EDGE_MM = 0.25;
/**
 * Largest size of a letter, or of a word whose letters touch, mm. Larger shapes are frames or
 * tables.
 */
const LARGEST_MM = 35;
/** Largest share of a letter's edge that may touch something else. */
const MAX_CUT = 0.03;

/**
 * Strokes of one kind of text up to one width, with one entry per dot of the page. `side`: the
 * widest stroke, dots. `contrast`: the dot's difference from its surroundings. `most`: the largest
 * contrast near it. `around`: grey of its surroundings. `middle`: 1 in the middle of a stroke,
 * otherwise 0.
 */
export type Strokes = {
  readonly side: number;
  readonly contrast: Uint8Array;
  readonly most: Uint8Array;
  readonly around: Uint8Array;
  readonly middle: Uint8Array;
  readonly isDark: boolean;
};
/** `visible`: smallest contrast of text. */
export type Seen = { readonly page: Ink; readonly dotsPerMm: number; readonly visible: number };
/** Indices of the letter's dots. */
export type Letter = readonly number[];

/**
 * Finds the strokes of a page's dark or light text.
 *
 * @param kind Whether the text is darker or lighter than its surroundings.
 * @param strokeMm Upper limit of the stroke width, mm.
 */
export function strokesOf(
  { page, dotsPerMm, visible }: Seen,
  kind: "dark" | "light",
  strokeMm: number,
): Strokes {
  const { ink } = page;
  const isDark = kind === "dark";
  const side = Math.round(strokeMm * dotsPerMm);
  const reach = Math.max(1, Math.round(EDGE_MM * dotsPerMm));
  const around = isDark ? opened(page, side) : closed(page, side);
  const contrast = new Uint8Array(ink.length);
  for (let i = 0; i < ink.length; i += 1)
    contrast[i] = Math.max(
      0,
      isDark ? (ink[i] ?? 0) - (around[i] ?? 0) : (around[i] ?? 0) - (ink[i] ?? 0),
    );
  const most = slide(
    { ...page, ink: contrast },
    { side: 2 * reach + 1, back: reach, isMost: true },
  );
  const field =
    isDark || strokeMm < PALE_FIELD_MM
      ? undefined
      : fieldsNear(page, Math.round(PALE_FIELD_MM * dotsPerMm));
  const middle = new Uint8Array(ink.length);
  for (let i = 0; i < ink.length; i += 1) {
    if (
      field !== undefined &&
      (around[i] ?? 0) < MARK &&
      (field[i] ?? 0) + visible / 2 < (around[i] ?? 0)
    )
      continue;
    const least = isDark && (around[i] ?? 0) < visible ? Math.max(MARK, visible) : visible;
    if ((contrast[i] ?? 0) >= least && (contrast[i] ?? 0) * 2 > (most[i] ?? 0)) middle[i] = 1;
  }
  return { side, contrast, most, around, middle, isDark };
}

/**
 * Returns for each dot the grey of the darkest surface within `side` dots. Surfaces less than
 * `side` dots wide or high do not count.
 */
function fieldsNear(page: Ink, side: number): Uint8Array {
  return slide(
    { ...page, ink: opened(page, side) },
    { side: 2 * side + 1, back: side, isMost: true },
  );
}

/**
 * Collects the letter around a dot.
 *
 * @param seen 1 for each dot of a visited letter; the dots of the collected letter are added.
 * @returns Undefined in three cases: the shape leads into a surface of the same grey, as gaps
 *   between letters and rims of fields do; something else, such as black text, cuts the shape off;
 *   the shape is larger than a letter.
 */
export function letterFrom(
  { page: { width, ink }, dotsPerMm, visible }: Seen,
  { contrast, most, around, isDark }: Strokes,
  start: number,
  seen: Uint8Array,
): Letter | undefined {
  const own = isDark
    ? Math.min(255, (around[start] ?? 0) + (most[start] ?? 0))
    : Math.max(0, (around[start] ?? 0) - (most[start] ?? 0));
  const beyond = (at: number): number => (isDark ? (ink[at] ?? 0) - own : own - (ink[at] ?? 0));
  const dots = [start];
  let [edges, cuts, isOpen] = [0, 0, false];
  let [left, right, top, bottom] = [start % width, start % width, start, start];
  seen[start] = 1;
  // The array grows during the loop.
  for (const at of dots) {
    [left, right, top, bottom] = [
      Math.min(left, at % width),
      Math.max(right, at % width),
      Math.min(top, at),
      Math.max(bottom, at),
    ];
    for (const next of [at - 1, at + 1, at - width, at + width]) {
      if (seen[next] === 1) continue;
      if ((contrast[next] ?? 0) >= visible && beyond(next) < visible) {
        seen[next] = 1;
        dots.push(next);
        continue;
      }
      edges += 1;
      if (Math.abs((ink[next] ?? 0) - (around[at] ?? 0)) >= visible) cuts += 1;
      else isOpen ||= beyond(next) > -visible / 2;
    }
  }
  const isLarge = Math.max(right - left, (bottom - top) / width) > LARGEST_MM * dotsPerMm;
  return isLarge || isOpen || cuts > MAX_CUT * edges ? undefined : dots;
}
