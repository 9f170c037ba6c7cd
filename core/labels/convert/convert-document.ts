/**
 * Any label on any printer: a document of one language becomes what another printer understands.
 * What could be read of the original's symbols must be readable in the outcome too, else nothing is
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
 * @param part From 0: what takes long is done a page or a label at a time, so that other documents
 *   have their turn between two.
 */
type Convert = (conversion: Conversion, part: number) => Promise<ConvertedPart>;

/** Languages that labels are written in here, and that nothing of others is read from. */
function notRead({ original }: Pick<Conversion, "original">): Promise<ConvertedPart> {
  return Promise.reject(
    errors.fileUnreadable(
      `${original.language} of other programs is not read. Export the label as PDF and print that.`,
    ),
  );
}

/**
 * How each kind of file becomes labels for a printer; `convert-page.ts` knows how each kind of
 * printer is given them.
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
 * Converts a document, or one part of it.
 *
 * @param part From 0: a page of a PDF or a label of ZPL. A PNG has one part.
 * @param withFont Adds the font in which the printer's own texts are drawn, to ZPL.
 * @returns The part for the printer, without labels when its page is blank.
 * @throws AppError E2029 when the document cannot be read, E2035 when a symbol would not be
 *   readable on the printer's paper.
 */
export function convertPart(
  original: Original,
  target: ConvertTarget,
  part: number,
  withFont: (zpl: Uint8Array) => Uint8Array,
): Promise<ConvertedPart> {
  return CONVERSIONS[original.language]({ original, target, withFont }, part);
}
