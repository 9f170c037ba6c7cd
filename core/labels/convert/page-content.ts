/** Chooses the parts of a page that are printed, each as a separate label. */
import type { Media } from "../../db/documents/media.schema.ts";
import { findSymbols } from "./find-symbols.ts";
import { boxOf, cellsOf } from "./ink-clusters.ts";
import { labelBoxes } from "./label-boxes.ts";
import type { Page, PageBox, Turn, View } from "./page.ts";
import { MIN_INK } from "./threshold.ts";

/**
 * A label on its page, mm, and the margin that it needs on paper. `inked`: the part of the label
 * that has ink.
 */
export type Content = PageBox & { readonly marginMm: number; readonly inked: PageBox };

/**
 * Largest difference between the sides of a page and of the paper, mm, at which the page is printed
 * with its own margins.
 */
const SAME_MM = 1.5;
/** Margin around trimmed content, mm, because printers do not reliably print up to the edge. */
export const MARGIN_MM = 2;
/** Smallest scale factor at which a label still counts as fitting its paper. */
export const FITTING = 0.95;
/** Largest usual size of carriers' labels: the width of A6 and the length of 4 × 6 in. */
const LARGEST_LABEL: Media = { widthMm: 105, heightMm: 152.4 };
/** A label that was made for the paper takes at least this share of each side of the paper. */
const FILLING = 0.8;
/** Dots per mm at which content (`COARSE`) and symbols (`FINE`) are searched. */
const COARSE = 6;
const FINE = 12;
const MAX_DOTS = 12_000_000;

/** Returns the labels of the page, each with the margin that it needs. */
export async function contentOf(page: Page, media: Media): Promise<readonly Content[]> {
  const whole = { x: 0, y: 0, w: page.widthMm, h: page.heightMm };
  const coarse = densityFor(whole, COARSE);
  const cells = cellsOf(page.render(viewOf(whole, 0, coarse)), coarse, MIN_INK);
  const content = boxOf(cells);
  if (content === undefined) return [];
  const isPaper = [
    [page.widthMm, page.heightMm] as const,
    [page.heightMm, page.widthMm] as const,
  ].some(
    ([w, h]) => Math.abs(w - media.widthMm) < SAME_MM && Math.abs(h - media.heightMm) < SAME_MM,
  );
  if (isPaper) return [{ ...whole, marginMm: 0, inked: content }];
  const paper = {
    fits: (box: PageBox) => fitsLabel(box, media),
    fills: (box: PageBox) => fillsLabel(box, media),
  };
  const scale = densityFor(whole);
  const symbols = paper.fits(content)
    ? []
    : await findSymbols(page.render(viewOf(whole, 0, scale)));
  const placed = symbols.map(({ text, frame }) => ({
    text,
    box: {
      x: frame.left / scale,
      y: frame.top / scale,
      w: (frame.right - frame.left) / scale,
      h: (frame.bottom - frame.top) / scale,
    },
  }));
  return labelBoxes(cells, placed, paper).map((box) => ({
    ...box,
    marginMm: MARGIN_MM,
    inked: box,
  }));
}

/**
 * Returns the dots per mm at which a part of a page is drawn: `most`, or fewer for a large part.
 */
export function densityFor({ w, h }: PageBox, most = FINE): number {
  return Math.min(most, Math.sqrt(MAX_DOTS / (w * h)));
}

/** Returns the view of a part of a turned page, at a scale in dots per mm. */
export function viewOf({ x, y, w, h }: PageBox, turn: Turn, scale: number): View {
  return {
    turn,
    scale,
    left: -x * scale,
    top: -y * scale,
    width: Math.ceil(w * scale),
    height: Math.ceil(h * scale),
  };
}

/**
 * Returns whether a part of the page fits the printer's labels or usual labels when it is shrunk by
 * at most 5 %. Labels that exceed the paper are shrunk later.
 */
function fitsLabel(box: PageBox, media: Media): boolean {
  return [media, LARGEST_LABEL].some((label) =>
    turnedFits(box, label).some((fit) => fit >= FITTING),
  );
}

function fillsLabel({ w, h }: PageBox, media: Media): boolean {
  return [media, LARGEST_LABEL].some(
    (label) =>
      [[w, h] as const, [h, w] as const].some(
        ([a, b]) => a >= label.widthMm * FILLING && b >= label.heightMm * FILLING,
      ) && fitsLabel({ x: 0, y: 0, w, h }, label),
  );
}

function turnedFits({ w, h }: PageBox, media: Media): readonly number[] {
  return [
    { w, h },
    { w: h, h: w },
  ].map((content) => roomOf({ x: 0, y: 0, ...content }, { media, marginMm: MARGIN_MM }));
}

/** Returns the largest scale factor at which the content fits the paper; below 1 it must shrink. */
export function roomOf(
  content: PageBox,
  { media, marginMm }: { readonly media: Media; readonly marginMm: number },
): number {
  return Math.min(
    (media.widthMm - 2 * marginMm) / content.w,
    (media.heightMm - 2 * marginMm) / content.h,
  );
}
