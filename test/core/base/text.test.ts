import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fold } from "../../../core/base/text.ts";

describe("fold", () => {
  it.each([
    ["Kadıköy", "kadikoy"],
    ["İSTANBUL", "istanbul"],
    ["IĞDIR", "igdir"],
    ["Şişli  ÇĞÖÜ", "sisli cgou"],
  ])("%j folds to %j", (text, folded) => expect(fold(text)).toBe(folded));

  it("folding folded text changes nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => fold(fold(text)) === fold(text)),
    );
  });
});
