/**
 * Letters of a page: what is narrow and stands out from its surroundings, darker or lighter,
 * whichever grey it has.
 */
import type { Ink } from "./ink.ts";
import { closed, opened, slide } from "./slide.ts";

/**
 * The widest strokes of lines of writing, and of large letters, up to some 150 points, mm: a
 * route's code or a city has such letters. Anything wider is a surface.
 */
export const STROKES_MM = [2.5, 8] as const;
/**
 * What is darker than paper by less than this is a mark that lies under the writing, and is not
 * printed.
 */
const MARK = 48;
/**
 * A pale field with large white writing is wider than this somewhere, mm. Pale ink that is narrower
 * everywhere is a stroke of a mark, and the white inside it is a hole and no letter.
 */
const PALE_FIELD_MM = 5.5;
/** How far the middle of a stroke is from its soft edge, mm. */
const EDGE_MM = 0.25;
/**
 * Letters are no larger, nor are words whose letters touch. What is larger is a frame or a table.
 * mm.
 */
const LARGEST_MM = 35;
/** Of a letter's edge: something else may touch it. */
const MOST_CUT = 0.03;

/**
 * The strokes of one kind of writing, up to one width, with one entry for each dot of the page.
 * `side`: the widest stroke, dots. `contrast`: how much a dot differs from its surroundings.
 * `most`: the largest contrast near it. `around`: the grey of its surroundings. `middle`: 1 in the
 * middle of a stroke, else 0.
 */
export type Strokes = {
  readonly side: number;
  readonly contrast: Uint8Array;
  readonly most: Uint8Array;
  readonly around: Uint8Array;
  readonly middle: Uint8Array;
  readonly isDark: boolean;
};
/** `visible`: by how much writing stands out at least. */
export type Seen = { readonly page: Ink; readonly dotsPerMm: number; readonly visible: number };
/** Its dots. */
export type Letter = readonly number[];

/**
 * @param kind Of the writing, against its surroundings.
 * @param strokeMm Its strokes are narrower, mm.
 * @returns Its strokes.
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
 * @returns Of each dot the darkest surface of at least `side` dots in both directions that lies
 *   within that distance.
 */
function fieldsNear(page: Ink, side: number): Uint8Array {
  return slide(
    { ...page, ink: opened(page, side) },
    { side: 2 * side + 1, back: side, isMost: true },
  );
}

/**
 * @param seen 1 for each dot of a letter that was looked at; this one's are added.
 * @returns The letter around a dot. Undefined when it leads into a surface of its own grey, as the
 *   gaps between letters and the rims of fields do; when something else cuts it off, as black
 *   writing does with what lies under it; and when it is larger than letters are.
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
  // It grows while it is gone through.
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
  return isLarge || isOpen || cuts > MOST_CUT * edges ? undefined : dots;
}
