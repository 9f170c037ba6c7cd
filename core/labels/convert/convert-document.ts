/**
 * Any label on any printer: a document of one language becomes what another printer understands. What could be read of the original's symbols
 * must be readable in the outcome too, else nothing is printed.
 */
import { AppError } from "../../base/errors.ts";
import type { Document, DocumentLanguage } from "../../documents/documents.schema.ts";
import type { Media } from "../../documents/media.schema.ts";
import { DENSITIES, type Dpi } from "../labels.schema.ts";
import { renderZpl } from "../read-zpl.ts";
import { dotsPerMm } from "../zpl.ts";
import { findSymbols } from "./find-symbols.ts";
import { splitLabels } from "./foreign-zpl.ts";
import type { Page } from "./page.ts";
import { withPdfPages } from "./pdfium.ts";
import { picturesPdf } from "./pictures-pdf.ts";
import { placePage } from "./place-page.ts";
import { pngPage } from "./png-page.ts";
import { rasterZpl, threshold } from "./raster-zpl.ts";
import { readPng } from "./read-png.ts";

/** A document as it was received. */
export type Original = Pick<Document, "language" | "media" | "dpi"> & { readonly bytes: Uint8Array };
/** The printer that it is for. */
export type ConvertTarget = { readonly language: DocumentLanguage; readonly dpi: Dpi; readonly media: Media };
/** `verified`: its symbols were read off the bytes; `unverifiable`: it has none that can be read. */
export type Verification = "verified" | "unverifiable";
export type Converted = {
  readonly bytes: Uint8Array;
  /** How many labels there are: a page each in PDF, a format each in ZPL. */
  readonly labels: number;
  readonly verification: Verification;
};

/**
 * @param withFont Adds the font in which the printer's own texts are drawn, to ZPL.
 * @returns The document for the printer; the same bytes when it has the printer's language.
 * @throws AppError E2029 when the document cannot be read, E2035 when a symbol would not be readable on the printer's paper.
 */
export async function convertDocument(original: Original, target: ConvertTarget, withFont: (zpl: Uint8Array) => Uint8Array): Promise<Converted> {
  if (original.language === target.language) return asItIs(original, withFont);
  if (target.language === "ZPL") return original.language === "PDF" ? withPdfPages(original.bytes, (pages) => toZpl(pages, target)) : toZpl([pngPage(original.bytes)], target);
  if (original.language === "PNG") return pngToPdf(original.bytes);
  return zplToPdf(original, withFont);
}

/** Sent as it came. PDF has no dots of its own to read a symbol from. */
async function asItIs(original: Original, withFont: (zpl: Uint8Array) => Uint8Array): Promise<Converted> {
  const { bytes, language } = original;
  if (language !== "ZPL") return { bytes, labels: 1, verification: "unverifiable" };
  const labels = splitLabels(bytes);
  try {
    const found = [];
    for (const label of labels) found.push(await isReadable(await drawn(label, original, withFont)));
    return { bytes, labels: labels.length, verification: found.length > 0 && found.every(Boolean) ? "verified" : "unverifiable" };
  } catch {
    return { bytes, labels: labels.length, verification: "unverifiable" }; // commands that the printer may know and the engine does not
  }
}

async function toZpl(pages: readonly Page[], { media, dpi }: ConvertTarget): Promise<Converted> {
  const labels: Uint8Array[] = [];
  let isVerified = true;
  for (const page of pages) {
    const placed = await placePage(page, media, dotsPerMm(dpi));
    if (placed === undefined) continue;
    const dots = threshold(page.render(placed.view));
    const read = new Set((await findSymbols(dots)).map(({ text }) => text));
    const lost = placed.symbols.filter(({ text }) => !read.has(text)).map(({ text }) => text);
    if (lost.length > 0) throw new AppError("E2035", `The label was not printed: ${lost.join(", ")} would not be readable on ${media.widthMm} × ${media.heightMm} mm at ${dpi} dpi.`);
    isVerified &&= placed.symbols.length > 0;
    labels.push(rasterZpl(dots));
  }
  if (labels.length === 0) throw new AppError("E2029", "The document is blank.");
  return { bytes: Buffer.concat(labels), labels: labels.length, verification: isVerified ? "verified" : "unverifiable" };
}

async function zplToPdf(original: Original, withFont: (zpl: Uint8Array) => Uint8Array): Promise<Converted> {
  const pages: { png: Uint8Array; size: Media }[] = [];
  let isVerified = true;
  for (const label of splitLabels(original.bytes)) {
    const png = await drawn(label, original, withFont);
    isVerified &&= await isReadable(png);
    pages.push({ png, size: original.media });
  }
  if (pages.length === 0) throw new AppError("E2029", "The ZPL has no label.");
  return { bytes: await picturesPdf(pages), labels: pages.length, verification: isVerified ? "verified" : "unverifiable" };
}

async function pngToPdf(png: Uint8Array): Promise<Converted> {
  const size = pngPage(png);
  return { bytes: await picturesPdf([{ png, size }]), labels: 1, verification: (await isReadable(png)) ? "verified" : "unverifiable" };
}

/** One label of foreign ZPL as a PNG, in its own dots. @throws AppError E2029 */
async function drawn(label: Uint8Array, { dpi, media }: Original, withFont: (zpl: Uint8Array) => Uint8Array): Promise<Uint8Array> {
  try {
    return await renderZpl(withFont(label), DENSITIES.find((known) => known === dpi) ?? 203, media);
  } catch (error) {
    throw new AppError("E2029", error instanceof Error ? `The label could not be converted: ${error.message}.` : undefined);
  }
}

async function isReadable(png: Uint8Array): Promise<boolean> {
  return (await findSymbols(readPng(png).canvas)).length > 0;
}
