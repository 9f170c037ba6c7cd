/** Foreign ZPL for any printer. No byte of it reaches a printer but fields that print once, in a label that begins as our own labels do. */
import { AppError } from "../../base/errors.ts";
import type { Media } from "../../documents/media.schema.ts";
import { DENSITIES, type Dpi } from "../labels.schema.ts";
import { encodePng } from "../png.ts";
import { dotsPerMm, mediaDots } from "../dots.ts";
import { zplLabel } from "../zpl.ts";
import { BLANK, type Conversion, type Converted, type ConvertedPart, type Original } from "./converted.ts";
import { pageToZpl } from "./convert-page.ts";
import { judgeLabel } from "./judge-label.ts";
import { inkPage } from "./png-page.ts";
import { rasterZpl } from "./raster-zpl.ts";
import { threshold } from "./threshold.ts";
import { cut, drawZpl, POWER_ON } from "./zpl/draw-zpl.ts";
import { foreignLabels, type ForeignLabel } from "./zpl/foreign-labels.ts";

/** Paper sizes are rounded: 4 × 6 in is 101.6 × 152.4 mm, and printed on 100 × 150. */
const TOLERANCE_MM = 3;
const SHORTEST_MM = 20;
const LONGEST_MM = 500;

/**
 * One label of a ZPL document for a ZPL printer. Its fields are sent where its density is the printer's and it is no larger than the paper; what
 * means something else in each printer, such as stored fonts, is drawn here and sent as dots.
 *
 * @throws AppError E2029 when the document has what is neither known to be harmless nor can be drawn, E2035 when a symbol would become unreadable.
 */
export async function zplToZpl(conversion: Conversion, part: number): Promise<ConvertedPart> {
  const labels = foreignLabels(conversion.original.bytes);
  const label = labels[part];
  if (label === undefined) throw new Error(`the document has no label ${part}`);
  return { ...(await labelToZpl(label, conversion)), parts: labels.length };
}

async function labelToZpl(label: ForeignLabel, { original, target, withFont }: Conversion): Promise<Converted> {
  const [own, asked, paper] = [dpiOf(original), sizeOf(label, original), mediaDots(target.media, target.dpi)];
  const density = dotsPerMm(own);
  const tolerance = TOLERANCE_MM * density;
  if (own !== target.dpi || asked.width > paper.width + tolerance || asked.height > paper.height + tolerance) {
    const { canvas } = await drawZpl(label, asked, own, withFont);
    return pageToZpl(inkPage(canvas, density), target, 1);
  }
  const size = { width: Math.min(asked.width, paper.width), height: Math.min(asked.height, paper.height) };
  const sent = (): Uint8Array => zplLabel(size, [POWER_ON, ...label.fields], target.settings);
  const unjudged: Converted = { bytes: label.isSendable ? sent() : new Uint8Array(0), labels: 1, verification: "unverifiable", symbols: [] };
  if (label.isSendable && label.unseen.length > 0) return unjudged;
  const drawn = await drawZpl(label, asked, own, withFont).catch((error: unknown) => {
    if (label.isSendable && error instanceof AppError) return undefined; // the printer knows its fields
    throw error;
  });
  if (drawn === undefined) return unjudged;
  const dots = threshold(drawn.canvas, density);
  if (dots.ink.every((dot) => dot === 0)) return BLANK;
  const fitting = cut(dots, size);
  // A label that is a little larger than the paper, with ink there: it is moved, or made smaller, until all of it is on the paper.
  if (fitting.isCut) return pageToZpl(inkPage(drawn.canvas, density), target, 1);
  const { symbols, verification } = await judgeLabel(fitting.canvas, { dotsPerMm: density, offset: target.settings?.offset, isCut: drawn.isCut });
  return { bytes: label.isSendable ? sent() : rasterZpl(fitting.canvas, target.settings), labels: 1, verification, symbols: symbols.map(({ text }) => text) };
}

/** All labels as one PDF, a page of its own size each. @throws AppError E2029 when one cannot be drawn. */
export async function zplToPdf({ original, withFont }: Conversion): Promise<Converted> {
  const dpi = dpiOf(original);
  const pages: { png: Uint8Array; size: Media }[] = [];
  const symbols: string[] = [];
  let isVerified = true;
  for (const label of foreignLabels(original.bytes)) {
    const size = sizeOf(label, original);
    const { canvas, isCut } = await drawZpl(label, size, dpi, withFont);
    const judged = await judgeLabel(canvas, { dotsPerMm: dotsPerMm(dpi), isCut });
    isVerified &&= judged.verification === "verified";
    symbols.push(...judged.symbols.map(({ text }) => text));
    pages.push({ png: encodePng({ ...canvas, stride: canvas.width }, dotsPerMm(dpi)), size: { widthMm: size.width / dotsPerMm(dpi), heightMm: size.height / dotsPerMm(dpi) } });
  }
  return { bytes: await (await import("./pictures-pdf.ts")).picturesPdf(pages), labels: pages.length, verification: isVerified ? "verified" : "unverifiable", symbols };
}

/** @returns Dots, in the label's own density. A size that no paper has is the document's. */
function sizeOf({ width, height }: ForeignLabel, original: Original): { readonly width: number; readonly height: number } {
  const density = dotsPerMm(dpiOf(original));
  const usual = mediaDots(original.media, dpiOf(original));
  const isPaper = (side: number | undefined): side is number => side !== undefined && side >= SHORTEST_MM * density && side <= LONGEST_MM * density;
  return { width: isPaper(width) ? width : usual.width, height: isPaper(height) ? height : usual.height };
}

function dpiOf({ dpi }: Original): Dpi {
  return DENSITIES.find((known) => known === dpi) ?? 203;
}
