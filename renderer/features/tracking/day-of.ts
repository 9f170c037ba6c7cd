/** Formats a promised day, given as the instant at which the day ends. */
import type { useFormat } from "../../ui/use-format.ts";

const DAY_LETTERS = 10;

/**
 * Formats a promised day.
 *
 * @param until The end of the day by Turkish time: "2026-11-21T21:00:00.000Z" for 21 November. The
 *   instant's UTC date is the promised day.
 * @returns The day in the screen's format.
 */
export function dayOf(until: string, format: Pick<ReturnType<typeof useFormat>, "day">): string {
  return format.day(until.slice(0, DAY_LETTERS));
}
