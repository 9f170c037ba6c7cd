/**
 * Places a foreign label's page on a printer's paper: trims it to its content, turns it to fit, and
 * scales it so that, where possible, each module of its longest symbol is a whole number of dots.
 */
import type { Media } from "../../db/documents/media.schema.ts";
import { findSymbols, measure, type FoundSymbol } from "./find-symbols.ts";
import type { Ink } from "./ink.ts";
import { TURNS, turnedBox, type Page, type PageBox, type Turn, type View } from "./page.ts";
import {
  contentOf,
  densityFor,
  FITTING,
  MARGIN_MM,
  roomOf,
  viewOf,
  type Content,
} from "./page-content.ts";
import { inkPage } from "./png-page.ts";
import { leanOf, straightened } from "./straighten.ts";

/** The printer's paper. */
type Paper = { readonly media: Media; readonly dotsPerMm: number };
/**
 * `only`: the part of the turned page that is the label, mm; undefined: the whole page is the
 * label. `isShrunk`: the label is shrunk by more than 5 %, because it is larger than the paper.
 * `symbols`: the symbols that were read on the label.
 */
export type PlacedPage = {
  readonly page: Page;
  readonly view: View;
  readonly only: PageBox | undefined;
  readonly isShrunk: boolean;
  readonly symbols: readonly FoundSymbol[];
};

/**
 * Factors of enlargement. A label is enlarged only where the paper has room for the smaller factor,
 * and at most by the larger one. Growth to whole modules comes in addition.
 */
const ENLARGED_FROM = 1.25;
const LARGEST = 2;
/**
 * Limits of the factor by which a label is scaled to make each module a whole number of dots. A
 * module of four dots at 300 dpi is 2.71 dots at 203 dpi: three dots where the paper has room for
 * them (`LARGEST_FACTOR`), otherwise two (`SMALLEST_FACTOR`). `TOLERANCE`: growth that needs no
 * room.
 */
const SMALLEST_FACTOR = 0.735;
const LARGEST_FACTOR = 1.11;
const TOLERANCE = 1.02;
/** Factor that keeps bars just below whole dots, because PDFium rounds a bar's width up. */
const ROUNDING_MARGIN = 0.9999;
/**
 * Scale (dots per mm), width and largest length (dots) of the strip that measures a symbol again.
 */
const STRIP_DOTS_PER_MM = 160;
const STRIP_DOTS = 8;
const LONGEST_STRIP = 16_000;
/** Dots per mm at which a slanted page is drawn before it is straightened. */
const STRAIGHTENED_DOTS_PER_MM = 20;
/** Width of the page around a label that is printed too, mm: a label's edges are blurred. */
const KEPT_BORDER_MM = 0.5;

/**
 * Places the labels of a page on a printer's paper, in reading order: none for a blank page.
 *
 * @param paper The printer's paper.
 * @param largest Largest enlargement of the content, as a factor; 1: the content is only shrunk.
 */
export async function placePage(
  page: Page,
  paper: Paper,
  largest = LARGEST,
): Promise<readonly PlacedPage[]> {
  const boxes = await contentOf(page, paper.media);
  const placed: PlacedPage[] = [];
  for (const box of boxes)
    placed.push(await placeBox(page, box, { ...paper, largest, isStraight: false }));
  return placed;
}

type Room = Paper & {
  readonly largest: number;
  /** Whether the page was already straightened; it is straightened at most once. */
  readonly isStraight: boolean;
  /** The turn, if an earlier pass has determined it. */
  readonly turn?: Turn;
};

async function placeBox(
  page: Page,
  { marginMm, inked, ...box }: Content,
  room: Room,
): Promise<PlacedPage> {
  const { media, dotsPerMm, largest, isStraight } = room;
  const turn =
    room.turn ?? turnFor(page, box, (content) => fitOf(content, { media, marginMm, largest }));
  const content = turnedBox(box, page, turn);
  const fit = fitOf(content, { media, marginMm, largest });
  const density = densityFor(content);
  const fine = page.render(viewOf(content, turn, density));
  const symbols = await findSymbols(fine);
  const [longest] = symbols;
  // If the page has no text whose direction is known, the symbols show which side is up.
  if (
    page.textTurn === undefined &&
    room.turn === undefined &&
    longest !== undefined &&
    symbols.every(({ isBackwards, isMirrored }) => isBackwards && !isMirrored)
  ) {
    return placeBox(page, { marginMm, inked, ...box }, { ...room, turn: opposite(turn) });
  }
  const lean = longest === undefined || isStraight ? undefined : leanOf(fine, longest);
  if (lean !== undefined) {
    const scale = densityFor(content, STRAIGHTENED_DOTS_PER_MM);
    const straight = inkPage(straightened(page.render(viewOf(content, turn, scale)), lean), scale);
    const [inked] = await contentOf(straight, media);
    if (inked !== undefined)
      return placeBox(straight, inked, { media, dotsPerMm, largest, isStraight: true });
  }
  return placeTurned(page, { marginMm, inked, ...box }, room, {
    turn,
    content,
    fit,
    density,
    symbols,
  });
}

/**
 * A turned label with the symbols that were read on it. `content`: the label's part of the turned
 * page, mm.
 */
type Turned = {
  readonly turn: Turn;
  readonly content: PageBox;
  /** Factor by which the label is enlarged or shrunk. */
  readonly fit: number;
  readonly density: number;
  readonly symbols: readonly FoundSymbol[];
};

/** Centres a turned label on the paper, its longest symbol on whole dots if it can be measured. */
function placeTurned(
  page: Page,
  { marginMm, inked }: Content,
  { media, dotsPerMm, largest }: Room,
  { turn, content, fit, density, symbols }: Turned,
): PlacedPage {
  const [longest] = symbols;
  const grid =
    longest === undefined ? undefined : gridOf(page, { turn, content, density }, longest);
  const ink = turnedBox(inked, page, turn);
  const inkRoom = roomOf(ink, { media, marginMm: MARGIN_MM });
  const scale =
    grid === undefined
      ? fit * dotsPerMm
      : wholeModules(
          grid.moduleMm,
          fit * dotsPerMm,
          Math.max(largest > 1 ? roomOf(content, { media, marginMm }) : fit, inkRoom / TOLERANCE) *
            dotsPerMm,
        );
  const [width, height] = [
    Math.round(media.widthMm * dotsPerMm),
    Math.round(media.heightMm * dotsPerMm),
  ];
  // When whole modules make the page larger than the paper, the ink is centred instead of the page,
  // because the ink still fits.
  const shown =
    marginMm === 0 && scale > roomOf(content, { media, marginMm }) * dotsPerMm * TOLERANCE
      ? ink
      : content;
  const centred = {
    left: (width - shown.w * scale) / 2 - shown.x * scale,
    top: (height - shown.h * scale) / 2 - shown.y * scale,
  };
  const view = { turn, scale, width, height, ...centred };
  const label = {
    page,
    view,
    only: marginMm === 0 ? undefined : content,
    isShrunk: fit < FITTING,
    symbols,
  };
  if (grid === undefined) return label;
  const side = grid.axis === "x" ? "left" : "top";
  const start = view[side] + grid.startMm * scale;
  return { ...label, view: { ...view, [side]: view[side] + Math.round(start) - start } };
}

/** Draws a placed label, without the rest of its page. */
export function drawPlacedPage({ page, view, only }: PlacedPage): Ink {
  const canvas = page.render(view);
  if (only === undefined) return canvas;
  const [left, top] = [
    view.left + only.x * view.scale - KEPT_BORDER_MM * view.scale,
    view.top + only.y * view.scale - KEPT_BORDER_MM * view.scale,
  ];
  const [right, bottom] = [
    left + (only.w + 2 * KEPT_BORDER_MM) * view.scale,
    top + (only.h + 2 * KEPT_BORDER_MM) * view.scale,
  ];
  for (let y = 0; y < canvas.height; y += 1) {
    if (y >= top && y < bottom) {
      canvas.ink.fill(
        0,
        y * canvas.width,
        y * canvas.width + Math.max(0, Math.min(canvas.width, Math.floor(left))),
      );
      canvas.ink.fill(
        0,
        y * canvas.width + Math.max(0, Math.min(canvas.width, Math.ceil(right))),
        (y + 1) * canvas.width,
      );
    } else canvas.ink.fill(0, y * canvas.width, (y + 1) * canvas.width);
  }
  return canvas;
}

/**
 * Measures a symbol again in a strongly enlarged strip, because an error of a thousandth would be
 * half a dot at the symbol's end.
 *
 * @returns Undefined when the symbol has no modules to measure, or the strip cannot be read.
 */
function gridOf(
  page: Page,
  {
    turn,
    content,
    density,
  }: { readonly turn: Turn; readonly content: PageBox; readonly density: number },
  { grid, format }: FoundSymbol,
): { readonly axis: "x" | "y"; readonly startMm: number; readonly moduleMm: number } | undefined {
  if (grid === undefined) return undefined;
  const { axis } = grid;
  const [alongMm, acrossMm] = axis === "x" ? [content.x, content.y] : [content.y, content.x];
  const fromMm = alongMm + (grid.start - 2 * grid.module) / density;
  const lengthMm = (grid.length + 4 * grid.module) / density;
  const scale = Math.min(STRIP_DOTS_PER_MM, LONGEST_STRIP / lengthMm);
  const middle = STRIP_DOTS / 2 - (acrossMm + (grid.across + 0.5) / density) * scale;
  const length = Math.ceil(lengthMm * scale);
  const strip = page.render(
    axis === "x"
      ? { turn, scale, left: -fromMm * scale, top: middle, width: length, height: STRIP_DOTS }
      : { turn, scale, left: middle, top: -fromMm * scale, width: STRIP_DOTS, height: length },
  );
  const fine = measure(strip, { axis, across: STRIP_DOTS / 2, from: 0, until: length, format });
  return fine === undefined
    ? undefined
    : { axis, startMm: fromMm + fine.start / scale, moduleMm: fine.module / scale };
}

/**
 * Returns the turn with which the label is largest on the paper. Among turns with nearly the same
 * size: the turn with upright text, otherwise the smallest turn.
 */
function turnFor(page: Page, box: PageBox, fit: (content: PageBox) => number): Turn {
  const fits = TURNS.map((turn) => fit(turnedBox(box, page, turn)));
  const alike = TURNS.filter((turn) => (fits[turn] ?? 0) > Math.max(...fits) * 0.95);
  return alike.find((turn) => turn === page.textTurn) ?? alike[0] ?? 0;
}

function opposite(turn: Turn): Turn {
  return TURNS[(turn + 2) % 4] ?? turn;
}

function fitOf(
  content: PageBox,
  {
    media,
    marginMm,
    largest,
  }: { readonly media: Media; readonly marginMm: number; readonly largest: number },
): number {
  const fit = roomOf(content, { media, marginMm });
  return fit >= 1 && fit < ENLARGED_FROM ? 1 : Math.min(fit, largest);
}

/**
 * Returns a scale near `scale` at which a module is a whole number of dots; if there is none,
 * `scale` itself.
 *
 * @param moduleMm Width of a module on the page, mm.
 * @param scale Scale at which the label fits, dots per mm.
 * @param most Largest scale at which the content fits on the paper, dots per mm.
 */
function wholeModules(moduleMm: number, scale: number, most: number): number {
  const dots = moduleMm * scale;
  const next = Math.ceil(dots);
  const whole =
    next <= dots * LARGEST_FACTOR && next <= moduleMm * most * TOLERANCE
      ? next
      : Math.floor(dots * TOLERANCE);
  return whole >= 1 && whole >= dots * SMALLEST_FACTOR
    ? (whole / moduleMm) * ROUNDING_MARGIN
    : scale;
}
