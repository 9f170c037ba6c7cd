/** Sheets with labels and lines of text, as carriers send them, and each label as it is printed. */
import { degrees, grayscale, PDFDocument, StandardFonts, type PDFPage } from "pdf-lib";
import { convertPart } from "../../../../core/labels/convert/convert-document.ts";
import type { Converted } from "../../../../core/labels/convert/converted.ts";
import { findSymbols, type FoundSymbol } from "../../../../core/labels/convert/find-symbols.ts";
import type { Ink } from "../../../../core/labels/convert/ink.ts";
import { joinParts } from "../../../../core/labels/convert/join-parts.ts";
import { readPng } from "../../../../core/labels/convert/read-png.ts";
import { renderZpl } from "../../../../core/labels/read-zpl.ts";
import { pdfLabels } from "./a-document.ts";

export const MM = 72 / 25.4;
const MEDIA = { widthMm: 100, heightMm: 150 };
export const A4 = [210, 297] as const;
const SIZE = [96, 140] as const;
export type Part = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size?: readonly [number, number] | undefined;
  readonly moduleMm?: number;
  readonly lean?: number;
};
export type Line = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  /** 0 is black. */
  readonly grey?: number;
};

/**
 * A sheet with labels of 96 × 140 mm and lines of text; positions are mm from its lower left
 * corner.
 */
export async function sheet(
  page: readonly [number, number],
  parts: readonly Part[],
  lines: readonly Line[] = [],
  under: (page: PDFPage) => void = () => undefined,
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const out = document.addPage([page[0] * MM, page[1] * MM]);
  under(out);
  for (const { text, x, y, size = SIZE, moduleMm, lean = 0 } of parts) {
    const [label] = await document.embedPdf(
      await pdfLabels({ text, page: size, size, ...(moduleMm === undefined ? {} : { moduleMm }) }),
    );
    if (label !== undefined) out.drawPage(label, { x: x * MM, y: y * MM, rotate: degrees(-lean) });
  }
  for (const { text, x, y, size = 8, grey = 0 } of lines)
    out.drawText(text, { x: x * MM, y: y * MM, size, font, color: grayscale(grey) });
  return document.save();
}

export function print(bytes: Uint8Array, media = MEDIA): Promise<Converted> {
  const target = { language: "ZPL", dpi: 203, media } as const;
  return joinParts(
    (part) =>
      convertPart({ language: "PDF", bytes, media: MEDIA, dpi: 0 }, target, part, (zpl) => zpl),
    target,
  );
}

/** The dots of each printed label. */
export async function dotsOf(bytes: Uint8Array): Promise<readonly Ink[]> {
  const labels =
    Buffer.from(bytes)
      .toString()
      .match(/\^XA[^]*?\^XZ/g) ?? [];
  return Promise.all(
    labels.map(async (label) => readPng(await renderZpl(Buffer.from(label), 203, MEDIA)).canvas),
  );
}

/** Each printed label with its symbol. */
export async function seen(
  bytes: Uint8Array,
): Promise<readonly { readonly canvas: Ink; readonly symbol: FoundSymbol | undefined }[]> {
  return Promise.all(
    (await dotsOf(bytes)).map(async (canvas) => ({
      canvas,
      symbol: (await findSymbols(canvas))[0],
    })),
  );
}

/** @returns The number of printed dots in a rectangle: left, top, right, bottom. */
export const inkIn = (
  { width, ink }: Ink,
  [left, top, right, bottom]: readonly [number, number, number, number],
): number => {
  let dots = 0;
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) dots += (ink[y * width + x] ?? 0) > 0 ? 1 : 0;
  return dots;
};

export const EMPTY: Ink = { width: 0, height: 0, ink: new Uint8Array(0) };
