/**
 * Computes the day that a service promises for a delivery. Pure: the same calendar, purchase and
 * promise give the same day. It runs for each service of each quote, so it calculates with day
 * numbers and does not parse a date per day.
 */
import type { Instant } from "../../base/units.ts";
import { dayNumberOf, dayText, turkishMs } from "../../base/turkish-day.ts";
import { weekdayOf, type TurkishCalendar } from "../geo/turkish-calendar.ts";
import type { DeliveryPromise } from "./tariff.schema.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A parcel leaves on a half day until noon, because the holiday begins at 13:00. */
const HALF_DAY_CUT_OFF_MS = 12 * HOUR_MS;

type Holidays = Pick<TurkishCalendar, "isHolidayNumber" | "isHalfDayNumber">;
type Weekend = Pick<DeliveryPromise, "onSaturdays" | "onSundays">;

/** `at`: instant of the purchase. `days`: business days from the parcel's departure. */
export type PromiseInput = Weekend &
  Pick<DeliveryPromise, "cutOff"> & { readonly at: Instant; readonly days: number };

/**
 * Computes the promised day.
 *
 * A parcel leaves on the day of its purchase until the cut-off, on a half day until noon at the
 * latest; otherwise on the next day that takes parcels. It arrives `days` delivery days later. With
 * `days` 0 it arrives on the day that it leaves, or on the next delivery day if that day delivers
 * nothing. A half day takes parcels and delivers nothing; a holiday does neither.
 *
 * @returns A Turkish day, "2026-11-30".
 */
export function promisedDay(calendar: Holidays, input: PromiseInput): string {
  const localMs = turkishMs(input.at);
  let day = Math.floor(localMs / DAY_MS);
  const timeMs = localMs - day * DAY_MS;
  if (!takesParcels(calendar, day, input) || timeMs > cutOffMs(calendar, day, input.cutOff)) {
    do day += 1;
    while (!takesParcels(calendar, day, input));
  }
  let left = input.days;
  while (left > 0 || !delivers(calendar, day, input)) {
    day += 1;
    if (left > 0 && delivers(calendar, day, input)) left -= 1;
  }
  return dayText(day);
}

/**
 * Computes the hours from a purchase until the promised day: 24 for each day between, and
 * `sameDayHours` for a delivery on the day of the purchase.
 *
 * @param promisedOn A Turkish day.
 * @param at Instant of the purchase.
 */
export function hoursUntil(promisedOn: string, at: Instant, sameDayHours: number): number {
  const today = Math.floor(turkishMs(at) / DAY_MS);
  const days = dayNumberOf(promisedOn) - today;
  return days > 0 ? days * 24 : sameDayHours;
}

/**
 * Finds the last moment at which a parcel still leaves on a day.
 *
 * @param day Days since 1970-01-01.
 * @returns Ms of the day in Turkish time; undefined on a day that takes no parcels.
 */
export function lastMomentOn(
  calendar: Holidays,
  day: number,
  promise: Weekend & Pick<DeliveryPromise, "cutOff">,
): number | undefined {
  return takesParcels(calendar, day, promise) ? cutOffMs(calendar, day, promise.cutOff) : undefined;
}

function takesParcels(
  { isHolidayNumber }: Holidays,
  day: number,
  { onSaturdays, onSundays }: Weekend,
): boolean {
  const weekday = weekdayOf(day);
  if (weekday === 6 ? !onSaturdays : weekday === 0 && !onSundays) return false;
  return !isHolidayNumber(day);
}

function delivers(calendar: Holidays, day: number, weekend: Weekend): boolean {
  return takesParcels(calendar, day, weekend) && !calendar.isHalfDayNumber(day);
}

/** Computes the last moment, in ms of the day, at which a parcel still leaves on this day. */
function cutOffMs({ isHalfDayNumber }: Holidays, day: number, cutOff: string): number {
  const fullMs = Number(cutOff.slice(0, 2)) * HOUR_MS + Number(cutOff.slice(3)) * 60_000;
  return isHalfDayNumber(day) ? Math.min(fullMs, HALF_DAY_CUT_OFF_MS) : fullMs;
}
