/**
 * Writes drawn sheets as a PDF for printers without a label language: one bitmap per page, in the
 * size of the printer's paper and at the printer's density where memory allows. The file contains
 * nothing else, so only the ink of a foreign document reaches a printer, and the dots that were
 * checked are printed unchanged.
 */
import { deflateSync } from "node:zlib";
import { dotsPerMmOf, mediaDots } from "../dots.ts";
import { DENSITIES, type Dpi } from "../labels.schema.ts";
import type { ConvertTarget } from "./converted.ts";
import { bitmapOf, type Ink } from "./ink.ts";

const POINTS_PER_MM = 72 / 25.4;
/** Maximum number of dots of a sheet: enough for 4 × 6 in at 600 dpi, and for A4 at 300 dpi. */
const MAX_DOTS = 9_000_000;

/**
 * Returns the density at which sheets are drawn, dots per inch: the printer's density, or a lower
 * density on paper that would have too many dots.
 */
export function sheetDpi({ media, dpi }: Pick<ConvertTarget, "media" | "dpi">): Dpi {
  const fitting = DENSITIES.filter((density) => {
    const { width, height } = mediaDots(media, density);
    return density <= dpi && width * height <= MAX_DOTS;
  });
  return fitting.toSorted((a, b) => b - a)[0] ?? 203;
}

/**
 * Returns the sheet with one bit per dot, deflated.
 *
 * @param canvas The whole paper; each dot is 0 or 255.
 */
export function packSheet(canvas: Ink): Uint8Array {
  return new Uint8Array(deflateSync(bitmapOf(canvas).bits));
}

/**
 * Returns a PDF that requests to be printed unscaled.
 *
 * @param sheets Sheets from `packSheet`, each as large as the printer's paper.
 */
export function sheetsPdf(
  sheets: readonly Uint8Array[],
  target: Pick<ConvertTarget, "media" | "dpi">,
): Uint8Array {
  const dpi = sheetDpi(target);
  const { width, height } = mediaDots(target.media, dpi);
  const [w, h] = [width, height].map((dots) =>
    (Math.floor((dots / dotsPerMmOf(dpi)) * POINTS_PER_MM * 1_000) / 1_000).toFixed(3),
  ); // rounded down, since the smallest excess would add a dot
  const content = `q ${w} 0 0 ${h} 0 0 cm /Sheet Do Q`;
  // Three objects per sheet: its page, the page's operators, and the bitmap.
  const pages = sheets.map((_, i) => 3 + 3 * i);
  const objects = [
    object("<</Type/Catalog/Pages 2 0 R/ViewerPreferences<</PrintScaling/None>>>>"),
    object(
      `<</Type/Pages/Count ${sheets.length}/Kids[${pages.map((page) => `${page} 0 R`).join(" ")}]>>`,
    ),
    ...sheets.flatMap((dots, i) => {
      const page = pages[i] ?? 0;
      return [
        object(
          `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${w} ${h}]/Contents ${page + 1} 0 R/Resources<</XObject<</Sheet ${page + 2} 0 R>>>>>>`,
        ),
        object("<<", Buffer.from(content)),
        object(
          `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 1/Decode[1 0]/Filter/FlateDecode`,
          dots,
        ),
      ];
    }),
  ];
  return fileOf(objects);
}

/**
 * Writes an object of the file.
 *
 * @param head A dictionary; left open when a stream follows.
 */
function object(head: string, stream?: Uint8Array): Buffer {
  return stream === undefined
    ? Buffer.from(`${head}\n`)
    : Buffer.concat([
        Buffer.from(`${head}/Length ${stream.length}>>\nstream\n`),
        stream,
        Buffer.from("\nendstream\n"),
      ]);
}

/**
 * Writes the file with its table of objects.
 *
 * @param objects Objects in the order of their numbers, from 1; the catalogue is the first.
 */
function fileOf(objects: readonly Buffer[]): Uint8Array {
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  let at = 0;
  const add = (part: Buffer): void => {
    parts.push(part);
    at += part.length;
  };
  add(Buffer.from("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", "latin1"));
  objects.forEach((body, i) => {
    offsets.push(at);
    add(Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), body, Buffer.from("endobj\n")]));
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  add(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return new Uint8Array(Buffer.concat(parts));
}
