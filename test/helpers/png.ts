/**
 * Reads PNG files as Chromium and the ZPL engine write them: 8 bits per channel; grey, RGB or RGBA;
 * not interlaced.
 */
import { inflateSync } from "node:zlib";

export type Picture = {
  readonly width: number;
  readonly height: number;
  colourAt(x: number, y: number): number;
};

const HEADER_BYTES = 8;

export function readPng(bytes: Buffer): Picture {
  const width = bytes.readUInt32BE(16);
  const height = bytes.readUInt32BE(20);
  const channels = { 0: 1, 2: 3, 6: 4 }[Number(bytes[25])] ?? 3;
  const rows = unfilter(inflateSync(Buffer.concat(dataOf(bytes))), width * channels, channels);
  if (channels === 1) return { width, height, colourAt: (x, y) => (rows[y]?.[x] ?? 0) * 0x010101 };
  return { width, height, colourAt: (x, y) => rows[y]?.readUIntBE(x * channels, 3) ?? 0 };
}

/** Returns the share of the picture, 0 to 1, that has its most frequent colour. */
export function shareOfMostFrequent(picture: Picture): number {
  const counts = new Map<number, number>();
  for (let y = 0; y < picture.height; y += 1) {
    for (let x = 0; x < picture.width; x += 1) {
      const colour = picture.colourAt(x, y);
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
  }
  return Math.max(...counts.values()) / (picture.width * picture.height);
}

function dataOf(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = HEADER_BYTES; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    if (bytes.toString("latin1", at + 4, at + 8) === "IDAT")
      parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return parts;
}

/**
 * Reverses the filter of each row. A filter predicts a byte from the byte on its left, the byte
 * above, their mean, or Paeth's choice among left, above and above left.
 */
function unfilter(raw: Buffer, rowBytes: number, channels: number): Buffer[] {
  const rows: Buffer[] = [];
  let above: Buffer = Buffer.alloc(rowBytes);
  for (let at = 0; at < raw.length; at += rowBytes + 1) {
    const filter = raw[at] ?? 0;
    const row = Buffer.from(raw.subarray(at + 1, at + 1 + rowBytes));
    for (let i = 0; i < rowBytes; i += 1) {
      const left = row[i - channels] ?? 0;
      const up = above[i] ?? 0;
      const corner = i < channels ? 0 : (above[i - channels] ?? 0);
      row[i] =
        ((row[i] ?? 0) + [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]!) & 255;
    }
    rows.push(row);
    above = row;
  }
  return rows;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [
    Math.abs(guess - left),
    Math.abs(guess - up),
    Math.abs(guess - corner),
  ];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
