/**
 * Where a page of a foreign label is placed on a printer's paper: trimmed to its content, turned the way that fits, and at a scale
 * at which the modules of its longest symbol are whole dots.
 */
import type { Media } from "../../documents/media.schema.ts";
import { findSymbols, measure, type FoundSymbol } from "./find-symbols.ts";
import { boxOf, cellsOf } from "./ink-clusters.ts";
import type { Ink } from "./ink.ts";
import { labelBoxes } from "./label-boxes.ts";
import { TURNS, turnedBox, type Page, type PageBox, type Turn, type View } from "./page.ts";
import { inkPage } from "./png-page.ts";
import { leanOf, straightened } from "./straighten.ts";
import { LEAST_INK } from "./threshold.ts";

/** The printer's. */
type Paper = { readonly media: Media; readonly dotsPerMm: number };
type Content = PageBox & { readonly marginMm: number };
/** `only`: the part of the turned page that is the label, mm; undefined: all of it. `isShrunk`: it is larger than the paper. `symbols`: what can be read on it. */
export type Placed = { readonly page: Page; readonly view: View; readonly only: PageBox | undefined; readonly isShrunk: boolean; readonly symbols: readonly FoundSymbol[] };

/** mm: a page that differs from the paper by less is the paper, with margins of its own. */
const SAME_MM = 1.5;
/** mm that stay free around content that was trimmed: printers reach neither edge for sure. */
const MARGIN_MM = 2;
/** A label keeps its size on paper that is a little larger, and is enlarged to at most twice its size. */
const ENLARGED_FROM = 1.25;
const LARGEST = 2;
/** A label is made smaller by at most a quarter for whole modules, and larger by a fiftieth. */
const SMALLEST_PART = 0.75;
const OVER = 1.02;
/** Nearly whole modules are rather made larger by a tenth, where there is room. */
const ENLARGED_BY = 1.1;
/** PDFium widens a bar to whole dots: one that is a hair over three dots would get four. */
const HAIR = 0.9999;
/** Dots per mm at which content and symbols are looked for. */
const COARSE = 6;
const FINE = 12;
const STRIP = 160;
const STRIP_DOTS = 8;
const LONGEST_STRIP = 16_000;
/** A page that leans is drawn at so many dots per mm, and turned. */
const STRAIGHTENED = 20;
/** A label may become smaller by so much and still counts as one that fits its paper. */
const FITTING = 0.95;
/** A6 and 4 × 6 in: carriers' labels are no larger. */
const LARGEST_LABEL: Media = { widthMm: 105, heightMm: 152.4 };
/** A label for this very paper takes so much of both its sides. */
const FILLING = 0.8;
/** Around a label, mm: its soft edges are its own. */
const NEIGHBOUR_MM = 0.5;
const MOST_DOTS = 12_000_000;

/**
 * @param paper Of the printer.
 * @param largest How many times its own size the content may become; 1: it is made smaller only.
 * @returns The labels of the page in reading order; none for a blank page.
 */
export async function placePage(page: Page, paper: Paper, largest = LARGEST): Promise<readonly Placed[]> {
  const boxes = await contentOf(page, paper);
  const placed: Placed[] = [];
  for (const box of boxes) placed.push(await placeBox(page, box, { ...paper, largest, isStraight: false }));
  return placed;
}

type Room = Paper & { readonly largest: number; /** Whether the page was turned upright already. */ readonly isStraight: boolean };

async function placeBox(page: Page, { marginMm, ...box }: Content, { media, dotsPerMm, largest, isStraight }: Room): Promise<Placed> {
  const turn = turnFor(page, box, (content) => fitOf(content, { media, marginMm, largest }));
  const content = turnedBox(box, page, turn);
  const fit = fitOf(content, { media, marginMm, largest });
  const density = Math.min(FINE, Math.sqrt(MOST_DOTS / (content.w * content.h)));
  const fine = page.render(viewOf(content, turn, density));
  const symbols = await findSymbols(fine);
  const [longest] = symbols;
  const lean = longest === undefined || isStraight ? undefined : leanOf(fine, longest);
  if (lean !== undefined) {
    const scale = Math.min(STRAIGHTENED, Math.sqrt(MOST_DOTS / (content.w * content.h)));
    const straight = inkPage(straightened(page.render(viewOf(content, turn, scale)), lean), scale);
    const [inked] = await contentOf(straight, { media, dotsPerMm });
    if (inked !== undefined) return placeBox(straight, inked, { media, dotsPerMm, largest, isStraight: true });
  }
  const grid = longest === undefined ? undefined : gridOf(page, { turn, content, density }, longest);
  const scale = grid === undefined ? fit * dotsPerMm : wholeModules(grid.moduleMm, fit * dotsPerMm, (largest > 1 ? roomOf(content, { media, marginMm }) : fit) * dotsPerMm);
  const [width, height] = [Math.round(media.widthMm * dotsPerMm), Math.round(media.heightMm * dotsPerMm)];
  const centred = { left: (width - content.w * scale) / 2 - content.x * scale, top: (height - content.h * scale) / 2 - content.y * scale };
  const view = { turn, scale, width, height, ...centred };
  const label = { page, view, only: marginMm === 0 ? undefined : content, isShrunk: fit < FITTING, symbols };
  if (grid === undefined) return label;
  const side = grid.axis === "x" ? "left" : "top";
  const start = view[side] + grid.startMm * scale;
  return { ...label, view: { ...view, [side]: view[side] + Math.round(start) - start } };
}

function viewOf({ x, y, w, h }: PageBox, turn: Turn, scale: number): View {
  return { turn, scale, left: -x * scale, top: -y * scale, width: Math.ceil(w * scale), height: Math.ceil(h * scale) };
}

/** Draws a label as it was placed, without what else is on its page. */
export function drawPlaced({ page, view, only }: Placed): Ink {
  const canvas = page.render(view);
  if (only === undefined) return canvas;
  const [left, top] = [view.left + only.x * view.scale - NEIGHBOUR_MM * view.scale, view.top + only.y * view.scale - NEIGHBOUR_MM * view.scale];
  const [right, bottom] = [left + (only.w + 2 * NEIGHBOUR_MM) * view.scale, top + (only.h + 2 * NEIGHBOUR_MM) * view.scale];
  for (let y = 0; y < canvas.height; y += 1) {
    if (y >= top && y < bottom) {
      canvas.ink.fill(0, y * canvas.width, y * canvas.width + Math.max(0, Math.min(canvas.width, Math.floor(left))));
      canvas.ink.fill(0, y * canvas.width + Math.max(0, Math.min(canvas.width, Math.ceil(right))), (y + 1) * canvas.width);
    } else canvas.ink.fill(0, y * canvas.width, (y + 1) * canvas.width);
  }
  return canvas;
}

/** Measures a symbol once more, in a strip that is drawn many times larger: an error of a thousandth would be half a dot at the symbol's end. */
function gridOf(page: Page, { turn, content, density }: { readonly turn: Turn; readonly content: PageBox; readonly density: number }, { grid, format }: FoundSymbol): { readonly axis: "x" | "y"; readonly startMm: number; readonly moduleMm: number } | undefined {
  if (grid === undefined) return undefined;
  const { axis } = grid;
  const [alongMm, acrossMm] = axis === "x" ? [content.x, content.y] : [content.y, content.x];
  const fromMm = alongMm + (grid.start - 2 * grid.module) / density;
  const lengthMm = (grid.length + 4 * grid.module) / density;
  const scale = Math.min(STRIP, LONGEST_STRIP / lengthMm);
  const middle = STRIP_DOTS / 2 - (acrossMm + (grid.across + 0.5) / density) * scale;
  const length = Math.ceil(lengthMm * scale);
  const strip = page.render(axis === "x" ? { turn, scale, left: -fromMm * scale, top: middle, width: length, height: STRIP_DOTS } : { turn, scale, left: middle, top: -fromMm * scale, width: STRIP_DOTS, height: length });
  const fine = measure(strip, { axis, across: STRIP_DOTS / 2, from: 0, until: length, format });
  return fine === undefined ? undefined : { axis, startMm: fromMm + fine.start / scale, moduleMm: fine.module / scale };
}

/** @returns The labels of the page, each with the margin that it needs. */
async function contentOf(page: Page, { media }: Paper): Promise<readonly Content[]> {
  const whole = { x: 0, y: 0, w: page.widthMm, h: page.heightMm };
  const coarse = Math.min(COARSE, Math.sqrt(MOST_DOTS / (page.widthMm * page.heightMm)));
  const cells = cellsOf(page.render(viewOf(whole, 0, coarse)), coarse, LEAST_INK);
  const content = boxOf(cells);
  if (content === undefined) return [];
  const isPaper = [[page.widthMm, page.heightMm] as const, [page.heightMm, page.widthMm] as const].some(([w, h]) => Math.abs(w - media.widthMm) < SAME_MM && Math.abs(h - media.heightMm) < SAME_MM);
  if (isPaper) return [{ ...whole, marginMm: 0 }];
  const paper = { fits: (box: PageBox) => fitsLabel(box, media), fills: (box: PageBox) => fillsLabel(box, media) };
  const scale = Math.min(FINE, Math.sqrt(MOST_DOTS / (page.widthMm * page.heightMm)));
  const symbols = paper.fits(content) ? [] : await findSymbols(page.render(viewOf(whole, 0, scale)));
  const placed = symbols.map(({ text, frame }) => ({ text, box: { x: frame.left / scale, y: frame.top / scale, w: (frame.right - frame.left) / scale, h: (frame.bottom - frame.top) / scale } }));
  return labelBoxes(cells, placed, paper).map((box) => ({ ...box, marginMm: MARGIN_MM }));
}

/** Whether a part of the page is no larger than the printer's labels, or than usual ones: on smaller paper these are made smaller, each by itself. */
function fitsLabel(box: PageBox, media: Media): boolean {
  return [media, LARGEST_LABEL].some((label) => turnedFits(box, label).some((fit) => fit >= FITTING));
}

function fillsLabel({ w, h }: PageBox, media: Media): boolean {
  return [media, LARGEST_LABEL].some((label) => [[w, h] as const, [h, w] as const].some(([a, b]) => a >= label.widthMm * FILLING && b >= label.heightMm * FILLING) && fitsLabel({ x: 0, y: 0, w, h }, label));
}

function turnedFits({ w, h }: PageBox, media: Media): readonly number[] {
  return [{ w, h }, { w: h, h: w }].map((content) => roomOf({ x: 0, y: 0, ...content }, { media, marginMm: MARGIN_MM }));
}

/** The turn that leaves the label largest; of those alike, the one with upright text, else the smallest. */
function turnFor(page: Page, box: PageBox, fit: (content: PageBox) => number): Turn {
  const fits = TURNS.map((turn) => fit(turnedBox(box, page, turn)));
  const alike = TURNS.filter((turn) => (fits[turn] ?? 0) > Math.max(...fits) * 0.95);
  return alike.find((turn) => turn === page.textTurn) ?? alike[0] ?? 0;
}

function fitOf(content: PageBox, { media, marginMm, largest }: { readonly media: Media; readonly marginMm: number; readonly largest: number }): number {
  const fit = roomOf(content, { media, marginMm });
  return fit >= 1 && fit < ENLARGED_FROM ? 1 : Math.min(fit, largest);
}

/** @returns By how much the content could become larger on the paper. */
function roomOf(content: PageBox, { media, marginMm }: { readonly media: Media; readonly marginMm: number }): number {
  return Math.min((media.widthMm - 2 * marginMm) / content.w, (media.heightMm - 2 * marginMm) / content.h);
}

/**
 * @param moduleMm Of the page.
 * @param scale Dots per mm that would fit.
 * @param most Dots per mm at which the content would just be on the paper.
 * @returns A scale near `scale` at which a module is whole dots; else the same.
 */
function wholeModules(moduleMm: number, scale: number, most: number): number {
  const dots = moduleMm * scale;
  const next = Math.ceil(dots);
  const whole = next <= dots * ENLARGED_BY && next <= moduleMm * most * OVER ? next : Math.floor(dots * OVER);
  return whole >= 1 && whole >= dots * SMALLEST_PART ? (whole / moduleMm) * HAIR : scale;
}
