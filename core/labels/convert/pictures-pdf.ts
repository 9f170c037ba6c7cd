/** Pictures as a PDF for office printers: a page each, of the picture's own size. */
import { PDFDocument, PrintScaling } from "pdf-lib";
import type { Media } from "../../documents/media.schema.ts";

const POINTS_PER_MM = 72 / 25.4;

/** @param pages PNG files. @returns A PDF that asks to be printed in its own size. */
export async function picturesPdf(pages: readonly { readonly png: Uint8Array; readonly size: Media }[]): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  for (const { png, size } of pages) {
    const [width, height] = [size.widthMm * POINTS_PER_MM, size.heightMm * POINTS_PER_MM];
    document.addPage([width, height]).drawImage(await document.embedPng(png), { x: 0, y: 0, width, height });
  }
  document.catalog.getOrCreateViewerPreferences().setPrintScaling(PrintScaling.None);
  return document.save();
}
