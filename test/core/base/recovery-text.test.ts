import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyOfRecoveryText, recoveryTextOf } from "../../../core/base/recovery-text.ts";

const keys = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe("a recovery key", () => {
  it("a recovery key has eleven groups of five characters without I, L, O and U, and decodes to its key", () => {
    fc.assert(
      fc.property(keys, (key) => {
        const text = recoveryTextOf(key);
        expect(text).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){10}[0-9A-HJKMNP-TV-Z]{5}$/);
        expect(keyOfRecoveryText(text)).toEqual(Buffer.from(key));
      }),
    );
  });

  it("a recovery key is accepted in upper or lower case, with spaces for hyphens, O for 0, and I or L for 1", () => {
    const key = Buffer.alloc(32, 0x08);
    const text = recoveryTextOf(key);
    const sloppy = text
      .toLowerCase()
      .replaceAll("-", " \n")
      .replaceAll("0", "o")
      .replace("1", "l")
      .replaceAll("1", "i");
    expect(sloppy).not.toBe(text.toLowerCase());
    expect(keyOfRecoveryText(` ${sloppy} `)).toEqual(key);
  });

  it("a recovery key with a wrong or missing character is refused", () => {
    let passed = 0;
    let tried = 0;
    fc.assert(
      fc.property(
        keys,
        fc.nat(54),
        fc.constantFrom(..."0123456789ABCDEFGHJKMNPQRSTVWXYZ"),
        (key, at, digit) => {
          const digits = [...recoveryTextOf(key).replaceAll("-", "")];
          if (digits[at] === digit) return;
          tried += 1;
          const wrong = digits.with(at, digit).join("");
          if (keyOfRecoveryText(wrong) !== undefined) passed += 1;
          expect(keyOfRecoveryText(digits.toSpliced(at, 1).join(""))).toBeUndefined();
        },
      ),
      { numRuns: 2_000 },
    );
    // The checksum has sixteen bits, so one wrong text in 65,536 passes. The fingerprint of the key
    // refuses that text later.
    expect([passed <= 1, tried > 1_500]).toEqual([true, true]);
  });

  it("a text that is empty or in another form is refused as a recovery key", () => {
    for (const text of ["", "hello", "-".repeat(55), "U".repeat(55), "🔑".repeat(55)])
      expect(keyOfRecoveryText(text)).toBeUndefined();
  });
});
