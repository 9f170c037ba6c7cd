/**
 * Symbols of labels: encodes texts as modules, and limits the dots per module. All formats use this
 * encoder.
 */
import bwip from "bwip-js/node";
import type { Dpi } from "../labels.schema.ts";
import { dotsPerMmOf } from "../dots.ts";

/** Quiet zone at each side of a Code 128, in modules (ISO/IEC 15417). */
export const QUIET_MODULES = 10;
/**
 * Quiet zone around a Data Matrix, in modules: one more than ISO/IEC 16022 requires, because heat
 * spreads.
 */
export const MATRIX_QUIET_MODULES = 2;
/** Narrowest module that scans well from a thermal label. */
const MIN_MODULE_MM = 0.25;
/**
 * Widest module of the parcel's barcode. Wider modules scan no better and only make the symbol
 * longer.
 */
export const MAX_MODULE_MM = 0.5;
/**
 * Widest module of other barcodes, so that they are not confused with the parcel's barcode during a
 * scan.
 */
export const MAX_SECOND_MODULE_MM = 0.38;
/** Limit of ^BY: a printer rejects wider modules, and 0.5 mm at 600 dpi would be wider. */
const MAX_MODULE_DOTS = 10;
const MIN_MATRIX_MODULE_MM = 0.37;
export const MAX_MATRIX_MODULE_MM = 0.8;

export type Code128 = {
  /** Total number of modules, without quiet zones. */
  readonly modules: number;
  /** Bars as [first module, width in modules]. */
  readonly bars: readonly (readonly [number, number])[];
};

export type Matrix = { readonly columns: number; readonly cells: readonly boolean[] };

/**
 * Number of cached symbols; a label is measured several times, but its symbols are encoded once.
 */
const KEPT = 16;

function keeping<T>(encode: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>();
  return (text) => {
    let symbol = kept.get(text);
    if (symbol === undefined) {
      if (kept.size >= KEPT) kept.clear();
      kept.set(text, (symbol = encode(text)));
    }
    return symbol;
  };
}

/**
 * Returns the symbol's bars, including start, check character and stop.
 *
 * @throws Error when Code 128 has no character for a part of the text.
 */
export const encodeCode128: (text: string) => Code128 = keeping((text) => {
  // `parse` would read "^065" as a character; when off, every byte is literal.
  const symbol = bwip.raw({ bcid: "code128", text, parse: false })[0];
  if (symbol === undefined || !("sbs" in symbol))
    throw new Error("the encoder gave no linear symbol");
  const bars: [number, number][] = [];
  let at = 0;
  symbol.sbs.forEach((width, i) => {
    if (i % 2 === 0) bars.push([at, width]);
    at += width;
  });
  return { modules: at, bars };
});

/** Returns whether a text is not empty and can be encoded in symbols. */
export function isEncodable(text: string): boolean {
  return /^[\x20-\x7e]+$/.test(text);
}

/**
 * Encodes a text as a square Data Matrix (ECC 200), without its quiet zone. It is the smallest 2-D
 * symbol that couriers' scanners read.
 *
 * @throws Error when the text is too long.
 */
export const encodeMatrix: (text: string) => Matrix = keeping((text) => {
  const symbol = bwip.raw({ bcid: "datamatrix", text, parse: false })[0];
  if (symbol === undefined || !("pixs" in symbol))
    throw new Error("the encoder gave no 2-D symbol");
  return { columns: symbol.pixx, cells: Array.from(symbol.pixs, (pixel) => pixel === 1) };
});

/**
 * Encodes a QR code without its quiet zone, at level M, which tolerates small damage.
 *
 * @throws Error when the text is too long.
 */
export const encodeQr: (text: string) => Matrix = keeping((text) => {
  const symbol = bwip.raw({ bcid: "qrcode", text, parse: false })[0];
  if (symbol === undefined || !("pixs" in symbol)) throw new Error("the encoder gave no QR code");
  return { columns: symbol.pixx, cells: Array.from(symbol.pixs, (pixel) => pixel === 1) };
});

/**
 * Returns the width, in dots, of the widest module with which the bars and quiet zones fit in
 * `widthMm`; 0 when even the narrowest module does not fit.
 *
 * @param mostMm Largest width of a module.
 */
export function barModuleDots(
  modules: number,
  widthMm: number,
  dpi: Dpi,
  mostMm: number = MAX_MODULE_MM,
): number {
  const dotsPerMm = dotsPerMmOf(dpi);
  const widest = Math.min(
    MAX_MODULE_DOTS,
    Math.floor(Math.min(mostMm, widthMm / (modules + 2 * QUIET_MODULES)) * dotsPerMm + 1e-6),
  );
  return widest / dotsPerMm >= MIN_MODULE_MM - 1e-6 ? widest : 0;
}

/**
 * Returns the dots per module of a Data Matrix that fits, with its quiet zone, in a square of
 * `widthMm`; 0 when the modules would be too small.
 *
 * @param mostMm Largest width of a module.
 */
export function matrixModuleDots(
  columns: number,
  widthMm: number,
  dpi: Dpi,
  mostMm: number,
): number {
  const dotsPerMm = dotsPerMmOf(dpi);
  const widest = Math.floor(
    Math.min(mostMm, widthMm / (columns + 2 * MATRIX_QUIET_MODULES)) * dotsPerMm + 1e-6,
  );
  return widest / dotsPerMm >= MIN_MATRIX_MODULE_MM ? widest : 0;
}
