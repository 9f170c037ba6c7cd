import { expect, it } from "vitest";
import { barsOf, roundMost, shownDays } from "../../../../renderer/features/money/spend-bars.ts";

it("the bars of a day are stacked in the order of the carriers, and days without costs have none", () => {
  const days = ["2026-11-01", "2026-11-02", "2026-11-03"];
  const line = (day: number, carrierName: string, minor: number) => ({
    day: days[day] ?? "",
    carrierName,
    minor,
  });
  expect(
    barsOf(
      [line(2, "Sürat", 300), line(0, "Aras", 100), line(0, "Sürat", 50), line(0, "Aras", 20)],
      days,
      ["Aras", "Sürat"],
    ),
  ).toEqual([
    { at: 0, carrier: 0, from: 0, to: 120 },
    { at: 0, carrier: 1, from: 120, to: 170 },
    { at: 2, carrier: 1, from: 0, to: 300 },
  ]);
});

it("the axis ends at a round amount that no bar exceeds", () => {
  expect([0, 1, 99, 100, 101, 4_999, 5_001].map(roundMost)).toEqual([
    100, 1, 100, 100, 200, 5_000, 10_000,
  ]);
});

it("at most eight days are named, the first among them", () => {
  expect([1, 7, 8, 31, 365].map((count) => shownDays(count))).toEqual([
    [0],
    [0, 1, 2, 3, 4, 5, 6],
    [0, 1, 2, 3, 4, 5, 6, 7],
    [0, 4, 8, 12, 16, 20, 24, 28],
    [0, 46, 92, 138, 184, 230, 276, 322],
  ]);
});
