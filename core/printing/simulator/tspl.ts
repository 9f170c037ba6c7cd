/**
 * TSPL, as TSC and many other makes have it: the commands for labels that are one picture, and
 * settings.
 */
import { MAX_COPIES, type Command, type CommandLanguage } from "./printer-stream.ts";
import type { Drawing } from "./paint-drawings.ts";
import { lineAt } from "./command-line.ts";

const BITMAP =
  /^BITMAP\s+(-?\d{1,5})\s*,\s*(-?\d{1,5})\s*,\s*(\d{1,4})\s*,\s*(\d{1,5})\s*,\s*([012])\s*,/i;
const MODES = ["overwrite", "or", "xor"] as const;
/** Longest command head before the bytes of a picture. */
const LONGEST_HEAD = 80;
const STATUS = Buffer.from("\x1b!?", "latin1");
const SIZE = /^SIZE\s+([\d.]+)\s*(mm|dot)?(?:\s*,\s*([\d.]+)\s*(mm|dot)?)?$/i;
const PRINT = /^PRINT\s+(\d{1,9})(?:\s*,\s*(\d{1,9}))?$/i;
const REFERENCE = /^REFERENCE\s+(\d{1,5})\s*,\s*(\d{1,5})$/i;
const SETTINGS =
  /^(?:GAP|BLINE|OFFSET|SPEED|DENSITY|DIRECTION|SHIFT|CODEPAGE|COUNTRY|LIMITFEED|SET\s+\w+|SOUND|HOME)(?:\s+[-\w.,\s"]*)?$/i;
const MM_PER_INCH = 25.4;

export const tspl: CommandLanguage = {
  read(buffer) {
    if (buffer[0] === STATUS[0]) return statusAt(buffer);
    if (/^BITMAP/i.test(buffer.toString("latin1", 0, 6))) return pictureAt(buffer);
    return lineAt(buffer, commandOf);
  },
};

function statusAt(buffer: Buffer): Command {
  if (buffer.length < STATUS.length)
    return STATUS.subarray(0, buffer.length).equals(buffer)
      ? "more"
      : { bytes: 1, kind: "garbage" };
  return buffer.subarray(0, STATUS.length).equals(STATUS)
    ? { bytes: STATUS.length, kind: "query", query: "status byte" }
    : { bytes: 1, kind: "garbage" };
}

function pictureAt(buffer: Buffer): Command {
  const found = BITMAP.exec(buffer.toString("latin1", 0, LONGEST_HEAD));
  if (found === null)
    return buffer.length < LONGEST_HEAD && !buffer.includes("\n")
      ? "more"
      : lineAt(buffer, () => undefined);
  const [head, x, y, bytesPerRow, height, mode] = found;
  const length = head.length + Number(bytesPerRow) * Number(height);
  if (buffer.length < length) return "more";
  const drawing: Drawing = {
    does: "picture",
    x: Number(x),
    y: Number(y),
    bytesPerRow: Number(bytesPerRow),
    rows: buffer.subarray(head.length, length),
    mode: MODES[Number(mode)] ?? "overwrite",
  };
  return { bytes: length, kind: "known", drawing };
}

function commandOf(line: string): Omit<Exclude<Command, "more">, "bytes"> | undefined {
  const print = PRINT.exec(line);
  if (print !== null)
    return {
      kind: "print",
      copies: Math.min(MAX_COPIES, Math.max(1, Number(print[1]) * Number(print[2] ?? 1))),
    };
  const size = SIZE.exec(line);
  if (size !== null) return { kind: "known", drawing: sizeFrom(size) };
  const reference = REFERENCE.exec(line);
  if (reference !== null)
    return {
      kind: "known",
      drawing: { does: "origin", x: Number(reference[1]), y: Number(reference[2]) },
    };
  if (/^CLS$/i.test(line)) return { kind: "known", drawing: { does: "clear" } };
  return SETTINGS.test(line) ? { kind: "known" } : undefined;
}

/** Reads a SIZE command. Without a unit its numbers are inches. */
function sizeFrom([, width, unit, height]: RegExpExecArray): Drawing {
  if (unit?.toLowerCase() === "dot")
    return {
      does: "size",
      width: Number(width),
      height: height === undefined ? undefined : Number(height),
    };
  const factor = unit === undefined ? MM_PER_INCH : 1;
  return {
    does: "size in mm",
    widthMm: Number(width) * factor,
    heightMm: height === undefined ? undefined : Number(height) * factor,
  };
}
