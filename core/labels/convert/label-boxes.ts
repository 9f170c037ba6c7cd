/**
 * Finds the labels on a page. Carriers put several labels, instructions or a footer on one sheet;
 * printed as one picture, the labels would become too small to scan.
 */
import { boxOf, clustersOf, contentIn, union, type CellGrid } from "./ink-clusters.ts";
import type { PageBox } from "./page.ts";

/** Smallest short side and smallest long side of a label, mm. */
const SHORT_MM = 40;
const LONG_MM = 60;
/**
 * Distance from which content belongs to different clusters, mm, when each cluster with a symbol
 * fills the paper.
 */
const NEAR_MM = 8;
/** Distance from which content belongs to different clusters in all other cases, mm. */
const APART_MM = 15;
/** Smallest width of the white paper between two adjacent labels, mm. */
const GUTTER_MM = 2;
/** Content up to this thickness cannot be read and counts as a line, mm. */
const LINE_MM = 1.5;
/** Smallest ratio between the sides of two labels on one sheet. */
const SIMILAR = 0.75;
/** Largest share of a label's area that its symbols may take. */
const MAX_SYMBOLS = 0.7;
/**
 * Largest area of content that is left out, relative to the label's area: instructions may fill the
 * other half of a sheet.
 */
const MAX_LEFT_OUT = 1.2;

/** A symbol's position on the page, mm. */
export type PlacedSymbol = { readonly text: string; readonly box: PageBox };

/**
 * `fits`: whether a part of the page fits the paper at its own size. `fills`: whether it also
 * leaves little of the paper free.
 */
export type PaperFit = {
  readonly fits: (box: PageBox) => boolean;
  readonly fills: (box: PageBox) => boolean;
};

/**
 * Returns the labels of a page in reading order. The whole content counts as one label when it fits
 * the paper, or when the labels cannot be identified with certainty.
 *
 * @param cells Where the page has ink.
 */
export function labelBoxes(
  cells: CellGrid,
  symbols: readonly PlacedSymbol[],
  paper: PaperFit,
): readonly PageBox[] {
  const whole = boxOf(cells);
  if (whole === undefined) return [];
  if (paper.fits(whole)) return [whole];
  const has = (box: PageBox): boolean => symbols.some((symbol) => isWithin(symbol.box, box));
  const near = clustersOf(cells, NEAR_MM);
  const clusters = near.filter(has).every(paper.fills) ? near : clustersOf(cells, APART_MM);
  const labels = clusters
    .filter(has)
    .flatMap((cluster) =>
      cutApart(cells, withoutLines(cells, cluster, { has, fits: paper.fits }), symbols, paper.fits),
    );
  const loose = clusters.filter((cluster) => !has(cluster));
  const [only] = labels;
  if (only === undefined) return [whole];
  if (labels.length > 1)
    return labels.every(isLabelSize) && sum(loose) <= sum(labels) * MAX_LEFT_OUT
      ? labels.toSorted((a, b) => (Math.abs(a.y - b.y) < SHORT_MM / 2 ? a.x - b.x : a.y - b.y))
      : [whole];
  const { box, rest } = grown(only, loose, paper.fits);
  const ofSymbols = sum(symbols.map((symbol) => symbol.box));
  return isLabelSize(box) &&
    ofSymbols <= sum([box]) * MAX_SYMBOLS &&
    sum(rest) <= sum([box]) * MAX_LEFT_OUT
    ? [box]
    : [whole];
}

/**
 * Adds loose content to a label, nearest first, where the label with that content still fits the
 * paper, because an address far from the symbol still belongs to the label.
 */
function grown(
  label: PageBox,
  loose: readonly PageBox[],
  fits: (box: PageBox) => boolean,
): { readonly box: PageBox; readonly rest: readonly PageBox[] } {
  const nearest = loose.toSorted((a, b) => distance(label, a) - distance(label, b));
  let box = label;
  const rest: PageBox[] = [];
  for (const other of nearest) {
    const both = union(box, other);
    if (fits(both)) box = both;
    else rest.push(other);
  }
  return { box, rest };
}

/** Removes fold and cut lines next to a label. */
function withoutLines(
  cells: CellGrid,
  cluster: PageBox,
  of: { readonly has: (box: PageBox) => boolean; readonly fits: (box: PageBox) => boolean },
): PageBox {
  if (of.fits(cluster)) return cluster;
  const isLine = (box: PageBox): boolean => Math.min(box.w, box.h) <= LINE_MM && !of.has(box);
  const [a, b] = cutsOf(cells, cluster).find((halves) => halves.some(isLine)) ?? [];
  return a === undefined || b === undefined ? cluster : withoutLines(cells, isLine(a) ? b : a, of);
}

/**
 * Splits adjacent labels where white paper runs between two similar parts that have different
 * symbols or both fit the paper.
 */
function cutApart(
  cells: CellGrid,
  cluster: PageBox,
  symbols: readonly PlacedSymbol[],
  fits: (box: PageBox) => boolean,
): readonly PageBox[] {
  if (fits(cluster) || symbols.filter(({ box }) => isWithin(box, cluster)).length < 2)
    return [cluster];
  const textsIn = (box: PageBox): readonly string[] =>
    symbols.filter((symbol) => isWithin(symbol.box, box)).map(({ text }) => text);
  const halves = cutsOf(cells, cluster).filter(([a, b]) => {
    const [inA, inB] = [textsIn(a), textsIn(b)];
    return (
      isLabelSize(a) &&
      isLabelSize(b) &&
      isSimilar(a.w, b.w) &&
      isSimilar(a.h, b.h) &&
      inA.length > 0 &&
      inB.length > 0 &&
      ((fits(a) && fits(b)) || !inA.some((text) => inB.includes(text)))
    );
  });
  const [best] = halves.toSorted(
    ([a, b], [c, d]) => Math.abs(sum([a]) - sum([b])) - Math.abs(sum([c]) - sum([d])),
  );
  return best === undefined
    ? [cluster]
    : best.flatMap((half) => cutApart(cells, half, symbols, fits));
}

/** Returns the contents on both sides of each possible cut along white paper, across or down. */
function cutsOf(
  cells: CellGrid,
  { x, y, w, h }: PageBox,
): readonly (readonly [PageBox, PageBox])[] {
  const cuts: (readonly [PageBox, PageBox])[] = [];
  const step = 1 / cells.perMm;
  for (let at = step; at < w - GUTTER_MM; at += step) {
    if (contentIn(cells, { x: x + at, y, w: GUTTER_MM, h }) === undefined)
      push(contentIn(cells, { x, y, w: at, h }), contentIn(cells, { x: x + at, y, w: w - at, h }));
  }
  for (let at = step; at < h - GUTTER_MM; at += step) {
    if (contentIn(cells, { x, y: y + at, w, h: GUTTER_MM }) === undefined)
      push(contentIn(cells, { x, y, w, h: at }), contentIn(cells, { x, y: y + at, w, h: h - at }));
  }
  return cuts;

  function push(a: PageBox | undefined, b: PageBox | undefined): void {
    if (a !== undefined && b !== undefined) cuts.push([a, b]);
  }
}

function isLabelSize({ w, h }: PageBox): boolean {
  return Math.min(w, h) >= SHORT_MM && Math.max(w, h) >= LONG_MM;
}

function isSimilar(a: number, b: number): boolean {
  return Math.min(a, b) >= Math.max(a, b) * SIMILAR;
}

function isWithin(inner: PageBox, outer: PageBox): boolean {
  const [x, y] = [inner.x + inner.w / 2, inner.y + inner.h / 2];
  return x >= outer.x && x <= outer.x + outer.w && y >= outer.y && y <= outer.y + outer.h;
}

function distance(a: PageBox, b: PageBox): number {
  return Math.hypot(
    Math.max(0, b.x - a.x - a.w, a.x - b.x - b.w),
    Math.max(0, b.y - a.y - a.h, a.y - b.y - b.h),
  );
}

/** Returns the total area of boxes in mm². */
function sum(boxes: readonly PageBox[]): number {
  return boxes.reduce((area, { w, h }) => area + w * h, 0);
}
