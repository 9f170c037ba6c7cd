import { expect, it } from "vitest";
import { daysOf, eachDay, PERIODS } from "../../../../renderer/features/money/period.ts";

it("periods are days by Turkish time, even while UTC is on the day before", () => {
  const at = (now: string) =>
    Object.fromEntries(
      PERIODS.map((period) => [period, Object.values(daysOf(period, now)).join(" ")]),
    );
  expect(at("2026-02-28T21:30:00.000Z")).toEqual({
    today: "2026-03-01 2026-03-01",
    yesterday: "2026-02-28 2026-02-28",
    week: "2026-02-23 2026-03-01",
    month: "2026-03-01 2026-03-01",
    lastMonth: "2026-02-01 2026-02-28",
    year: "2025-03-02 2026-03-01",
  });
  expect(at("2026-01-05T09:00:00.000Z")["lastMonth"]).toBe("2025-12-01 2025-12-31");
});

it("a period's days are listed one by one, over the end of a month", () => {
  expect(eachDay({ from: "2026-02-27", to: "2026-03-01" })).toEqual([
    "2026-02-27",
    "2026-02-28",
    "2026-03-01",
  ]);
});
