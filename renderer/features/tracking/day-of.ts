/** Formats a promised day, given as its last instant. */
import type { useFormat } from "../../ui/use-format.ts";

const DAY_LETTERS = 10;

/**
 * Formats a promised day.
 *
 * @param until The last instant of a day by Turkish time, "2026-11-21T21:00:00.000Z"; its UTC date
 *   is the same.
 * @returns The day in the screen's format.
 */
export function dayOf(until: string, format: Pick<ReturnType<typeof useFormat>, "day">): string {
  return format.day(until.slice(0, DAY_LETTERS));
}
