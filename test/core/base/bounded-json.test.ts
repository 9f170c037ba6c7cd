/** @module-tag alone */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { measureJson, parseBounded } from "../../../core/base/bounded-json.ts";

const LIMITS = { bytes: 1_000_000, depth: 3, values: 10 };
const parse = (text: string): unknown => parseBounded(text, z.unknown(), "the note", LIMITS);

describe("JSON of another program", () => {
  it("JSON is parsed within its limits, which do not count brackets and commas inside strings", () => {
    const value = { a: '[[[[[{{{{,,,,,,,,,,,,,,"\\', 'b"': [[1, 2]], c: "\\" };
    expect(parse(JSON.stringify(value))).toEqual(value);
  });

  it.each([
    [
      "nested hundreds of thousands of levels deep",
      `${"[".repeat(900_000)}`,
      "the note is nested deeper than 3 levels",
    ],
    [
      "nested deep behind an escaped quote",
      `["\\"",[[[[`,
      "the note is nested deeper than 3 levels",
    ],
    [
      "nested deep behind escaped slashes",
      `["\\\\",[[[[`,
      "the note is nested deeper than 3 levels",
    ],
    ["with too many values", `[${"1,".repeat(20)}1]`, "the note has more than 10 values"],
    ["with too many bytes", `"${"ş".repeat(600_000)}"`, "the note has more than 1000000 bytes"],
    ["cut off in a string", `["a`, "the note is not JSON"],
  ])("JSON %s is rejected", (_what, text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  it("measuring eight million characters of JSON takes less than 250 ms", () => {
    const timeOf = (n: number): number => {
      const text = `["${"\\\\".repeat(n)}",[[[[${'\\"'.repeat(n)}`;
      const begun = performance.now();
      measureJson(text, LIMITS);
      return performance.now() - begun;
    };
    timeOf(100_000);
    expect(timeOf(2_000_000)).toBeLessThan(250);
  });
});
