/** A page of any format as labels of ZPL: bitmaps in whole dots. */
import { AppError } from "../../base/errors.ts";
import { dotsPerMm } from "../dots.ts";
import { BLANK, type Converted, type ConvertTarget } from "./converted.ts";
import { join } from "./join-parts.ts";
import { judgeLabel } from "./judge-label.ts";
import type { Page } from "./page.ts";
import { drawPlaced, placePage } from "./place-page.ts";
import { rasterZpl } from "./raster-zpl.ts";
import { threshold } from "./threshold.ts";

const SHRUNK = " Its page is larger than that: where more than the label is on it, cut the label out, or print the page on an office printer.";

const MIRRORED = "The label was not printed: the document shows it mirrored, as in a looking glass. Turn mirroring off where it is made, and upload it again.";

/**
 * @param largest How many times its own size a label may become; absent: as `placePage` does.
 * @returns Each label of the page; without labels when it is blank.
 * @throws AppError E2035 when a symbol that can be read on the page could not be read on the printer's paper, or is mirrored.
 */
export async function pageToZpl(page: Page, { media, dpi, settings }: ConvertTarget, largest?: number): Promise<Converted> {
  const density = dotsPerMm(dpi);
  const labels: Converted[] = [];
  for (const placed of await placePage(page, { media, dotsPerMm: density }, largest)) {
    const dots = threshold(drawPlaced(placed), density);
    const { symbols, verification } = await judgeLabel(dots, { dotsPerMm: density, offset: settings?.offset, isCut: dots.isUnsure });
    if ([...placed.symbols, ...symbols].some(({ isMirrored }) => isMirrored)) throw new AppError("E2035", MIRRORED);
    const read = symbols.map(({ text }) => text);
    const lost = placed.symbols.filter(({ text }) => !read.includes(text)).map(({ text }) => text);
    if (lost.length > 0) throw new AppError("E2035", `The label was not printed: ${lost.join(", ")} would not be readable on ${media.widthMm} × ${media.heightMm} mm at ${dpi} dpi.${placed.isShrunk ? SHRUNK : ""}`);
    labels.push({ bytes: rasterZpl(dots, settings), labels: 1, verification, symbols: read });
  }
  return labels.length === 0 ? BLANK : join(labels);
}
