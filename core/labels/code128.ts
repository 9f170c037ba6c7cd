/** The Code128 symbol of a barcode, and how wide its modules may be. One encoder for PDF, PNG and the room kept in ZPL. */
import bwip from "bwip-js/node";
import { AppError } from "../base/errors.ts";

/** Empty space each side, in modules (ISO/IEC 15417). */
export const QUIET_MODULES = 10;
/** Narrower modules do not scan well off a thermal label. */
const LEAST_MODULE_MM = 0.165;
/** Wider ones are no easier to scan, only longer. */
const MOST_MODULE_MM = 0.5;
/** Of ^BY: a printer refuses a wider one, which at 600 dpi 0.5 mm would be. */
const MOST_MODULE_DOTS = 10;

export type Code128 = {
  /** Total modules, without quiet zones. */
  readonly modules: number;
  /** Bars as [first module, modules wide]. */
  readonly bars: readonly (readonly [number, number])[];
};

/** @returns The bars of the symbol, its start, check character and stop among them. @throws Error when Code128 has no character for a part of the text. */
export function encodeCode128(text: string): Code128 {
  // `parse` would read "^065" as a character; off, every byte stands for itself.
  const symbol = bwip.raw({ bcid: "code128", text, parse: false })[0];
  if (symbol === undefined || !("sbs" in symbol)) throw new Error("the encoder gave no linear symbol");
  const bars: [number, number][] = [];
  let at = 0;
  symbol.sbs.forEach((width, i) => {
    if (i % 2 === 0) bars.push([at, width]);
    at += width;
  });
  return { modules: at, bars };
}

/**
 * The widest module that keeps the symbol and its quiet zones within `widthMm`, in whole dots.
 *
 * @param dotsPerMm Infinity for a page without dots (PDF).
 * @returns mm.
 * @throws AppError E1072 when the barcode is too long to be scanned off a label this wide at this density.
 */
export function moduleWidth(modules: number, widthMm: number, dotsPerMm: number): number {
  const room = Math.min(MOST_MODULE_MM, widthMm / (modules + 2 * QUIET_MODULES));
  const width = Number.isFinite(dotsPerMm) ? Math.min(MOST_MODULE_DOTS, Math.floor(room * dotsPerMm + 1e-9)) / dotsPerMm : room;
  if (width < LEAST_MODULE_MM) throw new AppError("E1072", "The barcode is too long for this label at this printer's density.", { modules });
  return width;
}
