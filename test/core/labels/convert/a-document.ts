/** Labels as carriers send them, made anew for each test: a PDF with bars as paths, in any corner, turned and of any size. */
import { crc32, deflateSync } from "node:zlib";
import { degrees, PDFDocument, PDFOperator, PDFOperatorNames, PDFNumber, StandardFonts } from "pdf-lib";
import { createCanvas, paintBox, type Canvas } from "../../../../core/labels/canvas.ts";
import { encodeCode128 } from "../../../../core/labels/code128.ts";
import { encodePng } from "../../../../core/labels/png.ts";

const POINTS_PER_MM = 72 / 25.4;

export type PdfLabel = {
  readonly text: string;
  /** Of the page, mm. */
  readonly page: readonly [number, number];
  /** Of the label's upper left corner on it before it is turned, mm. */
  readonly at?: readonly [number, number];
  /** Of the label, mm. */
  readonly size?: readonly [number, number];
  readonly moduleMm?: number;
  /** Quarter turns clockwise about the page's middle. */
  readonly turn?: 0 | 1 | 2 | 3;
  /** As the page's own /Rotate. */
  readonly rotate?: 0 | 90 | 180 | 270;
};

/** A framed label with a line of text over its Code128, each on a page of its own. */
export async function pdfLabels(...labels: readonly PdfLabel[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const { text, page: [pageW, pageH], at: [x, y] = [0, 0], size: [w, h] = [90, 140], moduleMm = 0.375, turn = 0, rotate = 0 } of labels) {
    const [width, height] = turn % 2 === 0 ? [pageW, pageH] : [pageH, pageW];
    const page = document.addPage([width * POINTS_PER_MM, height * POINTS_PER_MM]);
    page.setRotation(degrees(rotate));
    const s = POINTS_PER_MM;
    // Millimetres from the upper left corner of the label as it is read; PDF counts from the lower left one.
    const matrix = [[s, 0, 0, -s, 0, pageH * s], [0, -s, -s, 0, pageH * s, pageW * s], [-s, 0, 0, s, pageW * s, 0], [0, s, s, 0, 0, 0]][turn] ?? [];
    page.pushOperators(PDFOperator.of(PDFOperatorNames.PushGraphicsState), PDFOperator.of(PDFOperatorNames.ConcatTransformationMatrix, matrix.map((n) => PDFNumber.of(n))));
    const box = (bx: number, by: number, bw: number, bh: number): void => page.pushOperators(PDFOperator.of(PDFOperatorNames.AppendRectangle, [bx, by, bw, bh].map((n) => PDFNumber.of(n))), PDFOperator.of(PDFOperatorNames.FillNonZero));
    box(x, y, w, 0.4);
    box(x, y + h - 0.4, w, 0.4);
    box(x, y, 0.4, h);
    box(x + w - 0.4, y, 0.4, h);
    const symbol = encodeCode128(text);
    const left = x + (w - symbol.modules * moduleMm) / 2;
    for (const [first, wide] of symbol.bars) box(left + first * moduleMm, y + h * 0.6, wide * moduleMm, h * 0.25);
    // Text is upright in a system that counts downwards when it is mirrored once more.
    page.pushOperators(PDFOperator.of(PDFOperatorNames.ConcatTransformationMatrix, [1, 0, 0, -1, x + 5, y + 15].map((n) => PDFNumber.of(n))));
    page.drawText("Recipient of this parcel", { x: 0, y: 0, size: 5, font });
    page.pushOperators(PDFOperator.of(PDFOperatorNames.PopGraphicsState));
  }
  return document.save();
}

/** A label of 100 × 150 mm as a picture, its modules 3/8 mm. @param density Whole dots per mm. */
export function picture(text: string, density: number): { readonly png: Uint8Array; readonly canvas: Canvas } {
  const canvas = createCanvas(100 * density, 150 * density);
  const symbol = encodeCode128(text);
  const module = Math.round(0.375 * density);
  for (const [first, wide] of symbol.bars) paintBox(canvas, { x: 15 * density + first * module, y: 80 * density, width: wide * module, height: 30 * density });
  paintBox(canvas, { x: 3 * density, y: 5 * density, width: 60 * density, height: 4 * density });
  return { png: encodePng(canvas, density), canvas };
}

/** Three dots by two, white, black, white over black, white, black, at 8 dots per mm, in a colour type and depth of PNG. */
export function aPng(depth: number, colour: number): Buffer {
  const most = 2 ** depth - 1;
  const rows = [[1, 0, 1], [0, 1, 0]].map((row) => {
    const samples = row.flatMap((white) => [...Array.from({ length: colour === 2 || colour === 6 ? 3 : 1 }, () => white * most), ...(colour >= 4 ? [most] : [])]);
    const bits = samples.map((sample) => sample.toString(2).padStart(depth, "0")).join("");
    return [0, ...(bits.match(/.{1,8}/g) ?? []).map((byte) => parseInt(byte.padEnd(8, "0"), 2))];
  });
  const header = Buffer.from([0, 0, 0, 3, 0, 0, 0, 2, depth, colour, 0, 0, 0]);
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const density = Buffer.from([0, 0, 0x1f, 0x40, 0, 0, 0x1f, 0x40, 1]); // 8000 per metre
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", header), chunk("pHYs", density), chunk("IDAT", deflateSync(Buffer.from(rows.flat()))), chunk("IEND", Buffer.alloc(0))]);
}
