import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minor, moneyText, parseMoney, taxRatesAt, withTaxes } from "../../../core/base/money.ts";
import type { Instant } from "../../../core/base/units.ts";

const RATES = taxRatesAt("2026-11-21T00:00:00.000Z" as Instant);

describe("withTaxes", () => {
  it.each([
    [9425, 222, 1930, 11576],
    [11600, 273, 2375, 14248],
    [0, 0, 0, 0],
  ])(
    "an amount of %i kuruş has tax %i, VAT %i and total %i, as published clients see it",
    (amount, tax, vat, total) => {
      expect(withTaxes(minor(amount), RATES)).toEqual({ amount, tax, vat, total });
    },
  );

  it("each part is rounded up, so the parts exceed the total by at most one kuruş and never fall short", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (amount) => {
        const { tax, vat, total } = withTaxes(minor(amount), RATES);
        const over = amount + tax + vat - total;
        return over >= 0 && over <= 1;
      }),
    );
  });
});

describe("money text", () => {
  it("formatted money is parsed back to the same kuruş", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
        (n) => parseMoney(moneyText(n)) === n || (n === 0 && parseMoney(moneyText(n)) === 0),
      ),
    );
  });

  it.each([
    ["150", 15000],
    ["94.25", 9425],
    ["94,255", 9426],
    ["0.004", 0],
    [" 7.5 ", 750],
  ])("%j is parsed as %i kuruş", (text, n) => expect(parseMoney(text)).toBe(n));

  it.each(["", "abc", "1e3", "1.2.3", "NaN", "Infinity", "0x10", "1 000"])(
    "%j is rejected as an amount",
    (text) => expect(parseMoney(text)).toBeUndefined(),
  );
});
