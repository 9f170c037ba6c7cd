import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAmount, readSignedAmount } from "../../../../renderer/lib/read-amount.ts";
import {
  typedNamesSchema,
  typedTopUpSchema,
} from "../../../../renderer/features/organization/typed-forms.ts";
import { wrongFields } from "../../wrong-fields.ts";

describe("a top-up and the names", () => {
  it("typed values are read in the core's form", () => {
    expect(typedTopUpSchema.parse({ amount: "1.250,50 TL", reference: " dekont 42 " })).toEqual({
      amount: "1250.50",
      reference: "dekont 42",
    });
    expect(typedNamesSchema.parse({ member: " Elif ", organization: "Ada " })).toEqual({
      member: "Elif",
      organization: "Ada",
    });
  });

  it("every wrong field is reported at once", () => {
    expect(wrongFields(typedTopUpSchema, { amount: "much", reference: "r".repeat(101) })).toEqual({
      amount: "amount",
      reference: "must have at most 100 characters",
    });
    expect(wrongFields(typedNamesSchema, { member: " ", organization: "" })).toEqual({
      member: "anyName",
      organization: "anyName",
    });
  });
});

describe("an amount", () => {
  it.each([
    ["250", "250.00"],
    ["1.250,50", "1250.50"],
    ["1,250.50", "1250.50"],
    ["1250,5", "1250.50"],
    ["1.000", "1000.00"],
    ["1,000", "1000.00"],
    ["12.345.678,90", "12345678.90"],
    ["99,90 TL", "99.90"],
    ["0,01", "0.01"],
  ])("the amount %s is %s", (text, amount) => {
    expect(readAmount(text)).toBe(amount);
  });

  it.each([
    "",
    "0",
    "0,00",
    "-5",
    "much",
    "1,2,3",
    "1.25.50",
    "1.000.5",
    "1,250,50",
    "12..5",
    "1e3",
    "0x10",
    "5000000000",
    "1.2345",
    "0.001",
    "0,001",
    "00.500",
  ])("the amount %j is refused", (text) => {
    expect(readAmount(text)).toBeUndefined();
  });

  it("an amount formatted in Turkish or English is read back unchanged", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999_999_999 }),
        fc.constantFrom("tr-TR", "en-GB"),
        (minor, locale) => {
          const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(
            minor / 100,
          );
          expect(readAmount(text)).toBe(
            `${Math.trunc(minor / 100)}.${String(minor % 100).padStart(2, "0")}`,
          );
        },
      ),
    );
  });
});

it("a negative correction is read with any minus sign, and zero is refused", () => {
  expect(["-50,5", " − 1.000,50", "–2", "1.250", "-0", "--1", "-"].map(readSignedAmount)).toEqual([
    "-50.50",
    "-1000.50",
    "-2.00",
    "1250.00",
    undefined,
    undefined,
    undefined,
  ]);
});
