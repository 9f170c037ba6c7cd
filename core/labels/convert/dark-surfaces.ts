/**
 * Dark surfaces that would be printed black, such as coloured fields and shaded photos, but carry
 * even darker text. They are printed white so that the text remains readable. Surfaces with white
 * text stay black.
 */
import type { Ink } from "./ink.ts";

/** Ink darker than this counts as black. */
export const BLACK = 208;
/** Ink lighter than this counts as paper. */
const PAPER = 24;
/** Largest difference between neighbouring dots of one surface. */
const EVEN = 12;
/** A dot that differs this much from a light surface is text. */
const MAX_CONTRAST = 48;

/**
 * Precomputed values of a page. `surface`: grey of the surface under each dot. `darkest`: darkest
 * dot near each dot. `side`: side of the smallest surface, dots. `half`: dots with at least this
 * much ink are printed black.
 */
type PageGreys = {
  readonly surface: Uint8Array;
  readonly darkest: Uint8Array;
  readonly side: number;
  readonly half: number;
};

/** Returns the smallest contrast of text on a surface; a dark surface leaves little room for it. */
export function leastContrast(grey: number): number {
  return Math.min(MAX_CONTRAST, (255 - grey) / 4);
}

/**
 * Returns the indices of the dots in the middle of even surfaces.
 *
 * @param side Side of the smallest surface, dots.
 * @param grey Range of the surfaces' grey, 0 to 255.
 */
export function evenSurfaceDots(
  { width, height, ink }: Ink,
  side: number,
  grey: { readonly least: number; readonly most: number },
): readonly number[] {
  const reach = Math.ceil(side / 2);
  const middles: number[] = [];
  const around = [
    -reach * width - reach,
    -reach * width,
    -reach * width + reach,
    -reach,
    reach,
    reach * width - reach,
    reach * width,
    reach * width + reach,
  ];
  for (let y = reach; y < height - reach; y += 1) {
    for (let i = y * width + reach; i < (y + 1) * width - reach; i += 1) {
      const value = ink[i] ?? 0;
      if (
        value >= grey.least &&
        value < grey.most &&
        around.every((step) => Math.abs((ink[i + step] ?? 0) - value) <= EVEN)
      )
        middles.push(i);
    }
  }
  return middles;
}

/**
 * Marks the surfaces that are printed white so that the text on them stays readable.
 *
 * @param middles Indices of inner dots of dark surfaces.
 * @returns For each dot: 1 on a surface that is printed white, 2 for the surface's remaining dots
 * near text, otherwise 0.
 */
export function whitenSurfaces(
  page: Ink,
  middles: readonly number[],
  known: PageGreys,
): Uint8Array {
  const whites = new Uint8Array(page.ink.length);
  const seen = new Uint8Array(page.ink.length);
  const growth: Growth = {
    known,
    seen,
    queue: new Int32Array(page.ink.length),
    followed: new Uint8Array(page.ink.length),
  };
  /**
   * Greys of the surfaces that are printed white; areas of the same grey enclosed by bold letters
   * are printed white too.
   */
  const greys = new Uint8Array(256);
  for (const middle of middles) {
    if (seen[middle] !== 0) continue;
    const surface = grow(page, middle, growth);
    const dark = enclosedWriting(page, surface, growth);
    if (dark < known.side * 2) continue;
    const rest = restOf(page, surface, known, seen);
    if (rest.length >= known.side ** 2 && rest.length > dark) continue;
    for (const i of surface) whites[i] = 1;
    for (const i of [...rest, ...rimOf(page, surface, known, whites)]) whites[i] = 2;
    for (const i of surface) greys[known.surface[i] ?? 0] = 1;
    for (const i of islandsOf(page, surface)) if (whites[i] === 0) whites[i] = 2;
  }
  if (!greys.includes(1)) return whites;
  seen.set(whites);
  for (let i = 0; i < seen.length; i += 1) {
    const grey = known.surface[i] ?? 0;
    if (seen[i] !== 0 || grey < known.half || greys[grey] !== 1) continue;
    const surface = grow(page, i, growth);
    if (!surface.every((at) => isWithinDarker(page, at, known.surface[at] ?? 0))) continue;
    for (const at of surface) whites[at] = 1;
    for (const at of rimOf(page, surface, known, whites)) whites[at] = 2;
  }
  return whites;
}

/** Returns whether no clearly lighter dot is near a dot of a surface. */
function isWithinDarker({ width, ink }: Ink, at: number, grey: number): boolean {
  return [-2 * width, -2, 2, 2 * width].every((step) => (ink[at + step] ?? 255) >= grey - 2 * EVEN);
}

/**
 * `seen`: visited dots of surfaces. `followed`: visited dots of text on the current surface, cleared
 * before the next surface.
 */
type Growth = {
  readonly known: PageGreys;
  readonly seen: Uint8Array;
  readonly queue: Int32Array;
  readonly followed: Uint8Array;
};

/** Returns the even surface that contains a dot, including the parts under its text. */
function grow(
  { width, ink }: Ink,
  start: number,
  { known: { surface }, seen, queue }: Growth,
): Int32Array {
  let end = 1;
  queue[0] = start;
  seen[start] = 1;
  for (let at = 0; at < end; at += 1) {
    const i = queue[at] ?? 0;
    const grey = surface[i] ?? 0;
    for (let side = 0; side < 4; side += 1) {
      const next = side === 0 ? i - 1 : side === 1 ? i + 1 : side === 2 ? i - width : i + width;
      if (next < 0 || next >= ink.length || seen[next] !== 0) continue;
      const other = surface[next] ?? 0;
      if (other < PAPER || other >= BLACK || Math.abs(other - grey) > EVEN) continue;
      seen[next] = 1;
      queue[end] = next;
      end += 1;
    }
  }
  return queue.slice(0, end);
}

/**
 * Returns the number of darker text dots that lie entirely on the surface. Lines that lead out of
 * it, such as frames, do not count.
 */
function enclosedWriting(
  { width, ink }: Ink,
  dots: Int32Array,
  { known: { surface, darkest }, seen, queue, followed }: Growth,
): number {
  const around = [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1];
  let [end, count] = [0, 0];
  const follow = (start: number, grey: number, contrast: number): void => {
    const begin = end;
    queue[end] = start;
    end += 1;
    followed[start] = 1;
    let isEnclosed = true;
    for (let at = begin; at < end; at += 1) {
      for (const step of around) {
        const next = (queue[at] ?? 0) + step;
        if ((ink[next] ?? 0) - grey < contrast) {
          if (seen[next] === 0 && (surface[next] ?? 0) < grey - contrast) isEnclosed = false;
        } else if (followed[next] === 0) {
          followed[next] = 1;
          queue[end] = next;
          end += 1;
        }
      }
    }
    if (isEnclosed) count += end - begin;
  };
  // A bold letter forms a separate surface inside its soft edge, so the search skips the edge.
  const steps = [0, -2, 2, -2 * width, 2 * width];
  for (const i of dots) {
    const grey = surface[i] ?? 0;
    const contrast = leastContrast(grey);
    for (const step of steps) {
      const over = (ink[i + step] ?? 0) - grey;
      if (over < contrast || over * 2 < (darkest[i + step] ?? 0) - grey) continue;
      if (followed[i + step] === 0) follow(i + step, grey, contrast);
    }
  }
  for (let at = 0; at < end; at += 1) followed[queue[at] ?? 0] = 0;
  return count;
}

/** Returns the narrow parts of the surface between lighter areas, such as white letters. */
function restOf(
  { width, ink }: Ink,
  dots: Int32Array,
  { surface, half }: PageGreys,
  seen: Uint8Array,
): readonly number[] {
  const rest: number[] = [];
  const lookFrom = (at: number): void => {
    const value = ink[at] ?? 0;
    for (const next of [at - 1, at + 1, at - width, at + width]) {
      const other = ink[next] ?? 0;
      if (
        seen[next] !== 0 ||
        other < half ||
        Math.abs(other - value) > EVEN ||
        (surface[next] ?? 0) >= other - MAX_CONTRAST
      )
        continue;
      seen[next] = 1;
      rest.push(next);
    }
  };
  for (const i of dots) if (Math.abs((ink[i] ?? 0) - (surface[i] ?? 0)) <= EVEN) lookFrom(i);
  // The array grows during the loop.
  for (const i of rest) lookFrom(i);
  return rest;
}

/**
 * Returns the areas that are separated from the surface by its text, such as the inside of letters:
 * dots of the surface's grey within its bounding box.
 */
function islandsOf({ width, ink }: Ink, dots: Int32Array): readonly number[] {
  let [left, right, top, bottom] = [width, 0, ink.length, 0];
  for (const i of dots)
    [left, right, top, bottom] = [
      Math.min(left, i % width),
      Math.max(right, i % width),
      Math.min(top, i),
      Math.max(bottom, i),
    ];
  const counts = new Uint32Array(256);
  for (const i of dots) counts[ink[i] ?? 0] = (counts[ink[i] ?? 0] ?? 0) + 1;
  const grey = counts.indexOf(Math.max(...counts));
  const islands: number[] = [];
  for (let i = top; i <= bottom; i += 1) {
    const x = i % width;
    if (x >= left && x <= right && Math.abs((ink[i] ?? 0) - grey) <= EVEN) islands.push(i);
  }
  return islands;
}

/**
 * Returns the soft edge of the surface, where it is closer to the surface's grey than to the black
 * next to it.
 */
function rimOf(
  { width, ink }: Ink,
  dots: Int32Array,
  { surface, darkest }: PageGreys,
  whites: Uint8Array,
): readonly number[] {
  const rim: number[] = [];
  for (const i of dots) {
    const grey = surface[i] ?? 0;
    for (const next of [
      i - width - 1,
      i - width,
      i - width + 1,
      i - 1,
      i + 1,
      i + width - 1,
      i + width,
      i + width + 1,
    ]) {
      if (whites[next] === 0 && ((ink[next] ?? 0) - grey) * 2 < (darkest[next] ?? 0) - grey)
        rim.push(next);
    }
  }
  return rim;
}
