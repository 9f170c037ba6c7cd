/**
 * Any label on any printer: a document of one language becomes what another printer understands. What could be read of the original's symbols
 * must be readable in the outcome too, else nothing is printed.
 */
import type { DocumentLanguage, FileLanguage } from "../../documents/documents.schema.ts";
import { BLANK, type Conversion, type ConvertedPart, type ConvertTarget, type Original } from "./converted.ts";
import { pageToZpl } from "./convert-page.ts";
import { zplToPdf, zplToZpl } from "./convert-zpl.ts";
import { judgeLabel } from "./judge-label.ts";
import { withPdfPages } from "./pdfium.ts";
import { pngPage } from "./png-page.ts";
import { readPng } from "./read-png.ts";

/** @param part From 0: what takes long is done a page or a label at a time, so that other documents have their turn between two. */
type Convert = (conversion: Conversion, part: number) => Promise<ConvertedPart>;

/** How each kind of file becomes what each kind of printer understands. A new language needs a row or a column here. */
const CONVERSIONS: Readonly<Record<FileLanguage, Readonly<Record<DocumentLanguage, Convert>>>> = {
  ZPL: {
    ZPL: zplToZpl,
    PDF: async (conversion) => ({ ...(await zplToPdf(conversion)), parts: 1 }),
  },
  PDF: {
    ZPL: ({ original, target }, part) => withPdfPages(original.bytes, async (pages) => ({ ...(pages[part] === undefined ? BLANK : await pageToZpl(pages[part], target)), parts: pages.length })),
    // Sent as it came, and scaled by what prints it: it has no dots of its own to read a symbol from.
    PDF: ({ original }) => Promise.resolve({ bytes: original.bytes, labels: 1, verification: "unverifiable", symbols: [], parts: 1 }),
  },
  PNG: {
    ZPL: async ({ original, target }) => ({ ...(await pageToZpl(pngPage(original.bytes), target)), parts: 1 }),
    PDF: ({ original }) => pngToPdf(original.bytes),
  },
};

/**
 * Converts a document, or one part of it.
 *
 * @param part From 0: a page of a PDF or a label of ZPL that becomes ZPL. Other conversions have one part.
 * @param withFont Adds the font in which the printer's own texts are drawn, to ZPL.
 * @returns The part for the printer, without labels when its page is blank.
 * @throws AppError E2029 when the document cannot be read, E2035 when a symbol would not be readable on the printer's paper.
 */
export function convertPart(original: Original, target: ConvertTarget, part: number, withFont: (zpl: Uint8Array) => Uint8Array): Promise<ConvertedPart> {
  return CONVERSIONS[original.language][target.language]({ original, target, withFont }, part);
}

async function pngToPdf(png: Uint8Array): Promise<ConvertedPart> {
  const size = pngPage(png);
  const { canvas } = readPng(png);
  const { symbols, verification } = await judgeLabel(canvas, { dotsPerMm: canvas.width / size.widthMm });
  return { bytes: await (await import("./pictures-pdf.ts")).picturesPdf([{ png, size }]), labels: 1, verification, symbols: symbols.map(({ text }) => text), parts: 1 };
}
