/**
 * Decodes and rewrites bitmaps of foreign ZPL. A printer waits for as many bytes as a bitmap
 * announces, so a bitmap with fewer bytes would swallow the labels behind it.
 */
import { inflateSync } from "node:zlib";
import { AppError, errors } from "../../../base/errors.ts";
import { hexData } from "../../zpl-hex.ts";

/** Size limit of a bitmap. The largest paper at 600 dpi needs half of these bytes. */
const MAX_BITMAP_BYTES = 2 * 1024 * 1024;
/** Format (A: hex or Base64), bytes sent, bytes of dots, bytes per row, and the data. */
const PARAMETERS = /^([^,]*),([^,]*),([^,]*),([^,]*),(.*)$/s;
const BASE64 = /^:([BZ])64:([A-Za-z0-9+/=\s]*)/i;
const [COMMA, COLON, EXCLAMATION] = [",", ":", "!"];

/**
 * Rewrites the parameters of a `^GF` as those of a `^GFA` with the same dots: hex, with their
 * actual sizes.
 *
 * @param data Parameters of a `^GF`.
 * @throws AppError E2029 for a format other than A, invalid sizes, fewer dots than announced, or
 * more than 2 MB of dots.
 */
export function bitmapData(data: string): string {
  const [, form = "?", , total = "", perRow = "", bits = ""] = PARAMETERS.exec(data) ?? [];
  if (!/^A?$/i.test(form.trim()))
    throw errors.fileUnreadable(
      `The ZPL has a bitmap in a format that this station does not read (^GF${data.slice(0, 8).replace(/[^ -~]/g, "?")}). Export the label as PDF and print that.`,
    );
  return writeBitmap({ total, perRow, bits });
}

/**
 * Returns the data of a `^GFA`.
 *
 * @param bitmap.total Bytes of dots, as text.
 * @param bitmap.perRow Bytes per row, as text.
 * @param bitmap.bits Hex, or Base64 after `:B64:` or `:Z64:`.
 * @throws AppError E2029 for invalid sizes, fewer dots than announced, or more than 2 MB of dots.
 */
export function writeBitmap({
  total,
  perRow,
  bits,
}: {
  readonly total: string;
  readonly perRow: string;
  readonly bits: string;
}): string {
  const [announced, width] = [sizeOf(total), sizeOf(perRow)];
  if (announced > MAX_BITMAP_BYTES || width > MAX_BITMAP_BYTES) throw bitmapTooLarge();
  const length = width === 0 ? 0 : Math.ceil(announced / width) * width;
  const rows = length === 0 ? undefined : readRows(bits.trim(), { length, announced, width });
  if (rows === undefined)
    throw errors.fileUnreadable(
      `The ZPL is damaged: one of its bitmaps announces ${announced} bytes in rows of ${width}, but has fewer bytes, or bytes that cannot be read.`,
    );
  return `A,${length},${length},${width},${hexData(rows, width)}`;
}

/** Returns the error for bitmaps that are larger than any paper. */
export function bitmapTooLarge(): AppError {
  return errors.fileUnreadable("The label has bitmaps that are larger than any paper.");
}

/** Parses a number of bytes; 0 for text that is not a number of bytes. */
function sizeOf(text: string): number {
  return /^\s*\d+\s*$/.test(text) ? Number(text) : 0;
}

type Size = { readonly length: number; readonly announced: number; readonly width: number };

function readRows(bits: string, { length, announced, width }: Size): Uint8Array | undefined {
  const [, kind, base64] = BASE64.exec(bits) ?? [];
  if (kind === undefined || base64 === undefined)
    return fromHex(bits, { length, announced, width });
  const rows = new Uint8Array(length);
  const bytes =
    kind.toUpperCase() === "Z"
      ? inflated(Buffer.from(base64, "base64"))
      : Buffer.from(base64, "base64");
  if (bytes === undefined || bytes.length < announced) return undefined;
  rows.set(bytes.subarray(0, announced));
  return rows;
}

function inflated(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: 2 * MAX_BITMAP_BYTES });
  } catch {
    return undefined;
  }
}

/**
 * Decodes hex digits with repeat counts: G–Y repeat 1–19 times, g–z 20–400 times. "," fills the row
 * with white, "!" with black, ":" copies the row above. Surplus data is ignored.
 */
function fromHex(bits: string, { length, announced, width }: Size): Uint8Array | undefined {
  const rows = new Uint8Array(length);
  const perRow = 2 * width;
  let [at, count] = [0, 0];
  for (let i = 0; i < bits.length && at < 2 * announced; i += 1) {
    const sign = bits[i] ?? "";
    const digit = Number.parseInt(sign, 16);
    if (sign === " ") continue;
    if (/[G-Y]/.test(sign)) count += sign.charCodeAt(0) - 70;
    else if (/[g-z]/.test(sign)) count += 20 * (sign.charCodeAt(0) - 102);
    else if (sign === COMMA || sign === EXCLAMATION) {
      const end = at - (at % perRow) + perRow;
      if (sign === EXCLAMATION) fill(rows, { from: at, until: end, digit: 0xf });
      [at, count] = [end, 0];
    } else if (sign === COLON) {
      if (at % perRow !== 0) return undefined;
      if (at > 0) rows.copyWithin(at / 2, at / 2 - width, at / 2);
      [at, count] = [at + perRow, 0];
    } else if (Number.isNaN(digit)) return undefined;
    else {
      const until = Math.min(2 * length, at + Math.max(1, count));
      if (digit > 0) fill(rows, { from: at, until, digit });
      [at, count] = [until, 0];
    }
  }
  return at >= 2 * announced ? rows : undefined;
}

function fill(
  rows: Uint8Array,
  { from, until, digit }: { readonly from: number; readonly until: number; readonly digit: number },
): void {
  for (let i = from; i < until; i += 1)
    rows[i >> 1] = (rows[i >> 1] ?? 0) | ((i & 1) === 0 ? digit << 4 : digit);
}
