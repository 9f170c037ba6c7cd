/**
 * Background work: runs when woken, or when its next time has come. One run at a time. A failed run
 * is logged and tried again. Requests and timers have their turn between two runs. Its timer does
 * not keep the process alive.
 */
import { setImmediate } from "node:timers/promises";
import type { Log } from "./log.ts";

/**
 * The wait doubles after each failed run, up to the last: on a full disk every loop fails until
 * space is freed.
 */
const FIRST_WAIT_MS = 1_000;
const LAST_WAIT_MS = 5_000;

export type Loop = {
  /** There may be something to do. */
  wake(): void;
  /** Resolves when the present run has ended; none begins after it. */
  stop(): Promise<void>;
};

/**
 * @param run Does one piece of work. @returns ms until the next run; 0: at once, undefined: when
 *   woken.
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
        log.error({ loop: name, err }, "background work failed; it will be tried again");
        waitMs = Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
        failures = Math.min(10, failures + 1);
      }
      if (!again && waitMs !== 0) break;
      await setImmediate(); // a run that awaits nothing slow would leave other work no turn
    }
    running = undefined;
    if (!stopped && waitMs !== undefined) timer = setTimeout(wake, waitMs).unref();
  };
  const wake = (): void => {
    clearTimeout(timer);
    if (stopped) return;
    if (running !== undefined) again = true;
    // Never inside who wakes: that may be a transaction of this same work. Nor in the same turn:
    // what a run began may wake it without an answer from outside.
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
