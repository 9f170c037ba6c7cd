/** Formats of scales: lines at a serial port, and reports of USB scales. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseHidReport } from "../../../../core/station/scales/hid-report.ts";
import { askOf, lineParser } from "../../../../core/station/scales/parse-line.ts";
import { FORMATS, type FormatName } from "../../../../core/station/scales/scales.schema.ts";
import { toledoFrame } from "../../../../core/station/scales/simulator/frames.ts";

const setUp = (format: FormatName, pattern: string | null = null) =>
  ({ format, pattern, unit: "kg", ask: null }) as const;
const parse = (format: FormatName, line: string, pattern?: string) =>
  lineParser(setUp(format, pattern))(line);
const grams = (value: number, isStable: boolean | null = true) => ({
  kind: "weight",
  grams: value,
  isStable,
});

describe("the format of A&D, CAS and many indicators", () => {
  it.each([
    ["ST,GS,+001.234kg", grams(1_234)],
    ["ST,NT,+  1.234 kg", grams(1_234)],
    ["ST,+00001.2  g", grams(1)],
    ["ST,GS,\u0031\u00c4, 00013.5 kg", grams(13_500)],
    ["US,GS,   12.5 kg", grams(12_500, false)],
    ["ST,GS,-000.040kg", grams(-40)],
    ["ST,GS,+002.720lb", { kind: "otherUnit", unit: "lb" }],
    ["OL,GS,+999999kg", { kind: "overloaded" }],
    ["OL", { kind: "overloaded" }],
    ["ST,GS,        kg", undefined],
    ["XX,GS,+001.234kg", undefined],
    ["OL,+9999999E+19", { kind: "overloaded" }],
    ["", undefined],
    // A tare is no parcel's weight.
    ["ST,TR,+000.250kg", undefined],
    ["ST,PT,+000.250kg", undefined],
    // A decimal comma, also behind the lamps of CAS.
    ["ST,NT,+0,5kg", grams(500)],
    ["ST,GS, 1,234kg", grams(1_234)],
    ["ST,GS,+0,950kg", grams(950)],
    ["ST,GS,+0001,234kg", grams(1_234)],
    ["ST,GS,1\u00c4, 0013,5 kg", grams(13_500)],
    // A comma that may separate thousands, a cut line, and characters of no weight.
    ["ST,GS, 1,234 g", undefined],
    ["ST,GS,+1,234.5 g", undefined],
    ["ST,GS,+1,234,567 g", undefined],
    ["ST,GS,+0012", undefined],
    ["ST,GS,+00", undefined],
    ["ST,GS, 2.50 #", undefined],
    ["ST,GS,+1.23 4kg", undefined],
    ["ST,GS,+001.2ST,GS,+001.234kg", undefined],
  ])("reads %j", (line, reading) => {
    expect(parse("st", line)).toEqual(reading);
  });
});

describe("SICS", () => {
  it.each([
    ["S S     1.234 kg", grams(1_234)],
    ["S D     1.2 kg", grams(1_200, false)],
    ["S S   -100.00 g", grams(-100)],
    ["S S      2.50 lb", { kind: "otherUnit", unit: "lb" }],
    ["S I", { kind: "moving" }],
    ["S +", { kind: "overloaded" }],
    ["S -", { kind: "negative" }],
    ["ES", undefined],
    ["S S     1,234 kg", undefined],
    ["S S     1.23", undefined],
    ["S S     1.234 #", undefined],
    ["S S     1.2S S     1.234 kg", undefined],
    ["S +1.234 kg", undefined],
  ])("reads %j", (line, reading) => {
    expect(parse("sics", line)).toEqual(reading);
  });

  it("is asked by SI, and the other formats are not asked", () => {
    expect(askOf(setUp("sics"))).toBe("SI\r\n");
    expect(askOf(setUp("st"))).toBe(null);
    expect(askOf({ ...setUp("own", "x"), ask: "W\r" })).toBe("W\r");
  });
});

describe("the continuous format of Toledo", () => {
  it("reads weights, motion, signs and units", () => {
    const frame = (change: object) =>
      parse("toledo", toledoFrame({ grams: 1_234, state: "stable", unit: "kg", ...change }));
    expect(frame({})).toEqual(grams(1_234));
    expect(frame({ state: "moving" })).toEqual(grams(1_234, false));
    expect(frame({ grams: -40 })).toEqual(grams(-40));
    expect(frame({ state: "overloaded" })).toEqual({ kind: "overloaded" });
    expect(frame({ unit: "lb" })).toEqual({ kind: "otherUnit", unit: "lb" });
  });

  it("reads the short form, a frame behind the checksum of another, and characters with parity", () => {
    expect(parse("toledo", "\u0002-0   1234")).toEqual(grams(1_234));
    expect(parse("toledo", "k\u0002-0   1234000000")).toEqual(grams(1_234));
    expect(parse("toledo", "\u0082\u00ad0 00\u00b1234000000")).toEqual(grams(1_234));
    expect(parse("toledo", "\u0002-0 12")).toBeUndefined();
    expect(parse("toledo", "-0   1234")).toBeUndefined();
    expect(parse("toledo", "\u0002-0 1,234")).toBeUndefined();
    expect(parse("toledo", "\u0002-0      ")).toBeUndefined();
  });
});

describe("other formats", () => {
  it.each([
    ["+   1.234 kg", grams(1_234, null)],
    ["  001,50", grams(1_500, null)],
    ["- 12 g", grams(-12, null)],
    ["7 oz", { kind: "otherUnit", unit: "oz" }],
    ["weight 7", undefined],
    ["99999999999", undefined],
    ["1,000 kg", grams(1_000, null)],
    ["0,950 g", grams(1, null)],
    ["1,234 g", undefined],
    ["1,234.5 g", undefined],
    ["1.234,5 g", undefined],
    ["2.50 #", undefined],
    ["1.2 1.234 kg", undefined],
  ])("a number alone: reads %j", (line, reading) => {
    expect(parse("number", line)).toEqual(reading);
  });

  it("a pattern that a person wrote reads its groups", () => {
    const own = String.raw`^(?<state>[SM])[GN]/W\s*(?<sign>[+-])?\s*(?<weight>[\d.]+)(?<unit>\w+)`;
    expect(parse("own", "SN/W - 1.50kg", own)).toEqual(grams(-1_500));
    expect(parse("own", "MG/W + 150g", own)).toEqual(grams(150, false));
    expect(parse("own", "constructor", String.raw`(?<state>\w+)`)).toEqual({ kind: "moving" });
  });

  it("a pattern that a person wrote reads no part of a number", () => {
    const own = String.raw`(?<weight>\d+\.?\d*)\s*(?<unit>[a-z]*)`;
    expect(parse("own", "net 1.234 kg", own)).toEqual(grams(1_234, null));
    expect(parse("own", "1,234 kg", own)).toBeUndefined();
    expect(parse("own", "net 1.234.567", own)).toBeUndefined();
    const atEnd = String.raw`(?<weight>\d+) (?<unit>k?g)$`;
    expect(parse("own", "1,234 g", atEnd)).toBeUndefined();
    expect(parse("own", "7;950 g", atEnd)).toEqual(grams(950, null));
    const fields = String.raw`^ID\d,(?<weight>\d{3})`;
    expect(parse("own", "ID7,01299999", fields)).toEqual(grams(12_000, null));
  });

  it("no beginning of a line with a unit is read as a weight", () => {
    for (const [format, line] of [
      ["st", "ST,GS,+012.345kg"],
      ["st", "ST,GS,1\u00c4, 00013.5 kg"],
      ["sics", "S S     1.234 kg"],
    ] as const)
      for (let end = 0; end < line.length; end++)
        expect(parse(format, line.slice(0, end))?.kind).not.toBe("weight");
  });

  it("no format throws for any text, and each weight is a whole number of grams", () => {
    fc.assert(
      fc.property(fc.constantFrom(...FORMATS), fc.string({ unit: "binary" }), (format, line) => {
        const reading = parse(format, line, "(?<weight>[^ ]*)(?<unit>.*)");
        if (reading?.kind === "weight") expect(Number.isSafeInteger(reading.grams)).toBe(true);
      }),
    );
  });

  it("every weight that an indicator writes is read to the gram", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), (value) => {
        const text = `${Math.floor(value / 1_000)}.${String(value % 1_000).padStart(3, "0")}`;
        expect(parse("st", `ST,GS,+${text.padStart(7, "0")}kg`)).toEqual(grams(value));
        expect(parse("sics", `S S ${text} kg`)).toEqual(grams(value));
        expect(parse("toledo", toledoFrame({ grams: value, state: "stable", unit: "kg" }))).toEqual(
          grams(value),
        );
      }),
    );
  });
});

describe("reports of USB scales", () => {
  it.each([
    // A DYMO M25 in grams and in ounces, and reports of the standard.
    [[3, 4, 2, 0, 0x2c, 0x01], grams(300)],
    [[3, 2, 2, 0, 0, 0], grams(0)],
    [[3, 4, 3, 0xfd, 0xd2, 0x04], grams(1_234)],
    [[3, 4, 2, 1, 0x0a, 0], grams(100)],
    [[3, 4, 11, 0xff, 0x69, 0], { kind: "otherUnit", unit: "oz" }],
    [[3, 4, 12, 0xfe, 0x69, 0], { kind: "otherUnit", unit: "lb" }],
    [[3, 3, 2, 0, 0x2c, 0x01], { kind: "moving" }],
    [[3, 5, 2, 0, 40, 0], { kind: "negative" }],
    [[3, 6, 2, 0, 0, 0], { kind: "overloaded" }],
    [[3, 1, 2, 0, 0, 0], { kind: "fault" }],
    [[3, 7, 2, 0, 0, 0], { kind: "fault" }],
    [[3, 8, 2, 0, 0, 0], { kind: "fault" }],
    [[3, 4, 0, 0, 1, 0], undefined],
    [[3, 9, 2, 0, 1, 0], undefined],
    [[4, 4, 2, 0, 1, 0], undefined],
    [[3, 4, 2], undefined],
    [[], undefined],
  ])("reads %j", (report, reading) => {
    expect(parseHidReport(Uint8Array.from(report))).toEqual(reading);
  });

  it("no report throws", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 10 }), (report) => {
        const reading = parseHidReport(report);
        if (reading?.kind === "weight") expect(Number.isSafeInteger(reading.grams)).toBe(true);
      }),
    );
  });
});
