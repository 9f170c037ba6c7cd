/**
 * Any label on any printer: a document of one language becomes what another printer understands. What could be read of the original's symbols
 * must be readable in the outcome too, else nothing is printed.
 */
import { AppError } from "../../base/errors.ts";
import type { Media } from "../../documents/media.schema.ts";
import { DENSITIES, type Dpi } from "../labels.schema.ts";
import { renderZpl } from "../read-zpl.ts";
import { dotsPerMm } from "../zpl.ts";
import { findSymbols } from "./find-symbols.ts";
import type { Converted, ConvertedPart, ConvertTarget, Original } from "./converted.ts";
import { splitLabels } from "./foreign-zpl.ts";
import { join } from "./join-parts.ts";
import type { Page } from "./page.ts";
import { withPdfPages } from "./pdfium.ts";
import { placePage } from "./place-page.ts";
import { pngPage } from "./png-page.ts";
import { rasterZpl, threshold } from "./raster-zpl.ts";
import { readPng } from "./read-png.ts";

/** Paper sizes are rounded: 4 × 6 in is 101.6 × 152.4 mm, and printed on 100 × 150. */
const TOLERANCE_MM = 3;
/** Labels of ZPL in one document: each takes some 200 ms to draw. */
const MOST_READ = 20;

/**
 * Converts a document, or one part of it: what takes long is done a page at a time, so that other labels have their turn between two.
 *
 * @param part From 0: a page of a PDF that becomes ZPL. Other conversions have one part.
 * @param withFont Adds the font in which the printer's own texts are drawn, to ZPL.
 * @returns The part for the printer, without labels when its page is blank; the same bytes when the document has the printer's language and, as
 *   ZPL, its density and no larger paper.
 * @throws AppError E2029 when the document cannot be read, E2035 when a symbol would not be readable on the printer's paper.
 */
export async function convertPart(original: Original, target: ConvertTarget, part: number, withFont: (zpl: Uint8Array) => Uint8Array): Promise<ConvertedPart> {
  if (original.language === target.language && fits(original, target)) return { ...(await asItIs(original, withFont)), parts: 1 };
  if (original.language === "ZPL" && target.language === "ZPL") return { ...(await zplToZpl(original, target, withFont)), parts: 1 };
  if (target.language === "ZPL" && original.language === "PDF") {
    return withPdfPages(original.bytes, async (pages) => ({ ...(await pageToZpl(pages[part], target)), parts: pages.length }));
  }
  if (target.language === "ZPL") return { ...(await pageToZpl(pngPage(original.bytes), target)), parts: 1 };
  return { ...(original.language === "PNG" ? await pngToPdf(original.bytes) : await zplToPdf(original, withFont)), parts: 1 };
}

/** Sent as it came. PDF has no dots of its own to read a symbol from. */
async function asItIs(original: Original, withFont: (zpl: Uint8Array) => Uint8Array): Promise<Converted> {
  const { bytes, language } = original;
  if (language !== "ZPL") return { bytes, labels: 1, verification: "unverifiable" };
  const labels = splitLabels(bytes);
  if (labels.length > MOST_READ) return { bytes, labels: labels.length, verification: "unverifiable" };
  try {
    const found = [];
    for (const label of labels) found.push(await isReadable(await drawn(label, original, withFont)));
    return { bytes, labels: labels.length, verification: found.length > 0 && found.every(Boolean) ? "verified" : "unverifiable" };
  } catch {
    return { bytes, labels: labels.length, verification: "unverifiable" }; // commands that the printer may know and the engine does not
  }
}

/** Whether a document prints in its own size, and whole, as it is. PDF is scaled by what prints it. */
function fits({ language, media, dpi }: Original, target: ConvertTarget): boolean {
  const isInside = media.widthMm <= target.media.widthMm + TOLERANCE_MM && media.heightMm <= target.media.heightMm + TOLERANCE_MM;
  return language !== "ZPL" || (dpi === target.dpi && isInside);
}

const BLANK: Converted = { bytes: new Uint8Array(0), labels: 0, verification: "unverifiable" };

async function pageToZpl(page: Page | undefined, { media, dpi, settings }: ConvertTarget, largest?: number): Promise<Converted> {
  const placed = page === undefined ? undefined : await placePage(page, { media, dotsPerMm: dotsPerMm(dpi) }, largest);
  if (page === undefined || placed === undefined) return BLANK;
  const dots = threshold(page.render(placed.view));
  const read = new Set((await findSymbols(dots)).map(({ text }) => text));
  const lost = placed.symbols.filter(({ text }) => !read.has(text)).map(({ text }) => text);
  if (lost.length > 0) throw new AppError("E2035", `The label was not printed: ${lost.join(", ")} would not be readable on ${media.widthMm} × ${media.heightMm} mm at ${dpi} dpi.`);
  return { bytes: rasterZpl(dots, settings), labels: 1, verification: placed.symbols.length > 0 ? "verified" : "unverifiable" };
}

/** For another density or smaller paper: drawn in its own dots, and these placed like a picture's. */
async function zplToZpl(original: Original, target: ConvertTarget, withFont: (zpl: Uint8Array) => Uint8Array): Promise<Converted> {
  const labels: Converted[] = [];
  for (const label of labelsOf(original)) labels.push(await pageToZpl(pngPage(await drawn(label, original, withFont), dotsPerMm(densityOf(original))), target, 1));
  return labels.length === 0 ? BLANK : join(labels);
}

async function zplToPdf(original: Original, withFont: (zpl: Uint8Array) => Uint8Array): Promise<Converted> {
  const pages: { png: Uint8Array; size: Media }[] = [];
  let isVerified = true;
  for (const label of labelsOf(original)) {
    const png = await drawn(label, original, withFont);
    isVerified &&= await isReadable(png);
    pages.push({ png, size: original.media });
  }
  if (pages.length === 0) return BLANK;
  return { bytes: await (await import("./pictures-pdf.ts")).picturesPdf(pages), labels: pages.length, verification: isVerified ? "verified" : "unverifiable" };
}

async function pngToPdf(png: Uint8Array): Promise<Converted> {
  const size = pngPage(png);
  return { bytes: await (await import("./pictures-pdf.ts")).picturesPdf([{ png, size }]), labels: 1, verification: (await isReadable(png)) ? "verified" : "unverifiable" };
}

/** @throws AppError E2029 when there are more than are converted at once. */
function labelsOf({ bytes }: Original): readonly Uint8Array[] {
  const labels = splitLabels(bytes);
  if (labels.length > MOST_READ) throw new AppError("E2029", `The document has ${labels.length} labels; at most ${MOST_READ} are converted at once.`);
  return labels;
}

function densityOf({ dpi }: Original): Dpi {
  return DENSITIES.find((known) => known === dpi) ?? 203;
}

/** One label of foreign ZPL as a PNG, in its own dots. @throws AppError E2029 */
async function drawn(label: Uint8Array, original: Original, withFont: (zpl: Uint8Array) => Uint8Array): Promise<Uint8Array> {
  try {
    return await renderZpl(withFont(label), densityOf(original), original.media);
  } catch (error) {
    throw new AppError("E2029", error instanceof Error ? `The label could not be converted: ${error.message}.` : undefined);
  }
}

async function isReadable(png: Uint8Array): Promise<boolean> {
  return (await findSymbols(readPng(png).canvas)).length > 0;
}
