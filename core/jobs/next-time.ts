/** Computes when scheduled work is due next: the `at` of an attempt. */
import { Cron } from "croner";

/**
 * Finds the next time of a schedule.
 *
 * @param schedule A crontab(5) schedule in the station's time zone.
 * @param now ISO 8601.
 * @returns ISO 8601; later than `now`.
 * @throws Error for a schedule that has no next time.
 */
export function nextTime(schedule: string, now: string): string {
  const next = new Cron(schedule).nextRun(new Date(now));
  if (next === null) throw new Error(`the schedule ${schedule} has no next time`);
  return next.toISOString();
}
