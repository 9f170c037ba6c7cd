import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadCalendar, weekdayOf } from "../../../../core/shipping/geo/turkish-calendar.ts";
import { dayNumberOf } from "../../../../core/base/turkish-day.ts";
import { RESOURCES, temporaryFolder } from "../../../helpers/folders.ts";

const calendar = loadCalendar(RESOURCES);
const YEARS = [2026, 2027, 2028, 2029, 2030];

it("the days of Law 2429 are holidays in each year, and 28 October is a half day", () => {
  for (const year of YEARS) {
    for (const day of ["01-01", "04-23", "05-01", "05-19", "07-15", "08-30", "10-29"])
      expect(calendar.isHolidayNumber(dayNumberOf(`${year}-${day}`))).toBe(true);
    expect(calendar.isHalfDay(`${year}-10-28`)).toBe(true);
  }
});

it.each([
  ["Ramazan Bayramı", 3, ["2026-03-20", "2027-03-09", "2028-02-26", "2029-02-14", "2030-02-04"]],
  ["Kurban Bayramı", 4, ["2026-05-27", "2027-05-16", "2028-05-05", "2029-04-24", "2030-04-13"]],
] as const)("%s has a half day on its eve, and then %i holidays", (_name, length, firstDays) => {
  for (const day of firstDays) {
    const first = dayNumberOf(day);
    const isOther = (dayNumber: number): boolean =>
      ["04-23", "05-19"].includes(new Date(dayNumber * 86_400_000).toISOString().slice(5, 10));
    expect(calendar.isHalfDayNumber(first - 1) || isOther(first - 1)).toBe(true);
    for (let i = 0; i < length; i += 1) expect(calendar.isHolidayNumber(first + i)).toBe(true);
    expect(calendar.isHolidayNumber(first + length)).toBe(false);
  }
});

it("an eve on another public holiday is a whole holiday", () => {
  // 23 April 2029 is the eve of Kurban Bayramı.
  expect([calendar.isHalfDay("2029-04-23"), calendar.isBusinessDay("2029-04-23")]).toEqual([
    false,
    false,
  ]);
});

it("religious holidays begin 354 or 355 days after the earlier ones, as years of the moon do", () => {
  const ramazan = ["2026-03-20", "2027-03-09", "2028-02-26", "2029-02-14", "2030-02-04"];
  const kurban = ["2026-05-27", "2027-05-16", "2028-05-05", "2029-04-24", "2030-04-13"];
  for (const days of [ramazan, kurban])
    for (const [i, day] of days.slice(1).entries())
      expect([354, 355]).toContain(dayNumberOf(day) - dayNumberOf(days[i] ?? ""));
});

it("business days are the days from Monday to Friday that are no holidays; a half day is one", () => {
  const isBusinessDay = (day: string): boolean => calendar.isBusinessDay(day);
  // 24 to 30 May 2026 is the week of Kurban Bayramı: Sunday to Saturday.
  expect(
    ["24", "25", "26", "27", "28", "29", "30"].filter((day) => isBusinessDay(`2026-05-${day}`)),
  ).toEqual(["25", "26"]);
  expect(calendar.isHalfDay("2026-05-26")).toBe(true);
  expect(weekdayOf(dayNumberOf("2026-05-24"))).toBe(0);
});

it("after the last known day each day from Monday to Friday is a business day", () => {
  expect(calendar.until).toBe("2030-12-31");
  // 2031-01-01 is a Wednesday.
  expect(
    ["2031-01-01", "2031-01-03", "2031-01-04", "2031-01-05", "2031-01-06"].map((day) =>
      calendar.isBusinessDay(day),
    ),
  ).toEqual([true, true, false, false, true]);
});

it.each([
  ["a day twice", [{ day: "2026-01-01" }, { day: "2026-01-01" }]],
  ["a day outside its years", [{ day: "2027-01-01" }]],
  ["a day that does not exist", [{ day: "2026-02-30" }]],
])("a calendar with %s is refused", (_what, days) => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "calendar"));
  const file = {
    source: "a test",
    from: "2026-01-01",
    until: "2026-12-31",
    days: days.map((one) => ({ ...one, name: "a holiday" })),
  };
  writeFileSync(join(folder, "calendar/turkey.json"), JSON.stringify(file));
  expect(() => loadCalendar(folder)).toThrow("does not fit its schema");
});
