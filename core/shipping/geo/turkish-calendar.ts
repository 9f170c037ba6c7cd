/**
 * Turkey's public holidays and half days, from `resources/calendar/turkey.json`. Outside the years
 * of the file, every day from Monday to Friday is a business day.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { parseJson } from "../../base/json.ts";
import { dayNumberOf, daySchema } from "../../base/turkish-day.ts";

const calendarSchema = z
  .object({
    /** Laws and calendars that the days are from. */
    source: z.string().min(1),
    from: daySchema,
    until: daySchema,
    /** Rising. `half`: a holiday from 13:00 on. */
    days: z.array(
      z.object({ day: daySchema, name: z.string().min(1), half: z.literal(true).optional() }),
    ),
  })
  .refine(
    ({ from, until, days }) =>
      days.every(({ day }, i) => day >= from && day <= until && day > (days[i - 1]?.day ?? "")),
    "the days must rise, and must be between from and until",
  );

/**
 * `day`: a Turkish day, "2026-11-29"; `dayNumber`: days since 1970-01-01, for calculations that
 * count days.
 */
export type TurkishCalendar = {
  /** The last day whose holidays are known. */
  readonly until: string;
  /**
   * Returns whether a day is one from Monday to Friday and no holiday. A half day counts as a
   * business day.
   */
  isBusinessDay(day: string): boolean;
  isHalfDay(day: string): boolean;
  /** Returns whether the whole day is a holiday, on any day of the week. */
  isHolidayNumber(dayNumber: number): boolean;
  isHalfDayNumber(dayNumber: number): boolean;
};

/** Returns the day of the week: 0 is Sunday, 6 is Saturday. */
export function weekdayOf(dayNumber: number): number {
  // 1970-01-01 was a Thursday.
  return (dayNumber + 4) % 7;
}

/**
 * Reads the calendar.
 *
 * @param resourcesDir Contains `calendar/turkey.json`.
 * @throws Error when the file is missing or has another shape.
 */
export function loadCalendar(resourcesDir: string): TurkishCalendar {
  const text = readFileSync(join(resourcesDir, "calendar", "turkey.json"), "utf8");
  const { until, days } = parseJson(text, calendarSchema, "calendar/turkey.json");
  const numbers = (isHalf: boolean): ReadonlySet<number> =>
    new Set(
      days.filter(({ half }) => (half === true) === isHalf).map(({ day }) => dayNumberOf(day)),
    );
  const [holidays, halfDays] = [numbers(false), numbers(true)];
  return {
    until,
    isBusinessDay(day) {
      const dayNumber = dayNumberOf(day);
      const weekday = weekdayOf(dayNumber);
      return weekday !== 0 && weekday !== 6 && !holidays.has(dayNumber);
    },
    isHalfDay: (day) => halfDays.has(dayNumberOf(day)),
    isHolidayNumber: (dayNumber) => holidays.has(dayNumber),
    isHalfDayNumber: (dayNumber) => halfDays.has(dayNumber),
  };
}
