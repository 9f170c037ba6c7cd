/** Encodes 8-bit grey PNG, the only PNG format that labels need. */
import { crc32, deflateSync } from "node:zlib";
import type { Canvas } from "./draw/canvas.ts";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const GREY_8_BIT = [8, 0, 0, 0, 0];

/**
 * Encodes a canvas; ink is black, paper white. The file states the density, so that it prints at
 * its true size.
 */
export function encodePng(canvas: Canvas, dotsPerMm: number): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(canvas.width, 0);
  header.writeUInt32BE(canvas.height, 4);
  header.set(GREY_8_BIT, 8);

  const density = Buffer.alloc(9);
  density.writeUInt32BE(Math.round(dotsPerMm * 1000), 0);
  density.writeUInt32BE(Math.round(dotsPerMm * 1000), 4);
  density[8] = 1; // per metre

  const rows = Buffer.alloc((canvas.width + 1) * canvas.height);
  for (let y = 0; y < canvas.height; y++) {
    const from = y * canvas.stride;
    const to = y * (canvas.width + 1) + 1;
    for (let x = 0; x < canvas.width; x++) rows[to + x] = 255 - (canvas.ink[from + x] ?? 0);
  }
  return new Uint8Array(
    Buffer.concat([
      Buffer.from(SIGNATURE),
      chunk("IHDR", header),
      chunk("pHYs", density),
      chunk("IDAT", deflateSync(rows, { level: 3 })),
      chunk("IEND", Buffer.alloc(0)),
    ]),
  );
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  out.set(body, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}
