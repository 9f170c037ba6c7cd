/** Reads the barcodes of a PDF as a scanner at 300 dpi does. */
import { PDFiumLibrary } from "@hyzyla/pdfium";
import { encodePng } from "../../core/labels/png.ts";
import { readPicture } from "../../core/labels/read-symbols.ts";

const DPI = 300;

/** Returns the texts of all barcodes, page by page. */
export async function readPdfCodes(bytes: Uint8Array): Promise<string[]> {
  const pdfium = await PDFiumLibrary.init();
  try {
    const document = await pdfium.loadDocument(bytes);
    const codes: string[] = [];
    for (const page of document.pages()) {
      const { originalWidth, originalHeight } = page.getOriginalSize();
      const [width, height] = [
        Math.round((originalWidth / 72) * DPI),
        Math.round((originalHeight / 72) * DPI),
      ];
      const { data } = await page.render({
        width,
        height,
        render: (options) => Promise.resolve(Uint8Array.from(options.data)),
      });
      const ink = new Uint8Array(width * height).map((_, i) => 255 - (data[i * 4] ?? 0));
      codes.push(
        ...(await readPicture(encodePng({ width, height, stride: width, ink }, DPI / 25.4))),
      );
    }
    document.destroy();
    return codes;
  } finally {
    pdfium.destroy();
  }
}
