import { describe, expect, it } from "vitest";
import { readSize, readWeight } from "../../../renderer/lib/measures.ts";

describe("a typed weight", () => {
  it("a weight is read with a comma, with a point and with its unit", () => {
    expect([readWeight("2,5"), readWeight("2.5"), readWeight(" 2,50 kg")]).toEqual([
      { weight: "2.5" },
      { weight: "2.5" },
      { weight: "2.5" },
    ]);
  });

  it.each(["", "0", "iki", "2,5,1", "-3", "1e3", "123456"])(
    "a weight is not guessed from %j",
    (text) => {
      expect(readWeight(text)).toBeUndefined();
    },
  );
});

describe("a typed size", () => {
  it.each(["30x20x15", "30 × 20 × 15 cm", "30*20*15", "30 20 15", "30X20X15"])(
    "the size %j has three lengths",
    (text) => {
      expect(readSize(text)).toEqual({ length: "30", width: "20", height: "15" });
    },
  );

  it("a size may have decimals", () => {
    expect(readSize("30,5x20x1,25")).toEqual({ length: "30.5", width: "20", height: "1.25" });
  });

  it.each(["30x20", "30x20x0", "30x20x15x2", "a b c"])("a size is not guessed from %j", (text) => {
    expect(readSize(text)).toBeUndefined();
  });
});
