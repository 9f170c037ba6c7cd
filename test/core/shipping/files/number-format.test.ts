import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findNumberFormat, readNumber } from "../../../../core/shipping/files/number-format.ts";

describe("the format of a column of numbers", () => {
  it.each([
    [["1.250,00"], ","],
    [["1250.00", "3"], "."],
    [["1,250.00"], "."],
    [["1.250", "99,90"], ","],
    [["1.250", "99.90"], "."],
    [["0.750", "1.250"], "."],
    [["1250.125"], "."],
    [["1.250.000"], ","],
    [["12.5", "12,5"], undefined],
    [["1.250", "3.500", "100"], undefined],
    [["", "150", "x"], undefined],
  ])("the format of %j is %s", (values, format) => {
    expect(findNumberFormat(values)).toBe(format);
  });

  it.each([
    ["150", undefined, "150"],
    ["1.250,00", undefined, "1250.00"],
    ["1,250.00", ",", "1250.00"],
    ["12,5", ".", "12.5"],
    ["0,750", undefined, "0.750"],
    ["1.250", ",", "1250"],
    ["1.250", ".", "1.250"],
    ["1,250", ".", "1250"],
  ] as const)("the number %s in a column of the format %s is %s", (text, format, number) => {
    expect(readNumber(text, format)).toEqual({ kind: "number", text: number });
  });

  it("both readings are listed when the column is ambiguous", () => {
    expect([readNumber("1.250", undefined), readNumber("3,505", undefined)]).toEqual([
      { kind: "ambiguous", readings: ["1250.00", "1.25"] },
      { kind: "ambiguous", readings: ["3505.00", "3.5050"] },
    ]);
    expect(["3505.00", "3.5050"].map((reading) => readNumber(reading, undefined).kind)).toEqual([
      "number",
      "number",
    ]);
  });

  it.each(["", "-5", "1.25.000", "1.250,00,1", "1..5", "5,", ".5", "1e3", "abc"])(
    "the text %j is not a number",
    (text) => {
      expect(readNumber(text, ",")).toEqual({ kind: "none" });
    },
  );

  it("every amount with two decimals is read back in each format", () => {
    const amount = fc.integer({ min: 0, max: 99_999_999_999 });
    fc.assert(
      fc.property(
        amount,
        fc.constantFrom(["", "."], ["", ","], [".", ","], [",", "."]),
        (cents, [group = "", sign = "."]) => {
          const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, group);
          const fraction = String(cents % 100).padStart(2, "0");
          const text = `${whole}${sign}${fraction}`;
          expect(readNumber(text, findNumberFormat([text]))).toEqual({
            kind: "number",
            text: `${Math.floor(cents / 100)}.${fraction}`,
          });
        },
      ),
    );
  });
});
