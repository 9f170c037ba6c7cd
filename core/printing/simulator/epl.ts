/**
 * EPL2, as older Zebra and Eltron printers have it: the commands for labels that are one picture,
 * and settings. Commands are case-sensitive.
 */
import { MAX_COPIES, type Command, type CommandLanguage } from "./printer-stream.ts";
import { lineAt } from "./command-line.ts";

/** Zebra's manual allows a comma or a line end between the numbers and the bytes. */
const PICTURE = /^GW(\d{1,5}),(\d{1,5}),(\d{1,4}),(\d{1,5})(?:,|\r*\n)/;
/** Longest command head before the bytes of a picture. */
const LONGEST_HEAD = 40;
const PRINT = /^P(\d{1,5})?(?:,(\d{1,5}))?$/;
const SETTINGS =
  /^(?:S\d|D\d{1,2}|Z[TB]|J[FB]|O[A-Za-z\d,]*|I\d,\w+(?:,\w+)?|r[NYB]|f\d{1,3}|U[NSA]?|M\d+,\d+,\d+)$/;

export const epl: CommandLanguage = {
  read: (buffer) =>
    buffer.toString("latin1", 0, 2) === "GW" ? pictureAt(buffer) : lineAt(buffer, commandOf),
};

function pictureAt(buffer: Buffer): Command {
  const found = PICTURE.exec(buffer.toString("latin1", 0, LONGEST_HEAD));
  if (found === null)
    return buffer.length < LONGEST_HEAD && !buffer.includes("\n")
      ? "more"
      : lineAt(buffer, () => undefined);
  const [head, x, y, bytesPerRow, height] = found;
  const length = head.length + Number(bytesPerRow) * Number(height);
  if (buffer.length < length) return "more";
  return {
    bytes: length,
    kind: "known",
    drawing: {
      does: "picture",
      x: Number(x),
      y: Number(y),
      bytesPerRow: Number(bytesPerRow),
      rows: buffer.subarray(head.length, length),
      mode: "overwrite",
    },
  };
}

function commandOf(line: string): Omit<Exclude<Command, "more">, "bytes"> | undefined {
  const print = PRINT.exec(line);
  if (print !== null)
    return {
      kind: "print",
      copies: Math.min(MAX_COPIES, Math.max(1, Number(print[1] ?? 1) * Number(print[2] ?? 1))),
    };
  if (line === "N") return { kind: "known", drawing: { does: "clear" } };
  const number = (command: RegExp): number | undefined => toNumber(command.exec(line)?.[1]);
  const width = number(/^q(\d{1,5})$/);
  if (width !== undefined) return { kind: "known", drawing: { does: "size", width } };
  const height = number(/^Q(\d{1,5}),B?\d{1,5}(?:[+-]\d+)?$/);
  if (height !== undefined) return { kind: "known", drawing: { does: "size", height } };
  const origin = /^R(\d{1,5}),(\d{1,5})$/.exec(line);
  if (origin !== null)
    return {
      kind: "known",
      drawing: { does: "origin", x: Number(origin[1]), y: Number(origin[2]) },
    };
  return SETTINGS.test(line) ? { kind: "known" } : undefined;
}

function toNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
