/**
 * Writing ZPL. The one place that knows its commands: data goes in as hex only, so nothing a customer is called can
 * become a command, and every position is a whole dot.
 */
import { deflateSync } from "node:zlib";
import type { DotBox } from "./canvas.ts";
import type { Dpi } from "./labels.schema.ts";

const DOTS_PER_MM: Record<Dpi, number> = { 203: 8, 300: 12, 600: 24 };

/** @returns Dots in one millimetre, a whole number: 8, 12 or 24. */
export function dotsPerMm(dpi: Dpi): number {
  return DOTS_PER_MM[dpi];
}

/** One label from its commands. UTF-8 data, the label's own width and length, home at its corner, printed once. */
export function zplLabel(size: { readonly width: number; readonly height: number }, commands: readonly string[]): Uint8Array {
  const head = `^XA^CI28^PW${size.width}^LL${size.height}^LH0,0^PQ1`;
  return new TextEncoder().encode(`${head}\n${commands.join("\n")}\n^XZ\n`);
}

/** Letters, digits and a few signs stay readable; every other byte of the UTF-8 text is written as its hex. */
function zplField(data: string): string {
  let out = "";
  for (const byte of new TextEncoder().encode(data)) {
    const character = String.fromCharCode(byte);
    out += /[0-9A-Za-z .,:/-]/.test(character) ? character : `_${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return `^FH_^FD${out}^FS`;
}

/** A filled box. The thickness is its smaller side: a larger one would draw outside of it. */
export function zplBox(box: DotBox): string {
  return `^FO${box.x},${box.y}^GB${box.width},${box.height},${Math.min(box.width, box.height)}^FS`;
}

/** A Code128 in automatic mode, without the printer's own text line. `^BY`'s ratio is for other symbols; it must be given. */
export function zplCode128(at: { readonly x: number; readonly y: number; readonly height: number; readonly moduleDots: number }, data: string): string {
  return `^FO${at.x},${at.y}^BY${at.moduleDots},3,${at.height}^BCN,${at.height},N,N,N,A${zplField(data)}`;
}

/**
 * A bitmap, compressed.
 *
 * @param rows One bit a dot, 1 = black, each row padded to whole bytes.
 */
export function zplGraphic(at: { readonly x: number; readonly y: number }, rows: Uint8Array, bytesPerRow: number): string {
  const data = Buffer.from(deflateSync(rows, { level: 9 })).toString("base64");
  return `^FO${at.x},${at.y}^GFA,${rows.length},${rows.length},${bytesPerRow},:Z64:${data}:${crc16(data)}^FS`;
}

/** CRC-16/XMODEM over the base64 text, as the printer checks it. */
function crc16(text: string): string {
  let crc = 0;
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i) << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000) === 0 ? (crc << 1) & 0xffff : ((crc << 1) ^ 0x1021) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}
