/** Days in Turkish time, YYYY-MM-DD, by which a packing desk counts purchases and handovers. */
import { z } from "zod";

/** Turkish time's offset from UTC; it has been the same all year since 2016. */
const TURKISH_OFFSET = "+03:00";
const HOUR_MS = 60 * 60 * 1_000;
const TURKISH_OFFSET_MS = 3 * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;

const isDay = (text: string): boolean =>
  new Date(`${text}T00:00:00.000Z`).toJSON()?.startsWith(text) ?? false;

/** A day that exists in the calendar. */
export const daySchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, "must be YYYY-MM-DD")
  .refine(isDay, "must be a day that exists");

/**
 * Finds the day of an instant in Turkish time.
 *
 * @param now An instant, ISO 8601.
 * @returns Its Turkish day.
 */
export function turkishDay(now: string): string {
  return dayText(Math.floor(turkishMs(now) / DAY_MS));
}

let last = { instant: "", ms: 0 };

/**
 * Converts an instant to Turkish time. Keeps the last result: one request for prices asks for the
 * same instant for each service of each agreement.
 *
 * @param instant ISO 8601.
 * @returns Milliseconds since 1970-01-01T00:00 in Turkish time.
 */
export function turkishMs(instant: string): number {
  if (instant !== last.instant) last = { instant, ms: Date.parse(instant) + TURKISH_OFFSET_MS };
  return last.ms;
}

const dayTexts = new Map<number, string>();
const dayNumbers = new Map<string, number>();
/** Size at which the kept days are emptied: more than the days of several years. */
const MOST_DAYS = 5_000;

/** Converts a number of days since 1970-01-01 to a day, "2026-11-29". */
export function dayText(dayNumber: number): string {
  const known = dayTexts.get(dayNumber);
  if (known !== undefined) return known;
  const text = new Date(dayNumber * DAY_MS).toISOString().slice(0, 10);
  if (dayTexts.size >= MOST_DAYS) dayTexts.clear();
  dayTexts.set(dayNumber, text);
  return text;
}

/** Returns the day that is a number of days before another day. */
export function daysBefore(day: string, days: number): string {
  return dayText(dayNumberOf(day) - days);
}

/** Converts a day, "2026-11-29", to its number of days since 1970-01-01. */
export function dayNumberOf(day: string): number {
  const known = dayNumbers.get(day);
  if (known !== undefined) return known;
  const dayNumber = Date.parse(day) / DAY_MS;
  if (dayNumbers.size >= MOST_DAYS) dayNumbers.clear();
  dayNumbers.set(day, dayNumber);
  return dayNumber;
}

/**
 * Writes an instant in Turkish time.
 *
 * @param instant ISO 8601.
 * @returns "2026-11-24 00:30:05" in Turkish time, a form that spreadsheet programs recognize.
 */
export function turkishTime(instant: string): string {
  return new Date(Date.parse(instant) + TURKISH_OFFSET_MS)
    .toISOString()
    .slice(0, 19)
    .replace("T", " ");
}

/**
 * Finds the instant of a Turkish day and time.
 *
 * @param clock HH:MM:SS.
 * @returns Undefined when the day or the time does not exist.
 */
export function instantOfTurkishTime(day: string, clock: string): string | undefined {
  const ms = isDay(day) ? Date.parse(`${day}T${clock}${TURKISH_OFFSET}`) : Number.NaN;
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/**
 * Finds the limits of a period of Turkish days.
 *
 * @param days Number of days up to and including `lastDay`.
 * @returns Their first instant, and the first instant after them.
 */
export function instantsOfDays(
  lastDay: string,
  days: number,
): { readonly from: string; readonly to: string } {
  const end = Date.parse(`${lastDay}T00:00:00${TURKISH_OFFSET}`) + DAY_MS;
  return { from: new Date(end - days * DAY_MS).toISOString(), to: new Date(end).toISOString() };
}

/**
 * Finds the limits of an hour of a Turkish day.
 *
 * @param hour From 0 to 23.
 * @returns Its first instant, and the first instant after it.
 */
export function instantsOfHour(
  day: string,
  hour: number,
): { readonly from: string; readonly to: string } {
  const begin = Date.parse(`${day}T00:00:00${TURKISH_OFFSET}`) + hour * HOUR_MS;
  return { from: new Date(begin).toISOString(), to: new Date(begin + HOUR_MS).toISOString() };
}
