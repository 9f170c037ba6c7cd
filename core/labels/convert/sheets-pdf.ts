/**
 * Drawn sheets as a PDF for printers that understand no ZPL: one bitmap a page, of the printer's
 * paper and density. Nothing else is in the file, so nothing of a foreign document reaches a
 * printer but its ink, and what is printed is what was read.
 */
import { deflateSync } from "node:zlib";
import { dotsPerMm, mediaDots } from "../dots.ts";
import { DENSITIES, type Dpi } from "../labels.schema.ts";
import type { ConvertTarget } from "./converted.ts";
import { bitmapOf, type Ink } from "./ink.ts";

const POINTS_PER_MM = 72 / 25.4;
/** A label of 4 × 6 in at 600 dpi, or A4 at 300. */
const MOST_DOTS = 9_000_000;

/**
 * @returns The density that sheets are drawn at, dots per inch: the printer's, or a lower one on
 *   paper that would have too many dots.
 */
export function sheetDpi({ media, dpi }: Pick<ConvertTarget, "media" | "dpi">): Dpi {
  const fitting = DENSITIES.filter((density) => {
    const { width, height } = mediaDots(media, density);
    return density <= dpi && width * height <= MOST_DOTS;
  });
  return fitting.toSorted((a, b) => b - a)[0] ?? 203;
}

/**
 * @param canvas Of the whole paper, each dot empty or full.
 * @returns Its dots, a bit each, deflated.
 */
export function packSheet(canvas: Ink): Uint8Array {
  return new Uint8Array(deflateSync(bitmapOf(canvas).bits));
}

/**
 * @param sheets As `packSheet` gives them, all of the printer's paper.
 * @returns A PDF that asks to be printed in its own size.
 */
export function sheetsPdf(
  sheets: readonly Uint8Array[],
  target: Pick<ConvertTarget, "media" | "dpi">,
): Uint8Array {
  const dpi = sheetDpi(target);
  const { width, height } = mediaDots(target.media, dpi);
  const [w, h] = [width, height].map((dots) =>
    (Math.floor((dots / dotsPerMm(dpi)) * POINTS_PER_MM * 1_000) / 1_000).toFixed(3),
  ); // a hair more would be a dot more
  const content = `q ${w} 0 0 ${h} 0 0 cm /Sheet Do Q`;
  // Three objects a sheet: its page, the page's operators, and the bitmap.
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

/** @param head A dictionary, open when a stream follows. */
function object(head: string, stream?: Uint8Array): Buffer {
  return stream === undefined
    ? Buffer.from(`${head}\n`)
    : Buffer.concat([
        Buffer.from(`${head}/Length ${stream.length}>>\nstream\n`),
        stream,
        Buffer.from("\nendstream\n"),
      ]);
}

/** @param objects By their numbers, from 1: the catalogue first. */
function fileOf(objects: readonly Buffer[]): Uint8Array {
  const parts: Buffer[] = [];
  const places: number[] = [];
  let at = 0;
  const add = (part: Buffer): void => {
    parts.push(part);
    at += part.length;
  };
  add(Buffer.from("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", "latin1"));
  objects.forEach((body, i) => {
    places.push(at);
    add(Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), body, Buffer.from("endobj\n")]));
  });
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  add(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return new Uint8Array(Buffer.concat(parts));
}
