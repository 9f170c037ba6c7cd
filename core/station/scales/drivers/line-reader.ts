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
 * @param options.pauseMs Longest pause inside a line, ms. A line with a longer one is dropped: the
 *   cable was pulled in its middle, and what came afterwards belongs to another line.
 * @returns Function that takes the next bytes.
 */
export function createLineReader(
  onLine: (line: string) => void,
  { pauseMs = Infinity, nowMs = () => performance.now() } = {},
): (bytes: Uint8Array) => void {
  let rest = "";
  let readAt = nowMs();
  let isTorn = false;
  const pass = (line: string): void => {
    if (line !== "" && !isTorn) onLine(line.slice(0, MAX_LINE));
    isTorn = false;
  };
  return (bytes) => {
    const now = nowMs();
    if (rest !== "" && now - readAt > pauseMs) isTorn = true;
    readAt = now;
    const text = rest + Buffer.from(bytes).toString("latin1");
    const parts = text.replaceAll(ETX, "\r").split(/[\r\n]/);
    rest = parts.pop() ?? "";
    for (const line of parts) pass(line);
    if (rest.length <= MAX_LINE) return;
    pass(rest);
    rest = "";
  };
}
