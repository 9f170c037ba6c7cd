import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  barcodeOf,
  checkDigitSchema,
  numberIn,
  type BarcodeShape,
} from "../../../../core/shipping/carriers/barcode.schema.ts";

describe("check digits", () => {
  it("PTT's example 275036569845 has the check digit 6, also when its first digits are a prefix", () => {
    expect(barcodeOf({ prefix: "", width: 12, checkDigit: "ptt" }, 275036569845)).toBe(
      "2750365698456",
    );
    expect(barcodeOf({ prefix: "2750", width: 8, checkDigit: "ptt" }, 36569845)).toBe(
      "2750365698456",
    );
  });

  it("mod10 gives the check digits of GS1 numbers with 8, 12, 13, 14 and 18 digits", () => {
    for (const code of [
      "96385074",
      "036000291452",
      "4006381333931",
      "10012345678902",
      "106141412345678908",
    ]) {
      const width = code.length - 1;
      const shape: BarcodeShape = {
        prefix: code.slice(0, 4),
        width: width - 4,
        checkDigit: "mod10",
      };
      expect(barcodeOf(shape, Number(code.slice(4, -1)))).toBe(code);
    }
  });

  it("mod11 weighs by 2 to 7 from the right, and writes 0 for the result 10", () => {
    const shape: BarcodeShape = { prefix: "", width: 7, checkDigit: "mod11" };
    // 1×2 + 2×7 + 3×6 + 4×5 + 5×4 + 6×3 + 7×2 = 106, 106 mod 11 = 7, 11 − 7 = 4.
    expect(barcodeOf(shape, 1234567)).toBe("12345674");
    // 6×2 = 12, 12 mod 11 = 1, 11 − 1 = 10.
    expect(barcodeOf(shape, 6)).toBe("00000060");
    expect(barcodeOf(shape, 0)).toBe("00000000");
  });

  it("letters of the prefix do not count", () => {
    const plain = barcodeOf({ prefix: "", width: 8, checkDigit: "mod10" }, 1234567);
    expect(barcodeOf({ prefix: "KP", width: 8, checkDigit: "mod10" }, 1234567)).toBe(`KP${plain}`);
  });

  it("a barcode without a check digit is the prefix and the number at its width", () => {
    const shape: BarcodeShape = { prefix: "HJ", width: 9, checkDigit: "none" };
    expect(barcodeOf(shape, 100000001)).toBe("HJ100000001");
    expect(barcodeOf(shape, 42)).toBe("HJ000000042");
  });

  it("a number that does not fit is refused", () => {
    for (const n of [1_000, -1, 1.5])
      expect(() => barcodeOf({ prefix: "", width: 3, checkDigit: "none" }, n)).toThrow(
        "does not fit",
      );
  });
});

describe("the number in a barcode", () => {
  const shape = fc.record({
    prefix: fc.stringMatching(/^[A-Z0-9]{0,6}$/),
    width: fc.integer({ min: 6, max: 13 }),
    checkDigit: fc.constantFrom(...checkDigitSchema.options),
  });
  const numbered = shape.chain((one) =>
    fc.record({ shape: fc.constant(one), n: fc.integer({ min: 0, max: 999_999 }) }),
  );

  it("each number is read back from its barcode, and two numbers never share a barcode", () => {
    fc.assert(
      fc.property(numbered, fc.integer({ min: 0, max: 999_999 }), ({ shape: one, n }, other) => {
        const barcode = barcodeOf(one, n);
        expect(numberIn(one, barcode)).toBe(n);
        expect(barcodeOf(one, other) === barcode).toBe(other === n);
      }),
      { numRuns: 1_000 },
    );
  });

  it("mod10 and ptt find each single wrong digit", () => {
    fc.assert(
      fc.property(
        numbered,
        fc.constantFrom("mod10" as const, "ptt" as const),
        fc.nat(),
        fc.integer({ min: 1, max: 9 }),
        ({ shape: one, n }, checkDigit, place, by) => {
          const checked = { ...one, prefix: "", checkDigit };
          const barcode = barcodeOf(checked, n);
          const at = place % barcode.length;
          const wrong = String((Number(barcode[at]) + by) % 10);
          const typed = barcode.slice(0, at) + wrong + barcode.slice(at + 1);
          expect(numberIn(checked, typed)).toBeUndefined();
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ["another prefix", "KQ12345674"],
    ["one digit less", "KP1234567"],
    ["one digit more", "KP123456740"],
    ["a letter in the number", "KP12345O74"],
    ["another check digit", "KP12345675"],
    ["small letters", "kp12345674"],
    ["a space at the end", "KP12345674 "],
    ["nothing", ""],
  ])("a barcode with %s has no number", (_what, barcode) => {
    const range: BarcodeShape = { prefix: "KP", width: 7, checkDigit: "mod11" };
    expect(numberIn(range, "KP12345674")).toBe(1234567);
    expect(numberIn(range, barcode)).toBeUndefined();
  });
});
