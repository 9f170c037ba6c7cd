/**
 * Keeps the text of a grey page readable in black and white. Text is any narrow shape that is
 * darker or lighter than its surroundings. The check only compares the contrast of text before and
 * after the conversion, so it finds lost text whichever rule of the conversion lost it.
 */
import type { Ink } from "./ink.ts";
import {
  letterFrom,
  STROKES_MM,
  strokesOf,
  type Letter,
  type Seen,
  type Strokes,
} from "./letters.ts";
import { closed, opened, slide } from "./slide.ts";

/** Smallest difference in grey between a text dot and its surroundings. */
const VISIBLE = 24;
/**
 * On a noisy page, the contrast of text must be this many times the usual difference between
 * neighbouring dots of the smoothed page, because some noisy dots are far from the mean.
 */
const NOISE = 9;
/** Side of the overlapping squares in which lost text is counted, mm. */
const SQUARE_MM = 3;
/** Smallest area of a letter, mm². */
const MIN_MM2 = 0.3;
/**
 * Largest share of the text in a square that may be lost. Fine letters always lose a part of their
 * strokes.
 */
const MAX_LOST = 0.25;
/** Width of the plain background drawn around a redrawn letter, as a share of the widest stroke. */
const BACKGROUND_SHARE = 0.3;
/**
 * Maximum number of redraw rounds. One round may not suffice, because the background of a redrawn
 * letter may cover the surroundings of the next letter.
 */
const MAX_ROUNDS = 3;
type TextRows = Seen & { readonly dots: Ink };

/**
 * Redraws the text that became unreadable in black and white, on a plain background. Changes
 * `dots`.
 *
 * @param page The page in grey.
 * @param dots The same page in black and white; each dot is 0 or 255.
 * @returns Whether all text is readable now.
 */
export function keepTextReadable(page: Ink, dots: Ink, dotsPerMm: number): boolean {
  const noise = noiseOf(page);
  const textRows = rowsToCheck({
    page: noise > 0 ? smoothed(page) : page,
    dots,
    dotsPerMm,
    visible: Math.max(VISIBLE, (noise * NOISE) / 3),
  });
  if (textRows === undefined) return true;
  const [narrowMm, wideMm] = STROKES_MM;
  const narrow = [strokesOf(textRows, "light", narrowMm), strokesOf(textRows, "dark", narrowMm)];
  const wide = [strokesOf(textRows, "light", wideMm), strokesOf(textRows, "dark", wideMm)];
  return (
    keepStrokes(textRows, narrow, () => true) &&
    keepStrokes(textRows, wide, (letter, kind) => hasWideStrokes(textRows, letter, narrow[kind]))
  );
}

/** Returns whether a letter has wide strokes, which the check of narrow strokes does not find. */
function hasWideStrokes(
  { dotsPerMm, visible }: TextRows,
  letter: Letter,
  narrow: Strokes | undefined,
): boolean {
  let dots = 0;
  for (const i of letter) if ((narrow?.most[i] ?? 0) < visible) dots += 1;
  return dots >= MIN_MM2 * dotsPerMm ** 2;
}

/**
 * Redraws the letters that were lost.
 *
 * @param kinds Strokes of light text and of dark text, up to one width.
 * @param isMeant Whether to check a letter of a kind; `kind` is its index in `kinds`.
 * @returns Whether all checked letters are readable now.
 */
function keepStrokes(
  textRows: TextRows,
  kinds: readonly Strokes[],
  isMeant: (letter: Letter, kind: number) => boolean,
): boolean {
  for (let round = 0; ; round += 1) {
    const lost = kinds.map((strokes, kind) =>
      findLostLetters(textRows, strokes).filter((letter) => isMeant(letter, kind)),
    );
    if (lost.every((letters) => letters.length === 0)) return true;
    if (round === MAX_ROUNDS) return false;
    kinds.forEach((strokes, i) => redrawLetters(textRows, strokes, lost[i] ?? []));
  }
}

/** Returns the median difference between neighbouring dots: 0 on a drawn page without noise. */
function noiseOf({ ink }: Ink): number {
  const counts = new Uint32Array(256);
  for (let i = 1; i < ink.length; i += 1) {
    const difference = Math.abs((ink[i] ?? 0) - (ink[i - 1] ?? 0));
    counts[difference] = (counts[difference] ?? 0) + 1;
  }
  let [noise, sum] = [0, counts[0] ?? 0];
  while (sum * 2 < ink.length) sum += counts[++noise] ?? 0;
  return noise;
}

/**
 * Returns the page with each dot averaged with its eight neighbours, which reduces noise to a
 * third.
 */
function smoothed({ width, height, ink }: Ink): Ink {
  const rows = new Uint16Array(ink.length);
  for (let i = 1; i < ink.length - 1; i += 1)
    rows[i] = (ink[i - 1] ?? 0) + (ink[i] ?? 0) + (ink[i + 1] ?? 0);
  const out = ink.slice();
  for (let i = width; i < ink.length - width; i += 1)
    out[i] = Math.round(((rows[i - width] ?? 0) + (rows[i] ?? 0) + (rows[i + width] ?? 0)) / 9);
  return { width, height, ink: out };
}

/**
 * Returns the rows in which text may be lost: from the first to the last row that has grey dots
 * inside an all black or all white area, with a margin; undefined when there are too few such dots.
 */
function rowsToCheck({ page, dots, dotsPerMm, visible }: TextRows): TextRows | undefined {
  const { width, height, ink } = page;
  let [first, last, count] = [height, -1, 0];
  for (let y = 1; y < height - 1; y += 1) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i += 1) {
      const value = ink[i] ?? 0;
      if (value < visible || value > 255 - visible) continue;
      const own = dots.ink[i];
      if (
        dots.ink[i - 1] !== own ||
        dots.ink[i + 1] !== own ||
        dots.ink[i - width] !== own ||
        dots.ink[i + width] !== own
      )
        continue;
      [first, last, count] = [Math.min(first, y), y, count + 1];
    }
  }
  if (count < MIN_MM2 * dotsPerMm ** 2) return undefined;
  const margin = Math.ceil((2 * STROKES_MM[1] + SQUARE_MM) * dotsPerMm);
  const [top, bottom] = [Math.max(0, first - margin), Math.min(height, last + 1 + margin)];
  const rows = (of: Ink): Ink => ({
    width,
    height: bottom - top,
    ink: of.ink.subarray(top * width, bottom * width),
  });
  return { page: rows(page), dots: rows(dots), dotsPerMm, visible };
}

/**
 * Returns the letters that have no contrast with their surroundings in black and white; none when
 * the lost parts are too small to matter.
 */
function findLostLetters(textRows: TextRows, strokes: Strokes): readonly Letter[] {
  const { dots, dotsPerMm } = textRows;
  const { side, middle, isDark } = strokes;
  const around = isDark ? opened(dots, side) : closed(dots, side);
  const [own, other] = isDark ? [255, 0] : [0, 255];
  const lost = new Uint8Array(middle.length);
  for (let i = 0; i < middle.length; i += 1)
    if (middle[i] === 1 && (dots.ink[i] !== own || around[i] !== other)) lost[i] = 1;
  const isIn = lostSquares(dots, { middle, lost }, dotsPerMm);
  if (isIn === undefined) return [];
  const seen = new Uint8Array(middle.length);
  const letters: Letter[] = [];
  for (let i = 0; i < middle.length; i += 1) {
    const letter =
      lost[i] === 1 && seen[i] === 0 && isIn(i)
        ? letterFrom(textRows, strokes, i, seen)
        : undefined;
    if (letter !== undefined) letters.push(letter);
  }
  // Lost dots that belong to no letter, such as gaps between letters, must not count.
  const ofLetters = new Uint8Array(middle.length);
  for (const letter of letters) for (const i of letter) ofLetters[i] = lost[i] ?? 0;
  return lostSquares(dots, { middle, lost: ofLetters }, dotsPerMm) === undefined ? [] : letters;
}

/**
 * Returns a function that says whether a dot lies in a square that lost too much text; undefined
 * when no square lost too much.
 */
function lostSquares(
  { width, height }: Ink,
  { middle, lost }: { readonly middle: Uint8Array; readonly lost: Uint8Array },
  dotsPerMm: number,
): ((i: number) => boolean) | undefined {
  const step = Math.round((SQUARE_MM / 2) * dotsPerMm);
  const columns = Math.ceil(width / step) + 1;
  const count = columns * (Math.ceil(height / step) + 1);
  const [all, gone] = [new Uint32Array(count), new Uint32Array(count)];
  const cellOf = (i: number): number =>
    Math.floor(Math.floor(i / width) / step) * columns + Math.floor((i % width) / step);
  for (let i = 0; i < middle.length; i += 1) {
    if (middle[i] !== 1) continue;
    const cell = cellOf(i);
    all[cell] = (all[cell] ?? 0) + 1;
    if (lost[i] === 1) gone[cell] = (gone[cell] ?? 0) + 1;
  }
  const isLost = new Uint8Array(count);
  for (let at = 0; at + columns + 1 < count; at += 1) {
    const cells = [at, at + 1, at + columns, at + columns + 1];
    const sum = (of: Uint32Array): number =>
      cells.reduce((total, cell) => total + (of[cell] ?? 0), 0);
    const dots = sum(gone);
    if (dots >= MIN_MM2 * dotsPerMm ** 2 && dots > MAX_LOST * sum(all))
      for (const cell of cells) isLost[cell] = 1;
  }
  return isLost.includes(1) ? (i) => isLost[cellOf(i)] === 1 : undefined;
}

/**
 * Redraws letters and the background near them with a local threshold: halfway between the grey of
 * the letters and the grey of their surroundings. Changes the dots of `textRows`.
 */
function redrawLetters(
  { page, dots }: TextRows,
  { side, around, middle, isDark }: Strokes,
  letters: readonly Letter[],
): void {
  if (letters.length === 0) return;
  const reach = Math.round(BACKGROUND_SHARE * side);
  const places = letters.flatMap((letter) => letter.filter((i) => middle[i] === 1));
  const nearest = (of: (i: number) => number, isMost: boolean): Uint8Array => {
    const known = new Uint8Array(page.ink.length).fill(isMost ? 0 : 255);
    for (const i of places) known[i] = of(i);
    return slide({ ...page, ink: known }, { side: 2 * reach + 1, back: reach, isMost });
  };
  const [field, own, near] = [
    nearest((i) => around[i] ?? 0, !isDark),
    nearest((i) => page.ink[i] ?? 0, isDark),
    nearest(() => 1, true),
  ];
  for (let i = 0; i < near.length; i += 1)
    if (near[i] === 1)
      dots.ink[i] = (page.ink[i] ?? 0) * 2 >= (field[i] ?? 0) + (own[i] ?? 0) ? 255 : 0;
}
