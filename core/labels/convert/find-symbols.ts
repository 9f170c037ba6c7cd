/**
 * Finds the symbols of a drawn page: their texts, and the width of their modules, so that modules
 * can be scaled to whole dots.
 */
import type { ReaderOptions, ReadResult } from "zxing-wasm/reader";
import { readSymbols } from "../read-symbols.ts";
import { pgmOf, type Ink } from "./ink.ts";

/** Modules along one axis of the canvas, in fractional dots. */
export type Grid = {
  readonly axis: "x" | "y";
  /** Position of the measured line on the other axis, dots. */
  readonly across: number;
  readonly start: number;
  readonly length: number;
  readonly module: number;
};
/** Bounding box of a symbol, dots. */
type Frame = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};
/**
 * `grid`: undefined when the symbol is not straight, or its modules could not be measured. `lean`:
 * clockwise rotation from the nearest axis, degrees, accurate to some tenths. `isBackwards`: the
 * symbol reads from right to left. `isMirrored`: the symbol is a mirror image, which cannot be
 * detected for bars.
 */
export type FoundSymbol = {
  readonly text: string;
  readonly format: string;
  readonly grid: Grid | undefined;
  readonly frame: Frame;
  readonly lean: number;
  readonly isBackwards: boolean;
  readonly isMirrored: boolean;
};
export const MATRICES: readonly string[] = ["QRCode", "DataMatrix", "PDF417", "Aztec"];

/** Options for the symbol reader: symbologies that carriers print, on clean pages. */
const READER: ReaderOptions = {
  formats: ["Code128", "Code39", "ITF", "EAN13", "QRCode", "DataMatrix", "PDF417", "Aztec"],
  tryInvert: false,
  tryDownscale: false,
  tryDenoise: false,
};
const HALF = 128;
/** Largest slope at which a symbol still has modules along an axis. */
const STRAIGHT = 0.02;
/** Rotation from which a symbol reads from right to left, degrees. */
const BACKWARDS = 135;

/**
 * Finds a canvas's symbols that can be decoded, longest first; symbols without a grid come last.
 */
export async function findSymbols(canvas: Ink): Promise<readonly FoundSymbol[]> {
  const found = await readSymbols(pgmOf(canvas), READER);
  const symbols = found
    .filter((symbol) => symbol.isValid)
    .map((symbol) => ({
      text: symbol.text,
      format: String(symbol.format),
      grid: gridOf(canvas, symbol),
      frame: frameOf(symbol),
      lean: leanOf(symbol),
      isBackwards: Math.abs(symbol.orientation) > BACKWARDS,
      isMirrored: symbol.isMirrored,
    }));
  return symbols.toSorted((a, b) => (b.grid?.length ?? 0) - (a.grid?.length ?? 0));
}

function frameOf({ position }: ReadResult): Frame {
  const corners = [position.topLeft, position.topRight, position.bottomLeft, position.bottomRight];
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  };
}

/**
 * Computes the angle between a symbol and the page's axes, degrees. The reader scans a rotated
 * linear symbol parallel to an axis too, so the angle shows only at the symbol's two ends.
 */
function leanOf({ format, position }: ReadResult): number {
  const { topLeft, topRight, bottomLeft, bottomRight } = position;
  const isMatrix = MATRICES.includes(String(format));
  const [dx, dy] = isMatrix
    ? [topRight.x - topLeft.x, topRight.y - topLeft.y]
    : [
        (bottomLeft.x + bottomRight.x - topLeft.x - topRight.x) / 2,
        (bottomLeft.y + bottomRight.y - topLeft.y - topRight.y) / 2,
      ];
  const degrees = (Math.atan2(dy, dx) * 180) / Math.PI;
  return degrees - Math.round(degrees / 90) * 90;
}

function gridOf(canvas: Ink, { format, position }: ReadResult): Grid | undefined {
  const { topLeft, topRight, bottomLeft } = position;
  const [dx, dy] = [Math.abs(topRight.x - topLeft.x), Math.abs(topRight.y - topLeft.y)];
  const axis = dx >= dy ? "x" : "y";
  if (Math.min(dx, dy) > STRAIGHT * Math.max(dx, dy)) return undefined;
  const isMatrix = MATRICES.includes(String(format)) && format !== "PDF417";
  // A matrix is measured near its first row, where its finder patterns put ink at both ends of the
  // line; bars are measured in the middle.
  const down = isMatrix ? 0.03 : 0.5;
  const across =
    axis === "x"
      ? topLeft.y + (bottomLeft.y - topLeft.y) * down
      : topLeft.x + (bottomLeft.x - topLeft.x) * down;
  const [from, until] =
    axis === "x"
      ? [Math.min(topLeft.x, topRight.x), Math.max(topLeft.x, topRight.x)]
      : [Math.min(topLeft.y, topRight.y), Math.max(topLeft.y, topRight.y)];
  return measure(canvas, {
    axis,
    across,
    from: from - 3,
    until: until + 3,
    format: String(format),
  });
}

/**
 * Measures the width of a symbol's modules along a line.
 *
 * @param line Position of a symbol on the canvas, dots.
 * @returns The grid of its modules; undefined when their width cannot be measured.
 */
export function measure(
  canvas: Ink,
  {
    axis,
    across,
    from,
    until,
    format,
  }: {
    readonly axis: "x" | "y";
    readonly across: number;
    readonly from: number;
    readonly until: number;
    readonly format: string;
  },
): Grid | undefined {
  const module = moduleOf(
    edgesOf(canvas, axis, Math.floor(across), [Math.floor(from), Math.ceil(until)]),
    format,
  );
  return module === undefined ? undefined : { axis, across, ...module };
}

/**
 * Finds where ink starts and ends along a line, in fractional dots: a partly covered dot moves the
 * edge by its coverage. The lightest dot counts as paper, since the symbol may lie on a surface.
 */
function edgesOf(
  canvas: Ink,
  axis: "x" | "y",
  across: number,
  [from, until]: readonly [number, number],
): readonly number[] {
  const most = axis === "x" ? canvas.width : canvas.height;
  const [first, end] = [Math.max(-1, from), Math.min(most, until)];
  const line = Array.from(
    { length: Math.max(0, Math.min(most, end + 3) - Math.max(0, first - 1)) },
    (_, i) => Math.max(0, first - 1) + i,
  ).map(
    (i) =>
      (axis === "x"
        ? canvas.ink[across * canvas.width + i]
        : canvas.ink[i * canvas.width + across]) ?? 0,
  );
  const [paper, black] = [Math.min(...line), Math.max(...line)];
  const inkAt = (i: number): number =>
    i < 0 || i >= most
      ? 0
      : (((line[i - Math.max(0, first - 1)] ?? paper) - paper) * 255) / Math.max(1, black - paper);
  const edges: number[] = [];
  for (let i = first; i < end; i += 1) {
    const [a, b] = [inkAt(i), inkAt(i + 1)];
    if (a < HALF === b < HALF) continue;
    // The edge lies in one of these two dots; the other dot is full or empty.
    const [before, after] = [inkAt(i - 1), inkAt(i + 2)];
    const isInFirst = Math.abs(a - before) > Math.abs(b - after);
    const part =
      b > a ? (isInFirst ? 1 - a / 255 : 2 - b / 255) : isInFirst ? a / 255 : 1 + b / 255;
    edges.push(i + part);
  }
  return edges;
}

/**
 * Determines the module width: the total length divided by the number of modules that fits best, so
 * that bars start at whole multiples of it. Only the starts are compared, because rendering may
 * widen every bar by a fraction of a dot.
 */
function moduleOf(
  edges: readonly number[],
  format: string,
): Omit<Grid, "axis" | "across"> | undefined {
  const [start = 0, end = 0] = [edges[0], edges.at(-1)];
  const length = end - start;
  const pairs = edges.slice(2).map((edge, i) => (edge - (edges[i] ?? 0)) / 2);
  const narrow = Math.min(...pairs); // the narrowest bar and gap: one module each, or slightly more
  if (pairs.length < 4 || narrow < 0.8) return undefined;
  // A Code 128 of n characters has 11 n + 2 modules, a QR code 4 n + 1.
  const [step, rest] = format === "Code128" ? [11, 2] : format === "QRCode" ? [4, 1] : [1, 0];
  const beginnings = edges.filter((_, i) => i % 2 === 0).map((edge) => (edge - start) / length);
  let best: { modules: number; residue: number } | undefined;
  for (
    let n = Math.ceil((length / (narrow * 1.25) - rest) / step);
    n <= (length / (narrow * 0.75) - rest) / step;
    n += 1
  ) {
    const modules = n * step + rest;
    const residue = beginnings.reduce(
      (sum, part) => sum + Math.abs(part * modules - Math.round(part * modules)),
      0,
    );
    if (best === undefined || residue < best.residue) best = { modules, residue };
  }
  return best === undefined || best.modules < 7
    ? undefined
    : { start, length, module: length / best.modules };
}
