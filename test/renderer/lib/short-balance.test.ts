import fc from "fast-check";
import { expect, it } from "vitest";
import { missingFor } from "../../../renderer/lib/short-balance.ts";

it.each([
  ["118.40", "100.00", "18.40"],
  ["100.01", "100.00", "0.01"],
  ["100.00", "100.00", null],
  ["0.00", "0.00", null],
  ["5.00", "-1.50", "6.50"],
  ["9007199254740993.01", "9007199254740993.00", "0.01"],
  ["", "1.00", null],
])("for a price of %s, a balance of %s lacks %s", (price, available, missing) => {
  expect(missingFor(price, available)).toBe(missing);
});

it("the missing amount is the price minus the balance", () => {
  const text = (minor: number): string =>
    `${Math.trunc(minor / 100)}.${String(minor % 100).padStart(2, "0")}`;
  const amount = fc.integer({ min: 0, max: 1_000_000_000 });
  fc.assert(
    fc.property(amount, amount, (price, available) => {
      expect(missingFor(text(price), text(available))).toBe(
        price > available ? text(price - available) : null,
      );
    }),
  );
});
