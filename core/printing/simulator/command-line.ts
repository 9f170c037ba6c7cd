/** Reads one command line of a printer language, as in TSPL and EPL. */
import type { Command } from "./printer-stream.ts";

/** Longest command line, in bytes; longer lines count as garbage. */
const LONGEST_LINE = 400;

/**
 * Reads what the buffer starts with: blanks, a command or garbage; `more` while the command's line
 * end has not arrived.
 *
 * @param read Interprets a line without its line end; undefined when it is not a command.
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
