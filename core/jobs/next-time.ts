/** When work by the clock is due next: what a job's attempt gives as `at`. */
import { Cron } from "croner";

/**
 * @param schedule As in crontab(5), by the station's own time zone.
 * @param now ISO 8601.
 * @returns ISO 8601; later than `now`.
 * @throws Error for a schedule that has no next time.
 */
export function nextTime(schedule: string, now: string): string {
  const next = new Cron(schedule).nextRun(new Date(now));
  if (next === null) throw new Error(`the schedule ${schedule} has no next time`);
  return next.toISOString();
}
