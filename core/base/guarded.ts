/**
 * For what nobody awaits: listeners, timers, events of sockets. An error that leaves one of them would end the process,
 * or look like the failure of what it was told about.
 */
import type { Log } from "./log.ts";

/** Runs `run`; what it throws is logged and goes no further. @returns Whether it ended without an error. */
export function guarded(log: Log, what: string, run: () => void): boolean {
  try {
    run();
    return true;
  } catch (err) {
    log.error({ err }, what);
    return false;
  }
}
