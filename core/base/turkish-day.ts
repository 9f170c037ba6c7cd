/** Days by Turkish time, YYYY-MM-DD: how a packing desk counts what was bought and handed over. */
import { z } from "zod";

/** All year since 2016. */
const TURKISH_OFFSET = "+03:00";
const TURKISH_OFFSET_MS = 3 * 60 * 60 * 1_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

const isDay = (text: string): boolean =>
  new Date(`${text}T00:00:00.000Z`).toJSON()?.startsWith(text) ?? false;

/** A day that there is. */
export const daySchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, "must be YYYY-MM-DD")
  .refine(isDay, "must be a day that there is");

/** @param now An instant, ISO 8601. @returns Its day. */
export function turkishDay(now: string): string {
  return new Date(Date.parse(now) + TURKISH_OFFSET_MS).toISOString().slice(0, 10);
}

/**
 * @param instant ISO 8601.
 * @returns "2026-11-24 00:30:05" by Turkish time: spreadsheet programs read it as a time.
 */
export function turkishTime(instant: string): string {
  return new Date(Date.parse(instant) + TURKISH_OFFSET_MS)
    .toISOString()
    .slice(0, 19)
    .replace("T", " ");
}

/**
 * @param days How many, of which `lastDay` is the last.
 * @returns Their first instant, and the first one behind them.
 */
export function instantsOfDays(
  lastDay: string,
  days: number,
): { readonly from: string; readonly to: string } {
  const end = Date.parse(`${lastDay}T00:00:00${TURKISH_OFFSET}`) + DAY_MS;
  return { from: new Date(end - days * DAY_MS).toISOString(), to: new Date(end).toISOString() };
}
