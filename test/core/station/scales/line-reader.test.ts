/** Lines of a scale whose cable is pulled in the middle of a line. */
import { expect, it } from "vitest";
import { createLineReader } from "../../../../core/station/scales/drivers/line-reader.ts";

/** Reads parts, each `afterMs` after the one before. */
function linesOf(parts: readonly (readonly [afterMs: number, text: string])[]): string[] {
  const lines: string[] = [];
  let now = 0;
  const read = createLineReader((line) => lines.push(line), { pauseMs: 1_000, nowMs: () => now });
  for (const [afterMs, text] of parts) {
    now += afterMs;
    read(Buffer.from(text, "latin1"));
  }
  return lines;
}

it("half a line from before a pulled cable joins no later line, and the next whole line is read", () => {
  expect(
    linesOf([
      [0, "1200 g\r\n12"],
      [3_000, "0500 g\r\n"],
      [200, "500 g\r\n"],
    ]),
  ).toEqual(["1200 g", "500 g"]);
});

it("a line that comes slowly is read whole, however long nothing came before it", () => {
  expect(
    linesOf([
      [0, "1200 g\r\n"],
      [60_000, "12"],
      [900, "00 "],
      [900, "g\r"],
    ]),
  ).toEqual(["1200 g", "1200 g"]);
});
