/** Times at which an account announces its parcels. Pure; times of day are Turkish. */
import { instantsOfDays, turkishDay } from "../../base/turkish-day.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Finds when a label bought now is announced.
 *
 * @param announces `atOnce`, `byHand`, or times of day like "16:30,18:00".
 * @returns ISO 8601; undefined when a person starts it.
 */
export function nextAnnouncingAt(announces: string, now: string): string | undefined {
  if (announces === "byHand") return undefined;
  const times = announces.split(",").filter((time) => /^\d\d:\d\d$/.test(time));
  if (times.length === 0) return now;
  const today = times.map((time) => timeOfDay(now, time)).find((at) => at > now);
  return today ?? new Date(Date.parse(timeOfDay(now, times[0] ?? "00:00")) + DAY_MS).toISOString();
}

/**
 * Finds the last set time that has passed.
 *
 * @returns ISO 8601; undefined for an account without set times.
 */
export function previousAnnouncingAt(announces: string, now: string): string | undefined {
  const times = announces.split(",").filter((time) => /^\d\d:\d\d$/.test(time));
  const last = times.at(-1);
  if (last === undefined) return undefined;
  const today = times.map((time) => timeOfDay(now, time)).findLast((at) => at <= now);
  return today ?? new Date(Date.parse(timeOfDay(now, last)) - DAY_MS).toISOString();
}

/** Returns whether at most an hour is left until today's cut-off, or the cut-off has passed. */
export function isNearCutOff(cutOff: string, now: string): boolean {
  if (cutOff === "") return false;
  return Date.parse(now) >= Date.parse(timeOfDay(now, cutOff)) - 60 * 60 * 1_000;
}

/** Returns the instant of a time of today's Turkish day. */
function timeOfDay(now: string, time: string): string {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const midnight = Date.parse(instantsOfDays(turkishDay(now), 1).from);
  return new Date(midnight + (hours * 60 + minutes) * 60_000).toISOString();
}
