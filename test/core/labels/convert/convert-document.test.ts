import { describe, expect, it } from "vitest";
import { convertDocument, type ConvertTarget, type Original } from "../../../../core/labels/convert/convert-document.ts";
import { findSymbols } from "../../../../core/labels/convert/find-symbols.ts";
import { readPng } from "../../../../core/labels/convert/read-png.ts";
import { renderZpl } from "../../../../core/labels/read-zpl.ts";
import { dotsPerMm } from "../../../../core/labels/zpl.ts";
import { pdfLabels, type PdfLabel } from "./a-document.ts";

const A4 = [210, 297] as const;
const MEDIA = { widthMm: 100, heightMm: 150 };
const TEXT = "PB00000000017";
const zebra = (dpi: 203 | 300, media = MEDIA): ConvertTarget => ({ language: "ZPL", dpi, media });
const pdf = (bytes: Uint8Array): Original => ({ language: "PDF", bytes, media: MEDIA, dpi: 0 });
const convert = (original: Original, target: ConvertTarget): ReturnType<typeof convertDocument> => convertDocument(original, target, (zpl) => zpl);

const LABELS: readonly (readonly [string, PdfLabel])[] = [
  ["in a corner of an A4 page", { text: TEXT, page: A4, at: [8, 6] }],
  ["in the other corner", { text: TEXT, page: A4, at: [110, 150] }],
  ["turned by 90° on its page", { text: TEXT, page: A4, at: [8, 6], turn: 1 }],
  ["turned by 270° on its page", { text: TEXT, page: A4, at: [8, 6], turn: 3 }],
  ["upside down", { text: TEXT, page: [100, 150], at: [5, 5], turn: 2 }],
  ["on a page that is rotated as a whole", { text: TEXT, page: [100, 150], at: [5, 5], rotate: 90 }],
  ["as A6", { text: TEXT, page: [105, 148], at: [5, 4] }],
  ["of half its size", { text: TEXT, page: [60, 80], at: [2, 2], size: [56, 76], moduleMm: 0.25 }],
  ["larger than the paper", { text: TEXT, page: A4, at: [5, 5], size: [180, 270], moduleMm: 0.8 }],
  ["of the paper's own size", { text: TEXT, page: [100, 150], at: [5, 5] }],
];

describe("a carrier's PDF on a label printer is trimmed, upright and readable", () => {
  it.each([...LABELS.map(([name, label]) => [name, 203, label] as const), ...LABELS.slice(2, 4).map(([name, label]) => [name, 300, label] as const)])("%s, at %i dpi", async (_name, dpi, label) => {
    const { bytes, labels, verification } = await convert(pdf(await pdfLabels(label)), zebra(dpi));
    const { canvas } = readPng(await renderZpl(bytes, dpi, MEDIA));
    const [symbol] = await findSymbols(canvas);
    expect({ labels, verification, text: symbol?.text, axis: symbol?.grid?.axis }).toEqual({ labels: 1, verification: "verified", text: TEXT, axis: "x" });
    expect(symbol?.grid?.across).toBeGreaterThan(canvas.height / 2); // upright: the symbol is in the label's lower half
    expect((symbol?.grid?.module ?? 0) % 1).toBeCloseTo(0, 5); // whole dots
    expect(symbol?.grid?.module).toBeGreaterThan(0.25 * dotsPerMm(dpi) * 0.99);
  });
});
