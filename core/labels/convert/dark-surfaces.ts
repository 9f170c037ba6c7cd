/**
 * Surfaces that would be printed black, such as coloured fields and the shade of a photo, with
 * writing on them that is darker still: these are printed white, since the writing would be gone in
 * them. Those with white writing stay black.
 */
import type { Ink } from "./ink.ts";

/** What is darker is black itself. */
export const BLACK = 208;
/** What is paler is paper. */
const PAPER = 24;
/** Of a surface two dots side by side differ by less. */
const EVEN = 12;
/** What differs by so much from a pale surface is writing. */
const MOST_CONTRAST = 48;

/**
 * What is known of a page's dots. `surface`: the grey under each. `darkest`: of what is near each.
 * `side`: of the smallest surface, dots. `half`: what is darker is printed black.
 */
type Known = {
  readonly surface: Uint8Array;
  readonly darkest: Uint8Array;
  readonly side: number;
  readonly half: number;
};

/** @returns By how much writing is darker than a surface, at least. A dark one leaves it little. */
export function leastContrast(grey: number): number {
  return Math.min(MOST_CONTRAST, (255 - grey) / 4);
}

/**
 * @param side Of the smallest surface, dots.
 * @param grey Of the surfaces, 0 to 255.
 * @returns The dots in the middle of even surfaces.
 */
export function evenMiddles(
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
 * @param middles Inner dots of dark surfaces.
 * @returns 1 for each dot of a surface that is printed white, 2 for its remaining dots near
 *   writing.
 */
export function whitened(page: Ink, middles: readonly number[], known: Known): Uint8Array {
  const whites = new Uint8Array(page.ink.length);
  const seen = new Uint8Array(page.ink.length);
  const growth: Growth = {
    known,
    seen,
    queue: new Int32Array(page.ink.length),
    followed: new Uint8Array(page.ink.length),
  };
  /** Of the surfaces that are printed white: what bold letters enclose of them has the same. */
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

/** Whether nothing paler is near a dot of a surface. */
function isWithinDarker({ width, ink }: Ink, at: number, grey: number): boolean {
  return [-2 * width, -2, 2, 2 * width].every((step) => (ink[at + step] ?? 255) >= grey - 2 * EVEN);
}

/** `seen`: dots of surfaces. `followed`: of writing on one; all 0 between two surfaces. */
type Growth = {
  readonly known: Known;
  readonly seen: Uint8Array;
  readonly queue: Int32Array;
  readonly followed: Uint8Array;
};

/** @returns The surface that goes on evenly from a dot, also under its writing. */
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
 * @returns How many dots of darker writing stand on the surface alone: lines that lead out of it,
 *   as frames do, are none.
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
  // Bold letters are a surface of their own, behind a soft edge.
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

/**
 * @returns The narrow parts of the surface between what is paler than it, such as white letters.
 */
function restOf(
  { width, ink }: Ink,
  dots: Int32Array,
  { surface, half }: Known,
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
        (surface[next] ?? 0) >= other - MOST_CONTRAST
      )
        continue;
      seen[next] = 1;
      rest.push(next);
    }
  };
  for (const i of dots) if (Math.abs((ink[i] ?? 0) - (surface[i] ?? 0)) <= EVEN) lookFrom(i);
  // It grows while it is gone through.
  for (const i of rest) lookFrom(i);
  return rest;
}

/**
 * @returns What a mark cut off from the surface, as the inside of its letters: dots of the same
 *   grey among those of the surface.
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
 * @returns The soft edge of the surface, where it is nearer to the surface than to what is black
 *   beside it.
 */
function rimOf(
  { width, ink }: Ink,
  dots: Int32Array,
  { surface, darkest }: Known,
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
