/**
 * Catches errors of callbacks that no caller awaits: listeners, timers, socket events. Uncaught,
 * such an error ends the process or fails the operation that raised the event.
 */
import type { Log } from "./log.ts";

/**
 * Calls `run` and logs an error that it throws.
 *
 * @returns Whether it ended without an error.
 */
export function guarded(log: Log, what: string, run: () => void): boolean {
  try {
    run();
    return true;
  } catch (err) {
    try {
      log.error({ err }, what);
    } catch {
      // A log that cannot be written must not cause another failure.
    }
    return false;
  }
}
