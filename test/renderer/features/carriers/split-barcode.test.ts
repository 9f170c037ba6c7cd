/** Splitting barcodes, as a carrier prints them, into the prefix and the numbers of a range. */
import { describe, expect, it } from "vitest";
import {
  barcodesOf,
  countOf,
  splitRange,
} from "../../../../renderer/features/carriers/agreements/split-barcode.ts";

describe("splitting a barcode range", () => {
  it.each([
    ["KP0001000", "KP0001999", { prefix: "KP", first: "0001000", last: "0001999" }],
    ["kp 0001000", "KP-0001999", { prefix: "KP", first: "0001000", last: "0001999" }],
    ["7250000001", "7259999999", { prefix: "", first: "7250000001", last: "7259999999" }],
    ["A1B0100", "A1B0200", { prefix: "A1B", first: "0100", last: "0200" }],
    [
      "276543210000000001",
      "276543210000999999",
      { prefix: "276", first: "543210000000001", last: "543210000999999" },
    ],
  ])("splits %s to %s", (first, last, range) => {
    expect(splitRange({ first, last })).toEqual({ range });
  });

  it.each([
    ["", "KP1999", "first", "form"],
    ["KP1000", "KP", "last", "form"],
    ["KP1000", "KP99", "last", "width"],
    ["KP1000", "KQ1999", "last", "prefix"],
    ["KP2000", "KP1999", "last", "order"],
  ])("refuses %s to %s", (first, last, wrong, fault) => {
    expect(splitRange({ first, last })).toEqual({ wrong, fault });
  });

  it("writes the first and the last barcode with their check digits, and counts the barcodes", () => {
    const range = { prefix: "KP", first: "0001000", last: "0001999" };
    expect([barcodesOf(range, "mod10"), barcodesOf(range, "none"), countOf(range)]).toEqual([
      ["KP00010009", "KP00019996"],
      ["KP0001000", "KP0001999"],
      1_000,
    ]);
  });
});
