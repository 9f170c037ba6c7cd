/**
 * Finds the darkest and lightest dot around each dot of a page, in time that grows with the
 * logarithm of the distance. Blank paper and bars cost next to nothing, because rows equal to the
 * row before are copied.
 */
import type { Ink } from "./ink.ts";

/**
 * A square of `side` dots that starts `back` dots to the left and above. `isMost`: true to find the
 * most ink in the square, false to find the least.
 */
type Slide = { readonly side: number; readonly back: number; readonly isMost: boolean };

/** Returns for each dot the most or least ink in its square, ignoring parts beyond the page. */
export function slide(page: Ink, by: Slide): Uint8Array {
  return downColumns({ ...page, ink: alongRows(page, by) }, by);
}

/**
 * Returns for each dot the grey of its surface: the highest minimum of any square of `side` dots
 * that contains it. Dark strokes narrower than `side` disappear.
 */
export function opened(page: Ink, side: number): Uint8Array {
  const palest = slide(page, { side, back: 0, isMost: false });
  return slide({ ...page, ink: palest }, { side, back: side - 1, isMost: true });
}

/**
 * Returns the opposite of `opened`: for each dot the lowest maximum of any square that contains it.
 * Light strokes narrower than `side` are filled.
 */
export function closed(page: Ink, side: number): Uint8Array {
  const darkest = slide(page, { side, back: 0, isMost: true });
  return slide({ ...page, ink: darkest }, { side, back: side - 1, isMost: false });
}

function alongRows({ width, ink }: Ink, { side, back, isMost }: Slide): Uint8Array {
  const out = new Uint8Array(ink.length);
  const isLike = likeness(ink, width);
  const line = new Uint8Array(back + width);
  for (let row = 0; row < ink.length; row += width) {
    if (row > 0 && isLike(row - width, row)) {
      out.copyWithin(row, row - width, row);
      continue;
    }
    line.fill(beyond(isMost), 0, back);
    line.set(ink.subarray(row, row + width), back);
    for (const ahead of stepsTo(side)) merge(line, [0, line.length - ahead], { ahead, isMost });
    out.set(line.subarray(0, width), row);
  }
  return out;
}

function downColumns({ width, ink }: Ink, { side, back, isMost }: Slide): Uint8Array {
  const out = new Uint8Array(back * width + ink.length).fill(beyond(isMost), 0, back * width);
  out.set(ink, back * width);
  const isLike = likeness(out, width);
  for (const rows of stepsTo(side)) {
    const ahead = rows * width;
    for (let row = 0; row + ahead < out.length; row += width)
      if (!isLike(row, row + ahead)) merge(out, [row, row + width], { ahead, isMost });
  }
  return out.subarray(0, ink.length);
}

/** Returns the neutral value for the part of a square beyond the page. */
const beyond = (isMost: boolean): number => (isMost ? 0 : 255);

/** Returns how far ahead each merge looks; spans double until they are `side` long. */
function stepsTo(side: number): readonly number[] {
  const steps: number[] = [];
  for (let span = 1; span < side; span += steps.at(-1) ?? 0)
    steps.push(Math.min(span, side - span));
  return steps;
}

/** Returns a function that says whether two rows, given by their first dots, are equal. */
function likeness(dots: Uint8Array, width: number): (one: number, other: number) => boolean {
  const bytes = Buffer.from(dots.buffer, dots.byteOffset, dots.length);
  return (one, other) => bytes.compare(bytes, one, one + width, other, other + width) === 0;
}

/**
 * Replaces each dot by the dot that is `ahead` dots after it, if that dot has more ink (`isMost`)
 * or less ink.
 */
function merge(
  dots: Uint8Array,
  [first, end]: readonly [number, number],
  { ahead, isMost }: { readonly ahead: number; readonly isMost: boolean },
): void {
  // Two loops with one comparison each take a third of the time of one loop for both cases.
  if (isMost) {
    for (let i = first; i < end; i += 1)
      if ((dots[i + ahead] ?? 0) > (dots[i] ?? 0)) dots[i] = dots[i + ahead] ?? 0;
  } else
    for (let i = first; i < end; i += 1)
      if ((dots[i + ahead] ?? 0) < (dots[i] ?? 0)) dots[i] = dots[i + ahead] ?? 0;
}
