/**
 * Runs background work when it is woken or its next time has come, one run at a time. A failed run
 * is logged and retried. Requests and timers are handled between two runs. The timer does not keep
 * the process alive.
 */
import { setImmediate } from "node:timers/promises";
import type { Log } from "./log.ts";

/**
 * Delay before a failed run is retried. The delay doubles after each further failure, up to
 * `LAST_WAIT_MS`, since on a full disk every loop fails until space is freed.
 */
const FIRST_WAIT_MS = 1_000;
const LAST_WAIT_MS = 5_000;

export type Loop = {
  /** Signals that there may be work. */
  wake(): void;
  /** Prevents further runs, and resolves when the current run has ended. */
  stop(): Promise<void>;
};

/**
 * Starts a loop of background work.
 *
 * @param run Does one piece of work, and resolves to the time until the next run, ms; 0:
 *   immediately, undefined: when woken.
 */
export function startLoop(log: Log, name: string, run: () => Promise<number | undefined>): Loop {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  let failures = 0;

  const step = async (): Promise<void> => {
    let waitMs: number | undefined;
    while (!stopped) {
      again = false;
      try {
        waitMs = await run();
        failures = 0;
      } catch (err) {
        log.error({ loop: name, err }, "background work failed; it will be retried");
        waitMs = Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
        failures = Math.min(10, failures + 1);
      }
      if (!again && waitMs !== 0) break;
      // Without this, a run that awaits nothing slow would block all other work.
      await setImmediate();
    }
    running = undefined;
    if (!stopped && waitMs !== undefined) timer = setTimeout(wake, waitMs).unref();
  };
  const wake = (): void => {
    clearTimeout(timer);
    if (stopped) return;
    if (running !== undefined) again = true;
    // The work never runs synchronously within `wake`, whose caller may be in a transaction of the
    // same work. It does not run in the same turn of the event loop either: otherwise a run that
    // wakes itself repeatedly would block all other work.
    else running = setImmediate().then(step);
  };
  wake();
  return {
    wake,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Delays a wake-up, so that many facts within `afterMs` wake the loop once. */
export function wakeLater(
  loop: Pick<Loop, "wake">,
  afterMs: number,
): { wake(): void; stop(): void } {
  let soon: NodeJS.Timeout | undefined;
  const wake = (): void => {
    soon = undefined;
    loop.wake();
  };
  return {
    wake: () => void (soon ??= setTimeout(wake, afterMs).unref()),
    stop: () => clearTimeout(soon),
  };
}
