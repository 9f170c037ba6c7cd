/**
 * Creates labels as carriers send them: a PDF with bars as paths, in any corner, rotated and of any
 * size.
 */
import { crc32, deflateSync } from "node:zlib";
import bwip from "bwip-js/node";
import {
  degrees,
  PDFDocument,
  PDFOperator,
  PDFOperatorNames,
  PDFNumber,
  StandardFonts,
} from "pdf-lib";

const POINTS_PER_MM = 72 / 25.4;

export type PdfLabel = {
  readonly text: string;
  /** Size of the page, mm. */
  readonly page: readonly [number, number];
  /** Position of the label's upper left corner before rotation, mm. */
  readonly at?: readonly [number, number];
  /** Size of the label, mm. */
  readonly size?: readonly [number, number];
  readonly moduleMm?: number;
  /** Quarter turns clockwise about the page's middle. */
  readonly turn?: 0 | 1 | 2 | 3;
  /** The page's own /Rotate. */
  readonly rotate?: 0 | 90 | 180 | 270;
};

/** Framed labels with a line of text over a Code 128, each on a separate page. */
export async function pdfLabels(...labels: readonly PdfLabel[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const {
    text,
    page: [pageW, pageH],
    at: [x, y] = [0, 0],
    size: [w, h] = [90, 140],
    moduleMm = 0.375,
    turn = 0,
    rotate = 0,
  } of labels) {
    const [width, height] = turn % 2 === 0 ? [pageW, pageH] : [pageH, pageW];
    const page = document.addPage([width * POINTS_PER_MM, height * POINTS_PER_MM]);
    page.setRotation(degrees(rotate));
    const s = POINTS_PER_MM;
    // Millimetres from the upper left corner of the upright label; PDF counts from the lower left
    // corner.
    const matrix =
      [
        [s, 0, 0, -s, 0, pageH * s],
        [0, -s, -s, 0, pageH * s, pageW * s],
        [-s, 0, 0, s, pageW * s, 0],
        [0, s, s, 0, 0, 0],
      ][turn] ?? [];
    page.pushOperators(
      PDFOperator.of(PDFOperatorNames.PushGraphicsState),
      PDFOperator.of(
        PDFOperatorNames.ConcatTransformationMatrix,
        matrix.map((n) => PDFNumber.of(n)),
      ),
    );
    const box = (bx: number, by: number, bw: number, bh: number): void =>
      page.pushOperators(
        PDFOperator.of(
          PDFOperatorNames.AppendRectangle,
          [bx, by, bw, bh].map((n) => PDFNumber.of(n)),
        ),
        PDFOperator.of(PDFOperatorNames.FillNonZero),
      );
    box(x, y, w, 0.4);
    box(x, y + h - 0.4, w, 0.4);
    box(x, y, 0.4, h);
    box(x + w - 0.4, y, 0.4, h);
    const symbol = code128(text);
    const left = x + (w - symbol.modules * moduleMm) / 2;
    for (const [first, wide] of symbol.bars)
      box(left + first * moduleMm, y + h * 0.6, wide * moduleMm, h * 0.25);
    // In a system that counts downwards, text is upright only after another mirroring.
    page.pushOperators(
      PDFOperator.of(
        PDFOperatorNames.ConcatTransformationMatrix,
        [1, 0, 0, -1, x + 5, y + 15].map((n) => PDFNumber.of(n)),
      ),
    );
    page.drawText("Recipient of this parcel", { x: 0, y: 0, size: 5, font });
    page.pushOperators(PDFOperator.of(PDFOperatorNames.PopGraphicsState));
  }
  return document.save();
}

/** A single 2-D symbol on A4, with modules of a given length in mm. */
export async function pdfMatrix(bcid: string, text: string, moduleMm: number): Promise<Uint8Array> {
  const [symbol] = bwip.raw({ bcid, text });
  if (symbol === undefined || !("pixs" in symbol)) throw new Error("the encoder gave no matrix");
  const document = await PDFDocument.create();
  const page = document.addPage([210 * POINTS_PER_MM, 297 * POINTS_PER_MM]);
  const side = moduleMm * POINTS_PER_MM;
  symbol.pixs.forEach((pixel, i) => {
    if (pixel === 1)
      page.drawRectangle({
        x: 100 + (i % symbol.pixx) * side,
        y: 700 - Math.floor(i / symbol.pixx) * side,
        width: side,
        height: side,
      });
  });
  return document.save();
}

/**
 * A label of 100 × 150 mm as a picture, with modules of 3/8 mm.
 * @param density Whole dots per mm.
 */
export function picture(
  text: string,
  density: number,
): { readonly png: Uint8Array; readonly ink: Uint8Array } {
  const [width, height] = [100 * density, 150 * density];
  const ink = new Uint8Array(width * height);
  const box = (x: number, y: number, w: number, h: number): void => {
    for (let row = y; row < y + h; row += 1) ink.fill(255, row * width + x, row * width + x + w);
  };
  const symbol = code128(text);
  const module = Math.round(0.375 * density);
  for (const [first, wide] of symbol.bars)
    box(15 * density + first * module, 80 * density, wide * module, 30 * density);
  box(3 * density, 5 * density, 60 * density, 4 * density);
  const rows = Buffer.alloc((width + 1) * height);
  ink.forEach((value, i) =>
    rows.writeUInt8(255 - value, Math.floor(i / width) * (width + 1) + 1 + (i % width)),
  );
  return { png: pngFile({ width, height, depth: 8, colour: 0 }, rows, density), ink };
}

/**
 * A PNG of three by two dots, white, black, white over black, white, black, at 8 dots per mm, in a
 * colour type and depth.
 *
 * @param clear Sample that means transparent, as in a `tRNS`.
 */
export function aPng(depth: number, colour: number, clear: readonly number[] = []): Buffer {
  const most = 2 ** depth - 1;
  const rows = [
    [1, 0, 1],
    [0, 1, 0],
  ].map((row) => {
    const samples = row.flatMap((white) => [
      ...Array.from({ length: colour === 2 || colour === 6 ? 3 : 1 }, () => white * most),
      ...(colour >= 4 ? [most] : []),
    ]);
    const bits = samples.map((sample) => sample.toString(2).padStart(depth, "0")).join("");
    return [0, ...(bits.match(/.{1,8}/g) ?? []).map((byte) => parseInt(byte.padEnd(8, "0"), 2))];
  });
  return pngFile(
    { width: 3, height: 2, depth, colour },
    Buffer.from(rows.flat()),
    8,
    Buffer.from(clear),
  );
}

/** @param rows Each with its filter byte. */
function pngFile(
  {
    width,
    height,
    depth,
    colour,
  }: {
    readonly width: number;
    readonly height: number;
    readonly depth: number;
    readonly colour: number;
  },
  rows: Buffer,
  dotsPerMm: number,
  clear = Buffer.alloc(0),
): Buffer {
  const number = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const chunk = (type: string, ...data: readonly Buffer[]): Buffer => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), ...data]);
    return Buffer.concat([number(body.length - 4), body, number(crc32(body))]);
  };
  const density = number(dotsPerMm * 1_000);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", number(width), number(height), Buffer.from([depth, colour, 0, 0, 0])),
    chunk("pHYs", density, density, Buffer.from([1])),
    ...(clear.length === 0 ? [] : [chunk("tRNS", clear)]),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND"),
  ]);
}

/** @returns Number of modules of a Code 128, and its bars as [first module, width in modules]. */
function code128(text: string): {
  readonly modules: number;
  readonly bars: readonly (readonly [number, number])[];
} {
  const [symbol] = bwip.raw({ bcid: "code128", text });
  const widths: readonly number[] = symbol !== undefined && "sbs" in symbol ? symbol.sbs : [];
  const begins = widths.map((_, i) => widths.slice(0, i).reduce((sum, width) => sum + width, 0));
  return {
    modules: widths.reduce((sum, width) => sum + width, 0),
    bars: widths.flatMap((width, i) => (i % 2 === 0 ? [[begins[i] ?? 0, width] as const] : [])),
  };
}
