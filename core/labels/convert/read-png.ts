/**
 * Decodes a PNG to ink: every colour type and depth, not interlaced. Transparent dots are paper.
 */
import { inflateSync } from "node:zlib";
import { AppError, errors } from "../../base/errors.ts";
import { createInk, type Ink } from "./ink.ts";

const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** A label at 600 dpi has 9 million dots. */
const MAX_DOTS = 40_000_000;
/**
 * Longest side of a picture, dots, since a very narrow picture could be extremely long within
 * `MAX_DOTS`. A1 at 600 dpi has 19,900 dots.
 */
const LONGEST_SIDE = 20_000;
/** Largest uncompressed data: A4 at 600 dpi with four bytes per dot. */
const MAX_RAW_BYTES = 160_000_000;
const SIGNATURE_BYTES = 8;

type Header = {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colour: number;
};

/**
 * Reads a picture's ink, and its dots per mm when the file states them.
 *
 * @throws AppError E2029 when the PNG cannot be read, is interlaced, or is too large: more than
 * `mostDots` dots, 20,000 dots per side, or 160 MB.
 */
export function readPng(
  bytes: Uint8Array,
  mostDots = MAX_DOTS,
): { readonly canvas: Ink; readonly dotsPerMm: number | undefined } {
  try {
    return decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), mostDots);
  } catch (error) {
    throw error instanceof AppError
      ? error
      : errors.fileUnreadable("The PNG could not be read: it is damaged.", {
          reason: "damagedPng",
        });
  }
}

function decode(file: Buffer, mostDots: number): ReturnType<typeof readPng> {
  const chunks = chunksOf(file);
  const head = chunks.find(({ type }) => type === "IHDR")?.data ?? Buffer.alloc(0);
  const header = {
    width: head.readUInt32BE(0),
    height: head.readUInt32BE(4),
    depth: head.readUInt8(8),
    colour: head.readUInt8(9),
  };
  if (head.readUInt8(12) !== 0)
    throw errors.fileUnreadable("The PNG is interlaced. Save it without interlacing.", {
      reason: "interlaced",
    });
  if (header.width * header.height === 0)
    throw errors.fileUnreadable("The PNG has no dots.", { reason: "damagedPng" });
  if (header.width * header.height > mostDots)
    throw errors.fileUnreadable(`The PNG has more than ${mostDots / 1_000_000} million dots.`, {
      reason: "manyDots",
      most: mostDots / 1_000_000,
    });
  if (Math.max(header.width, header.height) > LONGEST_SIDE)
    throw errors.fileUnreadable(
      `The PNG is longer than ${LONGEST_SIDE} dots. Cut it to the label.`,
      { reason: "longPng", most: LONGEST_SIDE },
    );
  const density = chunks.find(({ type }) => type === "pHYs")?.data;
  const data = Buffer.concat(
    chunks.flatMap((chunk) => (chunk.type === "IDAT" ? [chunk.data] : [])),
  );
  const find = (name: string): Buffer =>
    chunks.find(({ type }) => type === name)?.data ?? Buffer.alloc(0);
  const canvas = inkOf(header, data, { palette: find("PLTE"), alphas: find("tRNS") });
  return { canvas, dotsPerMm: density?.[8] === 1 ? density.readUInt32BE(0) / 1_000 : undefined };
}

function chunksOf(file: Buffer): { type: string; data: Buffer }[] {
  const chunks = [];
  for (let at = SIGNATURE_BYTES; at + 12 <= file.length;) {
    const length = file.readUInt32BE(at);
    chunks.push({
      type: file.toString("latin1", at + 4, at + 8),
      data: file.subarray(at + 8, at + 8 + length),
    });
    at += length + 12;
  }
  return chunks;
}

function inkOf(
  { width, height, depth, colour }: Header,
  data: Buffer,
  { palette, alphas }: { palette: Buffer; alphas: Buffer },
): Ink {
  const channels = CHANNELS[colour];
  if (channels === undefined || ![1, 2, 4, 8, 16].includes(depth))
    throw errors.fileUnreadable("The PNG has an unknown colour type or depth.", {
      reason: "damagedPng",
    });
  const rowBytes = Math.ceil((width * channels * depth) / 8);
  if (rowBytes * height > MAX_RAW_BYTES)
    throw errors.fileUnreadable(
      "The PNG is too large with its colours. Save it in shades of grey.",
      { reason: "colours" },
    );
  const raw = inflateSync(data, { maxOutputLength: (rowBytes + 1) * height });
  const canvas = createInk(width, height);
  const dots = { depth, colour, channels, palette, alphas };
  let above = new Uint8Array(rowBytes);
  for (let y = 0; y < height; y += 1) {
    const at = y * (rowBytes + 1);
    const row = unfiltered(
      raw.subarray(at + 1, at + 1 + rowBytes),
      raw[at] ?? 0,
      above,
      Math.max(1, (channels * depth) >> 3),
    );
    inkRow(canvas.ink.subarray(y * width, (y + 1) * width), row, dots);
    above = row;
  }
  return canvas;
}

/** How the dots of a row are encoded. */
type Dots = Pick<Header, "depth" | "colour"> & {
  readonly channels: number;
  readonly palette: Buffer;
  readonly alphas: Buffer;
};

function inkRow(
  out: Uint8Array,
  row: Uint8Array,
  { depth, colour, channels, palette, alphas }: Dots,
): void {
  const most = 2 ** Math.min(depth, 8) - 1;
  const sample = (i: number): number =>
    depth >= 8
      ? (row[(i * depth) >> 3] ?? 0)
      : ((row[(i * depth) >> 3] ?? 0) >> (8 - depth - ((i * depth) & 7))) & most;
  // In a picture without an alpha channel, one shade or colour may mean "transparent"; it is given
  // in 16 bits per channel.
  const isClear = (x: number): boolean =>
    colour !== 3 &&
    channels % 2 === 1 &&
    alphas.length >= 2 * channels &&
    isColour(row, x * channels, { depth, channels, alphas, sample });
  for (let x = 0; x < out.length; x += 1) {
    if (isClear(x)) continue;
    const first = sample(x * channels);
    if (colour === 3)
      out[x] = ink(
        palette[first * 3] ?? 0,
        palette[first * 3 + 1] ?? 0,
        palette[first * 3 + 2] ?? 0,
        alphas[first] ?? 255,
      );
    else if (channels < 3)
      out[x] = ink(
        (first * 255) / most,
        (first * 255) / most,
        (first * 255) / most,
        channels === 2 ? sample(x * channels + 1) : 255,
      );
    else
      out[x] = ink(
        first,
        sample(x * channels + 1),
        sample(x * channels + 2),
        channels === 4 ? sample(x * channels + 3) : 255,
      );
  }
}

function isColour(
  row: Uint8Array,
  first: number,
  {
    depth,
    channels,
    alphas,
    sample,
  }: {
    readonly depth: number;
    readonly channels: number;
    readonly alphas: Buffer;
    sample(i: number): number;
  },
): boolean {
  for (let i = 0; i < channels; i += 1) {
    const value =
      depth === 16
        ? ((row[2 * (first + i)] ?? 0) << 8) | (row[2 * (first + i) + 1] ?? 0)
        : sample(first + i);
    if (value !== alphas.readUInt16BE(2 * i)) return false;
  }
  return true;
}

function ink(red: number, green: number, blue: number, alpha: number): number {
  return Math.round(((255 - (0.299 * red + 0.587 * green + 0.114 * blue)) * alpha) / 255);
}

/**
 * Undoes a row's filter: each byte is stored as the difference from a prediction by its left and
 * upper neighbours.
 */
function unfiltered(
  row: Uint8Array,
  filter: number,
  above: Uint8Array,
  step: number,
): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(row.length);
  for (let i = 0; i < row.length; i += 1) {
    const [a, b, c] = [out[i - step] ?? 0, above[i] ?? 0, i < step ? 0 : (above[i - step] ?? 0)];
    out[i] = (row[i] ?? 0) + predicted(filter, a, b, c);
  }
  return out;
}

/**
 * Predicts a byte from its neighbours, as the row's filter requires.
 *
 * @param a The left neighbour.
 * @param b The upper neighbour.
 * @param c The upper left neighbour.
 */
function predicted(filter: number, a: number, b: number, c: number): number {
  switch (filter) {
    case 1:
      return a;
    case 2:
      return b;
    case 3:
      return (a + b) >> 1;
    case 4:
      return paeth(a, b, c);
    default:
      return 0;
  }
}

function paeth(a: number, b: number, c: number): number {
  const p = a + b - c;
  const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
  if (pa <= pb && pa <= pc) return a;
  return pb <= pc ? b : c;
}
