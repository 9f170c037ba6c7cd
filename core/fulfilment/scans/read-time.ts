/** Reads the time of a scan as carriers' files write it, in Turkish time unless the text has a zone. */
import { instantOfTurkishTime } from "../../base/turkish-day.ts";
import { instantOf, type Instant } from "../../base/units.ts";

/** `isDay`: the text has a day alone; the instant is the day's first. */
export type ScanTime = { readonly at: Instant; readonly isDay: boolean };

const CLOCK = String.raw`(?:[T ,]+(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?)?`;
const DAY_FIRST = new RegExp(String.raw`^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})${CLOCK}$`);
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[./-](\d{1,2})[./-](\d{1,2})${CLOCK}$`);
const DIGITS = /^(20\d{2})(\d{2})(\d{2})[T ]?(?:(\d{2})(\d{2})(\d{2})?)?$/;
const WITH_ZONE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/i;
const SERIAL = /^\d{5}(?:[.,]\d+)?$/;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Day 0 of spreadsheet programs, in days before 1970-01-01. */
const SERIAL_EPOCH = 25_569;

/**
 * Reads "29.11.2026 14:05", "2026-11-29T14:05:00", "20261129 140500", a time with a zone, or a
 * spreadsheet's number of days.
 *
 * @param clock Text of a separate column for the time of day; "" without.
 * @returns Undefined when the text is no time.
 */
export function readScanTime(text: string, clock = ""): ScanTime | undefined {
  const whole = `${text} ${clock}`.trim();
  if (WITH_ZONE.test(whole)) {
    const ms = Date.parse(whole);
    return Number.isNaN(ms) ? undefined : { at: instantOf(ms), isDay: false };
  }
  if (SERIAL.test(text)) return ofSerial(Number(text.replace(",", ".")), clock);
  const dayFirst = DAY_FIRST.exec(whole);
  if (dayFirst !== null) {
    const [, day, month, year = "", ...time] = dayFirst;
    return ofParts(year.length === 2 ? `20${year}` : year, month, day, time);
  }
  const [, year, month, day, ...time] = YEAR_FIRST.exec(whole) ?? DIGITS.exec(whole) ?? [];
  return year === undefined ? undefined : ofParts(year, month, day, time);
}

function ofSerial(days: number, clock: string): ScanTime | undefined {
  const ms = Math.round(((days - SERIAL_EPOCH) * DAY_MS) / 1_000) * 1_000;
  const local = new Date(ms).toISOString();
  return readScanTime(
    ms % DAY_MS === 0 ? `${local.slice(0, 10)} ${clock}`.trim() : local.slice(0, 19),
  );
}

function ofParts(
  year: string,
  month = "",
  day = "",
  [hour, minute = "00", second = "00"]: readonly (string | undefined)[],
): ScanTime | undefined {
  const two = (text: string): string => text.padStart(2, "0");
  const at = instantOfTurkishTime(
    `${year}-${two(month)}-${two(day)}`,
    `${two(hour ?? "0")}:${minute}:${second}`,
  );
  return at === undefined ? undefined : { at: instantOf(at), isDay: hour === undefined };
}
