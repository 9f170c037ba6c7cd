/** Splits what a device sends into lines, and bounds what a device without line ends can store. */

/** Longest line, characters; the rest of a longer line is dropped. */
const MAX_LINE = 256;
/** End of text, which some scales send instead of an end of line. */
const ETX = "\u0003";

/**
 * Creates a reader of lines.
 *
 * @param onLine Called with each line that is not empty, without its end. Bytes are Latin-1
 *   characters.
 * @returns Function that takes the next bytes.
 */
export function createLineReader(onLine: (line: string) => void): (bytes: Uint8Array) => void {
  let rest = "";
  return (bytes) => {
    const text = rest + Buffer.from(bytes).toString("latin1");
    const parts = text.replaceAll(ETX, "\r").split(/[\r\n]/);
    rest = parts.pop() ?? "";
    for (const line of parts) if (line !== "") onLine(line.slice(0, MAX_LINE));
    if (rest.length <= MAX_LINE) return;
    onLine(rest.slice(0, MAX_LINE));
    rest = "";
  };
}
