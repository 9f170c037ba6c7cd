/**
 * Writes our ZPL. Special characters in data are written as hex, so that no customer's name can
 * become a command, and every position is a whole dot. `check/read-our-zpl.ts` reads exactly this
 * output.
 */
import type { DotBox } from "./draw/canvas.ts";
import { PLAIN_SETTINGS, type BitmapEncoding, type PrintSettings } from "./print-settings.ts";
import { z64Data } from "./zpl-data.ts";
import { hexData } from "./zpl-hex.ts";

/**
 * Resets settings that other programs may have left in the printer: rotated, mirrored or inverted
 * print, other units, a shift, another origin, another orientation of fields.
 */
const RESET_COMMANDS = "^PON^PMN^LRN^MUD^FWN^LH0,0";

/**
 * Writes one label from its commands, printed once. Nothing is stored in the printer.
 *
 * @param size Dots.
 */
export function zplLabel(
  size: { readonly width: number; readonly height: number },
  commands: readonly string[],
  settings: PrintSettings = PLAIN_SETTINGS,
): Uint8Array {
  const { offset, darkness, speed } = settings;
  // ^LS shifts to the left.
  const shift = `^LS${offset.x === 0 ? 0 : -offset.x}^LT${offset.y}`;
  const press = `${darkness === undefined ? "" : `^MD${darkness}`}${speed === undefined ? "" : `^PR${speed}`}`;
  return new TextEncoder().encode(
    `^XA^CI28${RESET_COMMANDS}${shift}${press}^PW${size.width}^LL${size.height}^PQ1\n${commands.map((command) => `${command}\n`).join("")}^XZ\n`,
  );
}

/**
 * Writes a field's data: letters, digits and a few characters stay readable; the remaining bytes of
 * the UTF-8 text are written as hex.
 */
function zplField(data: string): string {
  let out = "";
  for (const byte of new TextEncoder().encode(data)) {
    const character = String.fromCharCode(byte);
    out += /[0-9A-Za-z .,:/-]/.test(character)
      ? character
      : `_${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return `^FH_^FD${out}^FS`;
}

/**
 * Writes a filled box. The thickness is the box's smaller side, because thicker lines would be
 * drawn outside the box.
 */
export function zplBox(box: DotBox): string {
  return `^FO${box.x},${box.y}^GB${box.width},${box.height},${Math.min(box.width, box.height)}^FS`;
}

/**
 * Writes a comment, which printers ignore: the bitmap contains a 2-D symbol in this box. The check
 * uses the comment to read the symbol.
 *
 * @param box Box of the symbol's modules, without the quiet zone.
 */
export function zplMatrixNote(box: DotBox): string {
  return `^FXmatrix ${box.x},${box.y},${box.width},${box.height}^FS`;
}

/**
 * A comment, which printers ignore: the label has no 2-D symbol. Every label has either this note
 * or a note of its symbol, so that no symbol is overlooked.
 */
export const ZPL_NO_MATRIX_NOTE = "^FXmatrix none^FS";

/**
 * Writes a comment, which printers ignore: boxes are drawn here as the bars of a Code 128.
 *
 * @param box Box of the symbol's bars, without the quiet zones.
 */
export function zplBarsNote(box: DotBox, moduleDots: number): string {
  return `^FXbars ${box.x},${box.y},${box.width},${box.height},${moduleDots}^FS`;
}

/**
 * Writes a Code 128 in automatic mode, without the printer's text line. `^BY`'s ratio is for other
 * symbols, but is required.
 */
export function zplCode128(
  at: {
    readonly x: number;
    readonly y: number;
    readonly height: number;
    readonly moduleDots: number;
  },
  data: string,
): string {
  return `^FO${at.x},${at.y}^BY${at.moduleDots},3,${at.height}^BCN,${at.height},N,N,N,A${zplField(data)}`;
}

/**
 * Writes a bitmap, compressed.
 *
 * @param rows One bit per dot, 1 = black, each row padded to whole bytes with 0.
 */
export function zplGraphic(
  at: { readonly x: number; readonly y: number },
  rows: Uint8Array,
  bytesPerRow: number,
  encoding: BitmapEncoding = "z64",
): string {
  const data = encoding === "z64" ? z64Data(rows) : hexData(rows, bytesPerRow);
  return `^FO${at.x},${at.y}^GFA,${rows.length},${rows.length},${bytesPerRow},${data}^FS`;
}
