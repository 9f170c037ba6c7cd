/**
 * Converts foreign ZPL for any printer. Only the fields are taken from the foreign document, and
 * are put into a label of our own, so that the result prints exactly once and the foreign document
 * changes no printer setting.
 */
import { AppError } from "../../base/errors.ts";
import { DENSITIES, type Dpi } from "../labels.schema.ts";
import { dotsPerMmOf, mediaDots } from "../dots.ts";
import { zplLabel } from "../zpl.ts";
import {
  BLANK,
  type Conversion,
  type ConvertedLabels,
  type ConvertedPart,
  type Original,
} from "./converted.ts";
import { drawingFor, pageToLabels } from "./convert-page.ts";
import { judgeLabel } from "./judge-label.ts";
import { inkPage } from "./png-page.ts";
import { threshold } from "./threshold.ts";
import { cut, drawZpl, POWER_ON } from "./zpl/draw-zpl.ts";
import { foreignLabels, type ForeignLabel } from "./zpl/foreign-labels.ts";

/**
 * Length by which a label may exceed the paper. Paper sizes are rounded: 4 × 6 in is 101.6 × 152.4
 * mm, and is printed on 100 × 150.
 */
const TOLERANCE_MM = 3;
const SHORTEST_MM = 20;
const LONGEST_MM = 500;

/**
 * Converts one label of a ZPL document for a printer. The label's fields are sent as ZPL when the
 * printer understands ZPL and has the label's density, and the paper is large enough. In all other
 * cases the label is drawn here and sent as dots; so are fields whose meaning depends on the
 * printer, such as stored fonts.
 *
 * @throws AppError E2029 when the document has commands that can neither be sent, nor left out, nor
 *   drawn; E2035 when a symbol would become unreadable.
 */
export async function convertZpl(conversion: Conversion, part: number): Promise<ConvertedPart> {
  const labels = foreignLabels(conversion.original.bytes);
  const label = labels[part];
  if (label === undefined) throw new Error(`the document has no label ${part}`);
  return { ...(await convertLabel(label, conversion)), parts: labels.length };
}

async function convertLabel(
  label: ForeignLabel,
  { original, target, withFont }: Conversion,
): Promise<ConvertedLabels> {
  const drawing = drawingFor(target);
  const [own, dpi] = [dpiOf(original), drawing.dpi(target)];
  const [asked, paper] = [sizeOf(label, original), mediaDots(target.media, dpi)];
  const density = dotsPerMmOf(own);
  if (
    own !== dpi ||
    !isOnPaper(asked, paper, {
      tolerance: TOLERANCE_MM * density,
      isSheet: target.language !== "ZPL",
    })
  ) {
    const { canvas } = await drawZpl(label, asked, own, withFont);
    return pageToLabels(inkPage(canvas, density), target, 1);
  }
  const isSent = target.language === "ZPL" && label.isSendable;
  const size =
    target.language === "ZPL"
      ? { width: Math.min(asked.width, paper.width), height: Math.min(asked.height, paper.height) }
      : paper;
  const sent = (): Uint8Array => zplLabel(size, [POWER_ON, ...label.fields], target.settings);
  const unjudged = (): ConvertedLabels => ({
    pieces: [sent()],
    verification: "unverifiable",
    symbols: [],
  });
  if (isSent && label.undrawable.length > 0) return unjudged();
  const drawn = await drawZpl(label, asked, own, withFont).catch((error: unknown) => {
    // A label that cannot be drawn here can still be sent as its fields.
    if (isSent && error instanceof AppError) return undefined;
    throw error;
  });
  if (drawn === undefined) return unjudged();
  const dots = threshold(drawn.canvas, density);
  if (dots.ink.every((dot) => dot === 0)) return BLANK;
  const fitting = cut(dots, size);
  // A label whose ink would be cut off at the paper's edge is moved or shrunk until all of it fits.
  if (fitting.isCut) return pageToLabels(inkPage(drawn.canvas, density), target, 1);
  const { symbols, verification, doubt } = await judgeLabel(fitting.canvas, {
    dotsPerMm: density,
    offset: drawing.offset(target),
    isCut: drawn.isCut,
    isLost: dots.isLost && !isSent,
  });
  return {
    pieces: [isSent ? sent() : drawing.write(fitting.canvas, target)],
    verification,
    doubt,
    symbols: symbols.map(({ text }) => text),
  };
}

type Dots = { readonly width: number; readonly height: number };

/**
 * Returns whether the label may be printed at its own size.
 *
 * @param tolerance Amount by which a label may exceed the paper, dots.
 * @param isSheet Whether the label must not be smaller than the paper either: an office printer
 * cannot print at the edges, so a smaller label is drawn as a page and centred instead.
 */
function isOnPaper(
  asked: Dots,
  paper: Dots,
  { tolerance, isSheet }: { readonly tolerance: number; readonly isSheet: boolean },
): boolean {
  const spare = [paper.width - asked.width, paper.height - asked.height];
  return spare.every((side) => side >= -tolerance && (!isSheet || side <= tolerance));
}

/**
 * Returns a label's size in dots at its own density. A side that the label omits, or whose length
 * is impossible, gets the length of the document's paper.
 */
function sizeOf(
  { width, height }: ForeignLabel,
  original: Original,
): { readonly width: number; readonly height: number } {
  const density = dotsPerMmOf(dpiOf(original));
  const usual = mediaDots(original.media, dpiOf(original));
  const isPaper = (side: number | undefined): side is number =>
    side !== undefined && side >= SHORTEST_MM * density && side <= LONGEST_MM * density;
  return {
    width: isPaper(width) ? width : usual.width,
    height: isPaper(height) ? height : usual.height,
  };
}

function dpiOf({ dpi }: Original): Dpi {
  return DENSITIES.find((known) => known === dpi) ?? 203;
}
