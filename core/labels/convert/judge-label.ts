/**
 * Judges whether a foreign label meets the rules for our own labels, measured on the dots to send.
 * Carriers' labels may break these rules, so nothing is rejected here.
 */
import type { Doubt, Verification } from "./converted.ts";
import { findSymbols, MATRICES, type FoundSymbol, type Grid } from "./find-symbols.ts";
import type { Ink } from "./ink.ts";

/** Same rules as for our own labels: `../check/check-label.ts`. */
const MIN_MODULE_MM = 0.25;
const MIN_HEIGHT_MM = 15;
const MIN_HEIGHT_OF_LENGTH = 0.15;
const MIN_OTHER_HEIGHT_MM = 8;
const QUIET_MODULES = 10;
/** Printers do not reliably print up to the edge. */
const EDGE_MM = 1;
/**
 * Largest deviation of a module from whole dots, in dots. With a larger deviation, the modules of
 * one symbol would differ from each other.
 */
const WHOLE = 0.02;
/**
 * Share of its dots that a row must have in common with the symbol's middle row to belong to the
 * symbol. It is below 1 because pictures have noise.
 */
const ALIKE = 0.97;

export type Judged = {
  readonly symbols: readonly FoundSymbol[];
  readonly verification: Verification;
  readonly doubt: Doubt;
};

/**
 * Finds a label's symbols and measures whether the label meets the rules for our own labels.
 *
 * @param canvas The whole label as it is printed; each dot is 0 or 255.
 * @param offset The printer's offset, dots. `isCut`: the label has ink outside the canvas.
 * `isLost`: text of the label is not visible on the canvas.
 */
export async function judgeLabel(
  canvas: Ink,
  {
    dotsPerMm,
    offset = { x: 0, y: 0 },
    isCut = false,
    isLost = false,
  }: {
    readonly dotsPerMm: number;
    readonly offset?: { readonly x: number; readonly y: number } | undefined;
    readonly isCut?: boolean;
    readonly isLost?: boolean;
  },
): Promise<Judged> {
  const symbols = await findSymbols(canvas);
  const isRight =
    !isCut &&
    !isLost &&
    symbols.length > 0 &&
    !symbols.some(({ isMirrored }) => isMirrored) &&
    isInside(canvas, { offset, edge: EDGE_MM * dotsPerMm }) &&
    areReadable(canvas, symbols, dotsPerMm);
  return {
    symbols,
    verification: isRight ? "verified" : "unverifiable",
    doubt: isLost ? "WRITING_LOST" : "",
  };
}

function isInside(
  { width, height, ink }: Ink,
  {
    offset,
    edge,
  }: { readonly offset: { readonly x: number; readonly y: number }; readonly edge: number },
): boolean {
  const [left, right, top, bottom] = [
    edge - offset.x,
    width - edge - offset.x,
    edge - offset.y,
    height - edge - offset.y,
  ];
  for (let y = 0; y < height; y += 1) {
    const isRowInside = y + 0.5 >= top && y + 0.5 <= bottom;
    for (let x = 0; x < width; x += 1)
      if (ink[y * width + x] !== 0 && !(isRowInside && x + 0.5 >= left && x + 0.5 <= right))
        return false;
  }
  return true;
}

/**
 * Returns whether the main symbol and all other symbols meet the rules for modules, heights and
 * quiet zones.
 *
 * @param symbols Longest first. The longest bars are the label's main symbol; without bars, the
 * largest 2-D symbol.
 */
function areReadable(canvas: Ink, symbols: readonly FoundSymbol[], dotsPerMm: number): boolean {
  const bars = symbols.filter(({ format }) => !MATRICES.includes(format));
  const main = bars[0] ?? symbols[0];
  return symbols.every((symbol) => {
    const { grid, format } = symbol;
    if (grid === undefined || grid.module / dotsPerMm < MIN_MODULE_MM * (1 - WHOLE)) return false;
    if (symbol === main && Math.abs(grid.module - Math.round(grid.module)) > WHOLE) return false;
    if (MATRICES.includes(format)) return true;
    const least =
      symbol === main
        ? Math.max(MIN_HEIGHT_MM, (MIN_HEIGHT_OF_LENGTH * grid.length) / dotsPerMm)
        : MIN_OTHER_HEIGHT_MM;
    return hasHeightAndQuiet(canvas, grid, least * dotsPerMm);
  });
}

/** Returns whether bars keep their pattern and quiet zones over a height in dots. */
function hasHeightAndQuiet(
  canvas: Ink,
  { axis, across, start, length, module }: Grid,
  least: number,
): boolean {
  const [along, rows] =
    axis === "x" ? [canvas.width, canvas.height] : [canvas.height, canvas.width];
  const inkAt = (i: number, row: number): number =>
    canvas.ink[axis === "x" ? row * canvas.width + i : i * canvas.width + row] ?? 0;
  const [from, until, quiet] = [
    Math.round(start),
    Math.round(start + length),
    Math.ceil(QUIET_MODULES * module - WHOLE),
  ];
  if (from - quiet < 0 || until + quiet > along) return false;
  const middle = Math.floor(across);
  const isOf = (row: number): boolean => {
    let alike = 0;
    for (let i = from - quiet; i < until + quiet; i += 1) {
      if (i >= from && i < until) alike += inkAt(i, row) === inkAt(i, middle) ? 1 : 0;
      else if (inkAt(i, row) !== 0) return false;
    }
    return alike >= ALIKE * (until - from);
  };
  let [first, last] = [middle, middle];
  while (first > 0 && isOf(first - 1)) first -= 1;
  while (last + 1 < rows && isOf(last + 1)) last += 1;
  return isOf(middle) && last - first + 1 + 0.5 >= least;
}
