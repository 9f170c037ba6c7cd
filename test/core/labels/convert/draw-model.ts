/**
 * Draws model labels as PDF and PNG, and compares the text in the printed dots with the dots of the
 * same text in black on white.
 */
import bwip from "bwip-js/node";
import { PDFDocument, rgb, StandardFonts } from "pdf-lib";
import { convertPart } from "../../../../core/labels/convert/convert-document.ts";
import type {
  Converted,
  ConvertTarget,
  Original,
} from "../../../../core/labels/convert/converted.ts";
import { findSymbols } from "../../../../core/labels/convert/find-symbols.ts";
import { createInk, type Ink } from "../../../../core/labels/convert/ink.ts";
import { joinParts } from "../../../../core/labels/convert/join-parts.ts";
import { withPdfPages } from "../../../../core/labels/convert/pdfium.ts";
import { readPng } from "../../../../core/labels/convert/read-png.ts";
import { encodePng } from "../../../../core/labels/png.ts";
import { readDotsLabel } from "../dots-reader.ts";
import { renderZpl } from "../../../../core/labels/read-zpl.ts";
import {
  CODE,
  MODEL_MM,
  type Colour,
  type Model,
  type ModelField,
  type Scan,
} from "./model-labels.ts";

const MM = 72 / 25.4;
const STEP_MM = 0.25;

export async function modelPdf({
  fields,
  texts,
}: Pick<Model, "fields" | "texts">): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const [thin, bold] = [
    await document.embedFont(StandardFonts.Helvetica),
    await document.embedFont(StandardFonts.HelveticaBold),
  ];
  const page = document.addPage([MODEL_MM.widthMm * MM, MODEL_MM.heightMm * MM]);
  const box = (x: number, y: number, w: number, h: number, [red, green, blue]: Colour): void =>
    page.drawRectangle({
      x: x * MM,
      y: (MODEL_MM.heightMm - y - h) * MM,
      width: w * MM,
      height: h * MM,
      color: rgb(red, green, blue),
    });
  for (const field of fields)
    for (const part of partsOf(field)) box(part.x, part.y, part.w, part.h, part.colour);
  for (const { text, x, y, size, colour = [0, 0, 0], isThin = false } of texts)
    page.drawText(text, {
      x: x * MM,
      y: (MODEL_MM.heightMm - y) * MM,
      size,
      font: isThin ? thin : bold,
      color: rgb(colour[0], colour[1], colour[2]),
    });
  for (const [first, wide] of bars())
    box(CODE.x + first * CODE.moduleMm, CODE.y, wide * CODE.moduleMm, CODE.height, [0, 0, 0]);
  return document.save();
}

/** Splits a gradient into narrow fields of one colour each. */
function partsOf(field: ModelField): readonly ModelField[] {
  const { x, y, w, h, colour, to, isDown = false } = field;
  if (to === undefined) return [field];
  const steps = Math.ceil((isDown ? h : w) / STEP_MM);
  return Array.from({ length: steps }, (_, i) => {
    const part = i / (steps - 1);
    const between = colour.map((value, j) => value + ((to[j] ?? 0) - value) * part) as [
      number,
      number,
      number,
    ];
    return isDown
      ? { x, y: y + (h * i) / steps, w, h: h / steps + 0.02, colour: between }
      : { x: x + (w * i) / steps, y, w: w / steps + 0.02, h, colour: between };
  });
}

function bars(): readonly (readonly [number, number])[] {
  const [symbol] = bwip.raw({ bcid: "code128", text: CODE.text });
  const widths: readonly number[] = symbol !== undefined && "sbs" in symbol ? symbol.sbs : [];
  let at = 0;
  return widths.flatMap((width, i) => {
    at += width;
    return i % 2 === 0 ? [[at - width, width] as const] : [];
  });
}

/** Draws the label as a picture. */
export async function modelPng(
  model: Pick<Model, "fields" | "texts">,
  { dpi, noise = 0, lean = 0, paper = 1, ink = 0, isDithered = false }: Scan,
): Promise<Uint8Array> {
  const scale = dpi / 25.4;
  const [width, height] = [
    Math.round(MODEL_MM.widthMm * scale),
    Math.round(MODEL_MM.heightMm * scale),
  ];
  const drawn = await withPdfPages(await modelPdf(model), async ([page]) =>
    page === undefined
      ? createInk(1, 1)
      : page.render({ turn: 0, scale, left: 0, top: 0, width, height }),
  );
  const turned = lean === 0 ? drawn : turnedBy(drawn, lean);
  const random = randomOf(42);
  const [least, most] = [(1 - paper) * 255, (1 - ink) * 255];
  const canvas = {
    ...turned,
    stride: width,
    ink: turned.ink.map((value, i) =>
      isDithered
        ? dithered(value, i, width)
        : Math.max(
            0,
            Math.min(
              255,
              least +
                (value / 255) * (most - least) +
                (noise === 0 ? 0 : noise * (random() + random() + random() + random() - 2) * 1.73),
            ),
          ),
    ),
  };
  return encodePng(canvas, scale);
}

const BAYER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];

function dithered(value: number, i: number, width: number): number {
  const cell = (Math.floor(i / width) % 4) * 4 + ((i % width) % 4);
  return value > ((BAYER[cell] ?? 0) + 0.5) * 16 ? 255 : 0;
}

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function turnedBy({ width, height, ink }: Ink, degrees: number): Ink {
  const to = createInk(width, height);
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [dx, dy] = [x - width / 2, y - height / 2];
      const [fx, fy] = [dx * cos + dy * sin + width / 2, dy * cos - dx * sin + height / 2];
      const [left, top] = [Math.floor(fx), Math.floor(fy)];
      if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) continue;
      const at = top * width + left;
      const [px, py] = [fx - left, fy - top];
      to.ink[y * width + x] =
        ((ink[at] ?? 0) * (1 - px) + (ink[at + 1] ?? 0) * px) * (1 - py) +
        ((ink[at + width] ?? 0) * (1 - px) + (ink[at + width + 1] ?? 0) * px) * py;
    }
  }
  return to;
}

export function convert(
  original: Pick<Original, "language" | "bytes"> & { readonly dpi?: 203 | 300 },
  target: Omit<ConvertTarget, "media">,
): Promise<Converted> {
  const to = { ...target, media: MODEL_MM };
  return joinParts(
    (part) => convertPart({ dpi: 0, ...original, media: MODEL_MM }, to, part, (zpl) => zpl),
    to,
  );
}

/** The dots that the printer prints. */
export async function burnt(
  bytes: Uint8Array,
  { language, dpi }: Pick<ConvertTarget, "language" | "dpi">,
): Promise<Ink> {
  if (language === "ZPL") return readPng(await renderZpl(bytes, dpi, MODEL_MM)).canvas;
  const { width, height, dots } = readDotsLabel(bytes, dpi === 203 ? 8 : 300 / 25.4);
  return { width, height, ink: dots.map((dot) => dot * 255) };
}

export type Place = { readonly scale: number; readonly left: number; readonly top: number };

/**
 * Finds the label on the paper by its bars.
 * @returns Dots per mm of the model, and the position of its upper left corner.
 */
export async function placeOf(canvas: Ink): Promise<Place> {
  const grid = (await findSymbols(canvas)).find(({ text }) => text === CODE.text)?.grid;
  if (grid === undefined || grid.axis !== "x") throw new Error("the barcode cannot be read");
  const scale = grid.module / CODE.moduleMm;
  const column = Math.round(grid.start + grid.module / 2);
  const isBlack = (y: number): boolean => (canvas.ink[y * canvas.width + column] ?? 0) > 0;
  let [top, bottom] = [Math.floor(grid.across), Math.floor(grid.across)];
  while (isBlack(top - 1)) top -= 1;
  while (isBlack(bottom + 1)) bottom += 1;
  return {
    scale,
    left: grid.start - CODE.x * scale,
    top: (top + bottom + 1) / 2 - (CODE.y + CODE.height / 2) * scale,
  };
}

/** Dots: left, top, width, height. */
export type Box = readonly [number, number, number, number];

/** Displacements at which the text is compared, dots; the nearest first. */
const OFFSETS = [-2, -1, 0, 1, 2]
  .flatMap((dy) => [-2, -1, 0, 1, 2].map((dx) => [dx, dy] as const))
  .toSorted(([a, b], [c, d]) => Math.hypot(a, b) - Math.hypot(c, d));
const ALIKE = 0.85;

/**
 * Compares a box on the label with the same box on the plain label.
 *
 * @param from Position of each of the label's dots on the plain label.
 * @returns Similarity, 0 to 1; inverted dots count as similar too.
 */
export function likeness(
  label: Ink,
  plain: Ink,
  [left, top, width, height]: Box,
  from: (x: number, y: number) => readonly [number, number],
): number {
  const [x0, y0, columns, rows] = [
    Math.floor(left),
    Math.floor(top),
    Math.ceil(width),
    Math.ceil(height),
  ];
  const other = new Uint8Array(columns * rows);
  for (let i = 0; i < other.length; i += 1) {
    const [px, py] = from(x0 + (i % columns), y0 + Math.floor(i / columns));
    other[i] = (plain.ink[Math.round(py) * plain.width + Math.round(px)] ?? 0) > 0 ? 1 : 0;
  }
  const n = other.length;
  const b = other.reduce((sum, dot) => sum + dot, 0);
  let best = 0;
  for (const [dx, dy] of OFFSETS) {
    let [a, ab] = [0, 0];
    for (let i = 0; i < n; i += 1) {
      if (
        (label.ink[(y0 + dy + Math.floor(i / columns)) * label.width + x0 + dx + (i % columns)] ??
          0) === 0
      )
        continue;
      a += 1;
      ab += other[i] ?? 0;
    }
    const spread = Math.sqrt(a * (n - a) * b * (n - b));
    if (spread > 0) best = Math.max(best, Math.abs(n * ab - a * b) / spread);
    if (best > ALIKE) return best;
  }
  return best;
}
