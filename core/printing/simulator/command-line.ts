/** One line of a printer's commands, as TSPL and EPL have them. */
import type { Command } from "./printer-stream.ts";

/** Lines of commands are short; what is longer is none. */
const LONGEST_LINE = 400;

/**
 * @param read Says what a line without its end is; undefined for none of the language.
 * @returns The blanks at the start of the buffer, or the line there; `more` when its end has not
 *   arrived.
 */
export function lineAt(
  buffer: Buffer,
  read: (line: string) => Omit<Exclude<Command, "more">, "bytes"> | undefined,
): Command {
  const blanks = /^[\r\n\t ]+/.exec(buffer.toString("latin1", 0, LONGEST_LINE))?.[0].length ?? 0;
  if (blanks > 0) return { bytes: blanks, kind: "blank" };
  const end = buffer.subarray(0, LONGEST_LINE).indexOf("\n");
  if (end < 0)
    return buffer.length < LONGEST_LINE ? "more" : { bytes: LONGEST_LINE, kind: "garbage" };
  const command = read(buffer.toString("latin1", 0, end).trimEnd());
  return { kind: "garbage", ...command, bytes: end + 1 };
}
