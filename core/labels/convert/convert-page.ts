/** Conversion of a page of any format to labels for a printer: bitmaps in whole dots. */
import { errors } from "../../base/errors.ts";
import type { DocumentLanguage, DotsLanguage } from "../../db/documents/documents.schema.ts";
import { dotsPerMmOf } from "../dots.ts";
import { writeDots } from "../dots-label.ts";
import type { Dpi } from "../labels.schema.ts";
import type { ConvertedLabels, ConvertTarget } from "./converted.ts";
import { bitmapOf, type Ink } from "./ink.ts";
import { join } from "./join-parts.ts";
import { judgeLabel } from "./judge-label.ts";
import type { Page } from "./page.ts";
import { drawPlacedPage, placePage } from "./place-page.ts";
import { rasterZpl } from "./raster-zpl.ts";
import { packSheet, sheetDpi } from "./sheets-pdf.ts";
import { threshold } from "./threshold.ts";

const SHRUNK =
  " The document's page is larger than this paper. If the page shows more than the label, cut out the label, or print the page on an office printer.";

const MIRRORED =
  "The label was not printed: the document shows it mirrored. Turn off mirroring in the program that makes the document, and upload the document again.";

type Drawing = {
  /** The density at which labels are drawn, dots per inch. */
  dpi(target: ConvertTarget): Dpi;
  /**
   * Writes a drawn label in the printer's language.
   *
   * @param dots The whole paper, or for ZPL the label; each dot is 0 or 255.
   */
  write(dots: Ink, target: ConvertTarget): Uint8Array;
  /** Offset by which the printer moves a label, dots. */
  offset(target: ConvertTarget): { readonly x: number; readonly y: number } | undefined;
};

function dotsDrawing(language: DotsLanguage): Drawing {
  return {
    dpi: ({ dpi }) => dpi,
    write: (dots, target) => writeDots(language, bitmapOf(dots), target),
    offset: ({ settings }) => settings?.offset,
  };
}

/** Writers of drawn labels for each kind of printer. */
const DRAWINGS: Readonly<Record<DocumentLanguage, Drawing>> = {
  ZPL: {
    dpi: ({ dpi }) => dpi,
    write: (dots, { settings }) => rasterZpl(dots, settings),
    offset: ({ settings }) => settings?.offset,
  },
  TSPL: dotsDrawing("TSPL"),
  EPL: dotsDrawing("EPL"),
  PDF: { dpi: sheetDpi, write: packSheet, offset: () => undefined },
};

/** Returns the writer of drawn labels for a printer. */
export function drawingFor({ language }: ConvertTarget): Drawing {
  return DRAWINGS[language];
}

/**
 * Converts a page to labels for a printer: none when the page is blank.
 *
 * @param largest Largest enlargement of a label, as a factor; absent: the default of `placePage`.
 * @throws AppError E2035 when a symbol that is readable on the page would not be readable on the
 * printer's paper, or is mirrored.
 */
export async function pageToLabels(
  page: Page,
  target: ConvertTarget,
  largest?: number,
): Promise<ConvertedLabels> {
  const { media } = target;
  const drawing = drawingFor(target);
  const dpi = drawing.dpi(target);
  const density = dotsPerMmOf(dpi);
  const labels: ConvertedLabels[] = [];
  for (const placed of await placePage(page, { media, dotsPerMm: density }, largest)) {
    const dots = threshold(drawPlacedPage(placed), density);
    const { symbols, verification, doubt } = await judgeLabel(dots, {
      dotsPerMm: density,
      offset: drawing.offset(target),
      isLost: dots.isLost || page.lacksLetters,
    });
    if ([...placed.symbols, ...symbols].some(({ isMirrored }) => isMirrored))
      throw errors.labelFailedCheck(MIRRORED);
    const read = symbols.map(({ text }) => text);
    const lost = placed.symbols.filter(({ text }) => !read.includes(text)).map(({ text }) => text);
    if (lost.length > 0)
      throw errors.labelFailedCheck(
        `The label was not printed: ${lost.join(", ")} would not be readable on ${media.widthMm} × ${media.heightMm} mm at ${dpi} dpi.${placed.isShrunk ? SHRUNK : ""}`,
      );
    labels.push({ pieces: [drawing.write(dots, target)], verification, doubt, symbols: read });
  }
  return join(labels);
}
