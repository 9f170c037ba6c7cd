import { describe, expect, it } from "vitest";
import {
  faultOf,
  isIdle,
  parseHostStatus,
} from "../../../../core/printing/languages/zpl-status.ts";
import {
  behaviourSchema,
  hostStatusAnswer,
} from "../../../../core/printing/simulator/behaviour.ts";

const framed = (...lines: string[]): string =>
  lines.map((line) => `\u0002${line}\u0003\r\n`).join("");
const FIRST = "030,0,0,1245,000,0,0,0,000,0,0,0";
const SECOND = "000,0,0,0,0,2,4,0,00000000,1,000";
const THIRD = "1234,0";
const READY = {
  paperOut: false,
  paused: false,
  formatsInBuffer: 0,
  bufferFull: false,
  partialFormat: false,
  corruptRAM: false,
  underTemperature: false,
  overTemperature: false,
  headOpen: false,
  ribbonOut: false,
  labelWaiting: false,
  labelsRemaining: 0,
};

describe("parseHostStatus", () => {
  it("each state that the strings report is read", () => {
    expect(parseHostStatus(framed(FIRST, SECOND, THIRD))).toMatchObject(READY);
    const cases = [
      ["030,1,0,1245,000,0,0,0,000,0,0,0", SECOND, { paperOut: true }],
      ["030,0,1,1245,000,0,0,0,000,0,0,0", SECOND, { paused: true }],
      ["030,0,0,1245,012,0,0,0,000,0,0,0", SECOND, { formatsInBuffer: 12 }],
      ["030,0,0,1245,000,1,0,0,000,0,0,0", SECOND, { bufferFull: true }],
      ["030,0,0,1245,000,0,0,1,000,0,0,0", SECOND, { partialFormat: true }],
      ["030,0,0,1245,000,0,0,0,000,1,0,0", SECOND, { corruptRAM: true }],
      ["030,0,0,1245,000,0,0,0,000,0,1,0", SECOND, { underTemperature: true }],
      ["030,0,0,1245,000,0,0,0,000,0,0,1", SECOND, { overTemperature: true }],
      [FIRST, "000,0,1,0,0,2,4,0,00000000,1,000", { headOpen: true }],
      [FIRST, "000,0,0,1,1,2,4,0,00000000,1,000", { ribbonOut: true }],
      [FIRST, "000,0,0,0,0,2,4,1,00000000,1,000", { labelWaiting: true }],
      [FIRST, "000,0,0,0,0,2,4,0,00000123,1,000", { labelsRemaining: 123 }],
    ] as const;
    for (const [first, second, expected] of cases)
      expect(parseHostStatus(framed(first, second, THIRD))).toMatchObject({
        ...READY,
        ...expected,
      });
  });

  it("a printer without a ribbon mechanism is not out of ribbon", () => {
    expect(parseHostStatus(framed(FIRST, "000,0,0,1,0,2,4,0,00000000,1,000", THIRD))).toMatchObject(
      READY,
    );
  });

  it("an incomplete answer is awaited, and a whole answer is found after earlier text", () => {
    const whole = framed(FIRST, SECOND, THIRD);
    for (let length = 0; length < whole.indexOf("1234,0\u0003") + 7; length++)
      expect(parseHostStatus(whole.slice(0, length))).toBeUndefined();
    expect(parseHostStatus(`noise\u0003\u0002x\u0003${whole}`)).toMatchObject(READY);
  });

  it("an answer of another format is undefined", () => {
    expect(parseHostStatus(framed("030,0,0", SECOND, THIRD))).toBeUndefined();
    expect(parseHostStatus(framed(FIRST, "a,0,0,0,0,2,4,0,x,1,000", THIRD))).toBeUndefined();
    expect(parseHostStatus("HTTP/1.1 400 Bad Request\r\n\r\n")).toBeUndefined();
  });

  it("the simulator's answer is read in six of its modes", () => {
    const faults = (mode: string): unknown =>
      faultOf(
        parseHostStatus(hostStatusAnswer(behaviourSchema.parse({ mode }), 2, false, 1200)) ?? READY,
      )?.reason;
    expect(["ok", "paper out", "head open", "paused", "slow", "lies"].map(faults)).toEqual([
      undefined,
      "paper out",
      "head open",
      "paused",
      undefined,
      undefined,
    ]);
    expect(
      isIdle(
        parseHostStatus(
          hostStatusAnswer(behaviourSchema.parse({ mode: "slow" }), 2, false, 1200),
        ) ?? READY,
      ),
    ).toBe(false);
  });
});
