/**
 * The symbols of a label: how a text becomes modules, and how many dots a module may have. One
 * encoder for every format.
 */
import bwip from "bwip-js/node";
import type { Dpi } from "../labels.schema.ts";
import { dotsPerMm } from "../dots.ts";

/** Empty space each side of a Code128, in modules (ISO/IEC 15417). */
export const QUIET_MODULES = 10;
/**
 * Empty space around a Data Matrix, in modules: one more than ISO/IEC 16022 demands, since heat
 * spreads.
 */
export const MATRIX_QUIET_MODULES = 2;
/** Narrower modules do not scan well off a thermal label. */
const LEAST_MODULE_MM = 0.25;
/** Wider ones are no easier to scan, only longer. */
export const MOST_MODULE_MM = 0.5;
/** Of barcodes beside the parcel's: the two must not be confused when a label is scanned. */
export const MOST_SECOND_MODULE_MM = 0.38;
/** Of ^BY: a printer refuses a wider one, which at 600 dpi 0.5 mm would be. */
const MOST_MODULE_DOTS = 10;
const LEAST_MATRIX_MODULE_MM = 0.37;
export const MOST_MATRIX_MODULE_MM = 0.8;

export type Code128 = {
  /** Total modules, without quiet zones. */
  readonly modules: number;
  /** Bars as [first module, modules wide]. */
  readonly bars: readonly (readonly [number, number])[];
};

export type Matrix = { readonly columns: number; readonly cells: readonly boolean[] };

/** A label is measured several times; its symbols are encoded once. */
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
 * @returns The bars of the symbol, its start, check character and stop among them.
 * @throws Error when Code128 has no character for a part of the text.
 */
export const encodeCode128: (text: string) => Code128 = keeping((text) => {
  // `parse` would read "^065" as a character; off, every byte stands for itself.
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

/** @returns Whether symbols have characters for a text, which may not be empty. */
export function isEncodable(text: string): boolean {
  return /^[\x20-\x7e]+$/.test(text);
}

/**
 * A square Data Matrix (ECC 200), without its quiet zone: the smallest 2-D symbol that couriers'
 * scanners read.
 * @throws Error when the text is too long for one.
 */
export const encodeMatrix: (text: string) => Matrix = keeping((text) => {
  const symbol = bwip.raw({ bcid: "datamatrix", text, parse: false })[0];
  if (symbol === undefined || !("pixs" in symbol))
    throw new Error("the encoder gave no 2-D symbol");
  return { columns: symbol.pixx, cells: Array.from(symbol.pixs, (pixel) => pixel === 1) };
});

/**
 * A QR code of an address, without its quiet zone, at level M, which bears small damage.
 * @throws Error when the text is too long for one.
 */
export const encodeQr: (text: string) => Matrix = keeping((text) => {
  const symbol = bwip.raw({ bcid: "qrcode", text, parse: false })[0];
  if (symbol === undefined || !("pixs" in symbol)) throw new Error("the encoder gave no QR code");
  return { columns: symbol.pixx, cells: Array.from(symbol.pixs, (pixel) => pixel === 1) };
});

/**
 * @param mostMm No wider.
 * @returns Dots of the widest module that keeps the bars and their quiet zones within `widthMm`; 0
 *   when even the narrowest does not.
 */
export function barModuleDots(
  modules: number,
  widthMm: number,
  dpi: Dpi,
  mostMm: number = MOST_MODULE_MM,
): number {
  const dots = dotsPerMm(dpi);
  const widest = Math.min(
    MOST_MODULE_DOTS,
    Math.floor(Math.min(mostMm, widthMm / (modules + 2 * QUIET_MODULES)) * dots + 1e-6),
  );
  return widest / dots >= LEAST_MODULE_MM - 1e-6 ? widest : 0;
}

/**
 * @param mostMm No wider.
 * @returns Dots of a module of a Data Matrix that stands, with its quiet zone, in a square of
 *   `widthMm`; 0 when it would be too small.
 */
export function matrixModuleDots(
  columns: number,
  widthMm: number,
  dpi: Dpi,
  mostMm: number,
): number {
  const dots = dotsPerMm(dpi);
  const widest = Math.floor(
    Math.min(mostMm, widthMm / (columns + 2 * MATRIX_QUIET_MODULES)) * dots + 1e-6,
  );
  return widest / dots >= LEAST_MATRIX_MODULE_MM ? widest : 0;
}
