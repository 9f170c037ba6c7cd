/**
 * Parser for exactly the ZPL that `../zpl.ts` writes. Any other command, parameter, order or
 * character ends the parsing, because unknown ZPL cannot be judged. Draws nothing.
 */
import type { DotBox } from "../draw/canvas.ts";
import { readZ64 } from "../zpl-data.ts";
import { readHex } from "../zpl-hex.ts";
import type { PrintSettings } from "../print-settings.ts";
import type { LabelFault } from "./check-report.ts";

export type GraphicField = {
  readonly kind: "graphic";
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly bytesPerRow: number;
  readonly rows: Uint8Array;
};
type BoxField = { readonly kind: "box" } & DotBox;
export type Code128Field = {
  readonly kind: "code128";
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly moduleDots: number;
  readonly text: string;
};
/**
 * Notes that printers ignore: a bitmap contains a 2-D symbol in this box (`matrix`), or a Code 128
 * (`bars`).
 */
export type MatrixNote = { readonly kind: "matrix" } & DotBox;
export type BarsNote = { readonly kind: "bars"; readonly moduleDots: number } & DotBox;
/** A note that the label has no 2-D symbol. */
type NoMatrixNote = { readonly kind: "no matrix" };
export type ZplField =
  | GraphicField
  | BoxField
  | Code128Field
  | MatrixNote
  | NoMatrixNote
  | BarsNote;

export type OurZpl = {
  /** Dots. */
  readonly size: { readonly width: number; readonly height: number };
  readonly settings: Pick<PrintSettings, "offset" | "darkness" | "speed">;
  /** Fields in the order in which they are printed. */
  readonly fields: readonly ZplField[];
};

const N = "(0|[1-9]\\d{0,4})";
const SIGNED = "(0|-?[1-9]\\d{0,3})";
const PREAMBLE = new RegExp(
  `\\^XA\\^CI28\\^PON\\^PMN\\^LRN\\^MUD\\^FWN\\^LH0,0\\^LS${SIGNED}\\^LT${SIGNED}(?:\\^MD${SIGNED})?(?:\\^PR([1-9]\\d?))?\\^PW${N}\\^LL${N}\\^PQ1\\n`,
  "y",
);
const GRAPHIC = new RegExp(
  `\\^FO${N},${N}\\^GFA,([1-9]\\d{0,8}),([1-9]\\d{0,8}),([1-9]\\d{0,4}),`,
  "y",
);
const BOX = new RegExp(`\\^FO${N},${N}\\^GB${N},${N},${N}\\^FS\\n`, "y");
const CODE128 = new RegExp(
  `\\^FO${N},${N}\\^BY([1-9]|10),3,${N}\\^BCN,${N},N,N,N,A\\^FH_\\^FD((?:[0-9A-Za-z .,:/-]|_[0-9A-F]{2})+)\\^FS\\n`,
  "y",
);
const NO_MATRIX = /\^FXmatrix none\^FS\n/y;
const MATRIX = new RegExp(`\\^FXmatrix ${N},${N},${N},${N}\\^FS\\n`, "y");
const BARS = new RegExp(`\\^FXbars ${N},${N},${N},${N},([1-9]|10)\\^FS\\n`, "y");
const END = /\^XZ\n$/y;
/** Commands that change how the whole label is printed. The error names the command. */
const TURNED = /\^(?:PO[^N]|PM[^N]|LR[^N]|FW[^N]|MU[^D])/;
/** Largest side of a label, so that a few bytes cannot make the reader allocate a gigabyte. */
const MAX_DOTS = 30_000;
/**
 * Largest offset in each direction, the limit of ^LT. The same limit applies to the horizontal
 * shift.
 */
const MAX_SHIFT_DOTS = 120;
const MAX_DARKNESS = 30;
/** Inches per second. */
const MAX_SPEED = 14;

class UnknownZpl extends Error {}

/** Parses a label. Returns the fault when the label cannot be parsed. */
export function readOurZpl(zpl: Uint8Array): OurZpl | { readonly fault: LabelFault } {
  const text = Buffer.from(zpl.buffer, zpl.byteOffset, zpl.byteLength).toString("latin1");
  try {
    return readLabel(text);
  } catch (error) {
    if (!(error instanceof UnknownZpl)) throw error;
    const turned = TURNED.exec(text)?.[0];
    if (turned !== undefined)
      return {
        fault: {
          code: "orientation",
          message: `The label has the command ${turned}, which rotates or changes the whole print.`,
        },
      };
    return { fault: { code: "unknown", message: error.message } };
  }
}

function readLabel(text: string): OurZpl {
  const reading: Reading = { text, at: 0 };
  const { size, settings } = readHead(reading);
  const fields: ZplField[] = [];
  while (take(reading, END) === null) {
    const field =
      readBox(reading) ??
      readCode128(reading) ??
      readMatrix(reading) ??
      readNoMatrix(reading) ??
      readBars(reading) ??
      readGraphic(reading, size.width * size.height);
    if (field === undefined)
      throw new UnknownZpl(
        `The label has commands that this station does not write, starting at byte ${reading.at}.`,
      );
    fields.push(field);
  }
  return { size, settings, fields };
}

/** `at`: position of the next command. */
type Reading = { readonly text: string; at: number };

function take(reading: Reading, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = reading.at;
  const match = pattern.exec(reading.text);
  if (match !== null) reading.at = pattern.lastIndex;
  return match;
}

function readHead(reading: Reading): Pick<OurZpl, "size" | "settings"> {
  const head = take(reading, PREAMBLE);
  if (head === null)
    throw new UnknownZpl("The label does not start like the labels of this station.");
  const [shift = 0, down = 0, darkness, speed, width = 0, height = 0] = head.slice(1).map(numberOf);
  if (width === 0 || height === 0 || width > MAX_DOTS || height > MAX_DOTS)
    throw new UnknownZpl("The label has no size that can be printed.");
  const isWithin =
    Math.abs(shift) <= MAX_SHIFT_DOTS &&
    Math.abs(down) <= MAX_SHIFT_DOTS &&
    Math.abs(darkness ?? 0) <= MAX_DARKNESS &&
    (speed ?? 0) <= MAX_SPEED;
  if (!isWithin)
    throw new UnknownZpl(
      "The label has an offset, darkness or speed outside the limits of printers.",
    );
  return {
    size: { width, height },
    settings: {
      offset: { x: shift === 0 ? 0 : -shift, y: down },
      ...(darkness === undefined ? {} : { darkness }),
      ...(speed === undefined ? {} : { speed }),
    },
  };
}

function readGraphic(reading: Reading, dots: number): GraphicField | undefined {
  const match = take(reading, GRAPHIC);
  if (match === null) return undefined;
  const [x = 0, y = 0, total = 0, sent = 0, bytesPerRow = 1] = match.slice(1).map(numberOf);
  const end = reading.text.indexOf("^FS\n", reading.at);
  // A bitmap with more bytes than the label has dots is not ours, even if each row is padded to a
  // whole byte.
  if (end < 0 || total !== sent || total % bytesPerRow !== 0 || total > dots)
    throw new UnknownZpl(`A bitmap at ${x},${y} does not have the size that it states.`);
  const data = reading.text.slice(reading.at, end);
  const rows = data.startsWith(":") ? readZ64(data, total) : readHex(data, total, bytesPerRow);
  if (rows === undefined) throw new UnknownZpl(`A bitmap at ${x},${y} is damaged.`);
  reading.at = end + "^FS\n".length;
  return { kind: "graphic", x, y, height: total / bytesPerRow, bytesPerRow, rows };
}

function readBox(reading: Reading): BoxField | undefined {
  const match = take(reading, BOX);
  if (match === null) return undefined;
  const [x = 0, y = 0, width = 0, height = 0, thickness = 0] = match.slice(1).map(numberOf);
  if (thickness === 0 || thickness !== Math.min(width, height))
    throw new UnknownZpl(`A box at ${x},${y} is not filled.`);
  return { kind: "box", x, y, width, height };
}

function readCode128(reading: Reading): Code128Field | undefined {
  const match = take(reading, CODE128);
  if (match === null) return undefined;
  const [x = 0, y = 0, moduleDots = 0, byHeight = 0, height = 0] = match.slice(1, 6).map(numberOf);
  if (height === 0 || height !== byHeight)
    throw new UnknownZpl(`A barcode at ${x},${y} has two heights.`);
  return { kind: "code128", x, y, height, moduleDots, text: readField(match[6] ?? "") };
}

function readMatrix(reading: Reading): MatrixNote | undefined {
  const match = take(reading, MATRIX);
  if (match === null) return undefined;
  const [x = 0, y = 0, width = 0, height = 0] = match.slice(1).map(numberOf);
  return { kind: "matrix", x, y, width, height };
}

function readNoMatrix(reading: Reading): NoMatrixNote | undefined {
  return take(reading, NO_MATRIX) === null ? undefined : { kind: "no matrix" };
}

function readBars(reading: Reading): BarsNote | undefined {
  const match = take(reading, BARS);
  if (match === null) return undefined;
  const [x = 0, y = 0, width = 0, height = 0, moduleDots = 0] = match.slice(1).map(numberOf);
  return { kind: "bars", x, y, width, height, moduleDots };
}

/** Decodes a field's data as UTF-8. */
function readField(data: string): string {
  const bytes = Buffer.from(
    data.replace(/_([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    "latin1",
  );
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UnknownZpl("A barcode's data is not UTF-8.");
  }
}

function numberOf(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}
