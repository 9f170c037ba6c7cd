/**
 * Where a page of a foreign label is placed on a printer's paper: trimmed to its content, turned the way that fits, and at a scale
 * at which the modules of its longest symbol are whole dots.
 */
import type { Media } from "../../documents/media.schema.ts";
import { findSymbols, measure, type FoundSymbol } from "./find-symbols.ts";
import type { Ink } from "./ink.ts";
import { TURNS, turnedBox, type Page, type PageBox, type Turn, type View } from "./page.ts";
import { LEAST_INK } from "./threshold.ts";

export type Placed = { readonly page: Page; readonly view: View; readonly symbols: readonly FoundSymbol[] };

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
/** PDFium widens a bar to whole dots: one that is a hair over three dots would get four. */
const HAIR = 0.9999;
/** Dots per mm at which content and symbols are looked for. */
const COARSE = 6;
const FINE = 12;
const STRIP = 160;
const STRIP_DOTS = 8;
const LONGEST_STRIP = 16_000;
const MOST_DOTS = 12_000_000;

/**
 * @param paper Of the printer.
 * @param largest How many times its own size the content may become; 1: it is made smaller only.
 * @returns Undefined for a blank page.
 */
export async function placePage(page: Page, { media, dotsPerMm }: { readonly media: Media; readonly dotsPerMm: number }, largest = LARGEST): Promise<Placed | undefined> {
  const { box, marginMm } = contentOf(page, media) ?? {};
  if (box === undefined || marginMm === undefined) return undefined;
  const turn = turnFor(page, box, (content) => fitOf(content, { media, marginMm, largest }));
  const content = turnedBox(box, page, turn);
  const fit = fitOf(content, { media, marginMm, largest });
  const density = Math.min(FINE, Math.sqrt(MOST_DOTS / (content.w * content.h)));
  const fine = page.render({ turn, scale: density, left: -content.x * density, top: -content.y * density, width: Math.ceil(content.w * density), height: Math.ceil(content.h * density) });
  const symbols = await findSymbols(fine);
  const grid = symbols[0] === undefined ? undefined : gridOf(page, { turn, content, density }, symbols[0]);
  const scale = grid === undefined ? fit * dotsPerMm : wholeModules(grid.moduleMm, fit * dotsPerMm);
  const [width, height] = [Math.round(media.widthMm * dotsPerMm), Math.round(media.heightMm * dotsPerMm)];
  const centred = { left: (width - content.w * scale) / 2 - content.x * scale, top: (height - content.h * scale) / 2 - content.y * scale };
  const view = { turn, scale, width, height, ...centred };
  if (grid === undefined) return { page, view, symbols };
  const side = grid.axis === "x" ? "left" : "top";
  const start = view[side] + grid.startMm * scale;
  return { page, view: { ...view, [side]: view[side] + Math.round(start) - start }, symbols };
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

/** @returns The part of the page that has content, and the margin that it needs. */
function contentOf(page: Page, media: Media): { readonly box: PageBox; readonly marginMm: number } | undefined {
  const scale = Math.min(COARSE, Math.sqrt(MOST_DOTS / (page.widthMm * page.heightMm)));
  const ink = inkBox(page.render({ turn: 0, scale, left: 0, top: 0, width: Math.ceil(page.widthMm * scale), height: Math.ceil(page.heightMm * scale) }));
  if (ink === undefined) return undefined;
  const isPaper = [[page.widthMm, page.heightMm] as const, [page.heightMm, page.widthMm] as const].some(([w, h]) => Math.abs(w - media.widthMm) < SAME_MM && Math.abs(h - media.heightMm) < SAME_MM);
  if (isPaper) return { box: { x: 0, y: 0, w: page.widthMm, h: page.heightMm }, marginMm: 0 };
  return { box: { x: ink.x / scale, y: ink.y / scale, w: ink.w / scale, h: ink.h / scale }, marginMm: MARGIN_MM };
}

function inkBox({ width, height, ink }: Ink): PageBox | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((ink[y * width + x] ?? 0) < LEAST_INK) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  return right < 0 ? undefined : { x: left, y: top, w: right - left + 1, h: bottom - top + 1 };
}

/** The turn that leaves the label largest; of those alike, the one with upright text, else the smallest. */
function turnFor(page: Page, box: PageBox, fit: (content: PageBox) => number): Turn {
  const fits = TURNS.map((turn) => fit(turnedBox(box, page, turn)));
  const alike = TURNS.filter((turn) => (fits[turn] ?? 0) > Math.max(...fits) * 0.95);
  return alike.find((turn) => turn === page.textTurn) ?? alike[0] ?? 0;
}

function fitOf(content: PageBox, { media, marginMm, largest }: { readonly media: Media; readonly marginMm: number; readonly largest: number }): number {
  const fit = Math.min((media.widthMm - 2 * marginMm) / content.w, (media.heightMm - 2 * marginMm) / content.h);
  return fit >= 1 && fit < ENLARGED_FROM ? 1 : Math.min(fit, largest);
}

/** @param moduleMm Of the page. @param scale Dots per mm that would fit. @returns A scale near it at which a module is whole dots; else the same. */
function wholeModules(moduleMm: number, scale: number): number {
  const dots = moduleMm * scale;
  const whole = Math.floor(dots * OVER);
  return whole >= 1 && whole >= dots * SMALLEST_PART ? (whole / moduleMm) * HAIR : scale;
}
