/** Periods of reports, as days by Turkish time. Pure. */
import { turkishDay } from "../../../core/base/turkish-day.ts";

export const PERIODS = ["today", "yesterday", "week", "month", "lastMonth", "year"] as const;
export type Period = (typeof PERIODS)[number];

export type Days = { readonly from: string; readonly to: string };

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Returns the first and the last day of a period. A week is the 7 days up to today, a year the 365
 * days up to today; `month` is this calendar month up to today, `lastMonth` the one before it.
 *
 * @param now An instant.
 */
export function daysOf(period: Period, now: string): Days {
  const today = turkishDay(now);
  const before = (days: number): string =>
    new Date(Date.parse(`${today}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
  const firstOf = (day: string): string => `${day.slice(0, 8)}01`;
  switch (period) {
    case "today":
      return { from: today, to: today };
    case "yesterday":
      return { from: before(1), to: before(1) };
    case "week":
      return { from: before(6), to: today };
    case "month":
      return { from: firstOf(today), to: today };
    case "lastMonth": {
      const last = new Date(Date.parse(`${firstOf(today)}T00:00:00Z`) - DAY_MS)
        .toISOString()
        .slice(0, 10);
      return { from: firstOf(last), to: last };
    }
    case "year":
      return { from: before(364), to: today };
  }
}

/** Returns every day from the first to the last. */
export function eachDay({ from, to }: Days): readonly string[] {
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return Array.from({ length: count }, (_, i) =>
    new Date(Date.parse(`${from}T00:00:00Z`) + i * DAY_MS).toISOString().slice(0, 10),
  );
}
