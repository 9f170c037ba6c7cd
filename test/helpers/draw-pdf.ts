/** Draws the first page of a PDF with PDFium, at 100 dots an inch. */
import { PDFiumLibrary } from "@hyzyla/pdfium";
import { encodePng } from "../../core/labels/png.ts";

const DPI = 100;
/** Grey below which a dot is ink. */
const DARK = 128;
/** Margin that an office printer leaves white, mm. */
const EDGE_MM = 5;

export type DrawnPage = {
  readonly png: Uint8Array;
  /** Inked share of the page, 0 to 1. */
  readonly darkShare: number;
  /** Whether the outermost 5 mm are white. */
  readonly isEdgeWhite: boolean;
};

/** Draws the first page of a PDF. @param pdf Complete file. */
export async function drawPdf(pdf: Uint8Array): Promise<DrawnPage> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  try {
    const page = document.getPage(0);
    const { data, width, height } = await page.render({
      scale: DPI / 72,
      render: (options) => Promise.resolve(Uint8Array.from(options.data)),
    });
    const greys = Uint8Array.from({ length: width * height }, (_, at) =>
      Math.min(data[at * 4] ?? 255, data[at * 4 + 1] ?? 255, data[at * 4 + 2] ?? 255),
    );
    const edge = Math.round((EDGE_MM / 25.4) * DPI);
    const isAtEdge = (at: number): boolean =>
      at % width < edge ||
      at % width >= width - edge ||
      at < edge * width ||
      at >= (height - edge) * width;
    return {
      png: encodePng(
        { width, height, stride: width, ink: greys.map((grey) => 255 - grey) },
        DPI / 25.4,
      ),
      darkShare: greys.filter((grey) => grey < DARK).length / greys.length,
      isEdgeWhite: greys.every((grey, at) => grey > 250 || !isAtEdge(at)),
    };
  } finally {
    document.destroy();
    library.destroy();
  }
}
