/**
 * Conversion of ZPL, PDF and PNG documents to any printer's language. When a page is drawn here,
 * each symbol that could be read on the page must be readable on the label; otherwise nothing is
 * printed.
 */
import { errors } from "../../base/errors.ts";
import type { FileLanguage } from "../../db/documents/documents.schema.ts";
import {
  BLANK,
  type Conversion,
  type ConvertedPart,
  type ConvertTarget,
  type Original,
} from "./converted.ts";
import { pageToLabels } from "./convert-page.ts";
import { convertZpl } from "./convert-zpl.ts";
import { withPdfPages } from "./pdfium.ts";
import { pngPage } from "./png-page.ts";

/**
 * Converts one part of a document. Long documents are converted one page or label at a time, so
 * that other documents are converted in between.
 *
 * @param part From 0.
 */
type Convert = (conversion: Conversion, part: number) => Promise<ConvertedPart>;

/** Rejects languages that this station writes but cannot read. */
function notRead({ original }: Pick<Conversion, "original">): Promise<ConvertedPart> {
  return Promise.reject(
    errors.fileUnreadable(
      `${original.language} of other programs cannot be read. Export the label as PDF and print that.`,
    ),
  );
}

/**
 * Converts each kind of file to labels; `convert-page.ts` writes the labels for each kind of
 * printer.
 */
const CONVERSIONS: Readonly<Record<FileLanguage, Convert>> = {
  ZPL: convertZpl,
  PDF: ({ original, target }, part) =>
    withPdfPages(original.bytes, async (pages) => ({
      ...(pages[part] === undefined ? BLANK : await pageToLabels(pages[part], target)),
      parts: pages.length,
    })),
  TSPL: notRead,
  EPL: notRead,
  PNG: async ({ original, target }) => ({
    ...(await pageToLabels(pngPage(original.bytes), target)),
    parts: 1,
  }),
};

/**
 * Converts one part of a document.
 *
 * @param part From 0: a page of a PDF or a label of ZPL. A PNG has one part.
 * @param withFont Adds the font for printer-resident text to ZPL.
 * @returns The part for the printer, without labels when its page is blank.
 * @throws AppError E2029 when the document cannot be read; E2035 when a symbol would not be
 *   readable on the printer's paper, or is mirrored.
 */
export function convertPart(
  original: Original,
  target: ConvertTarget,
  part: number,
  withFont: (zpl: Uint8Array) => Uint8Array,
): Promise<ConvertedPart> {
  return CONVERSIONS[original.language]({ original, target, withFont }, part);
}
