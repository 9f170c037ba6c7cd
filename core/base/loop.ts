/**
 * Work that goes on beside requests: runs when told, or when its next time has come; one run at a time; a failed run
 * is said and tried again. Never keeps the process alive by itself.
 */
import type { Log } from "./log.ts";

export type Loop = {
  /** There may be something to do. */
  wake(): void;
  /** Resolves when the present run has ended; none begins after it. */
  stop(): Promise<void>;
};

/**
 * @param run Does one piece of work. @returns ms until it wants to run again; 0 at once, undefined when told.
 */
export function startLoop(log: Log, name: string, run: () => Promise<number | undefined>): Loop {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;

  const step = async (): Promise<void> => {
    let waitMs: number | undefined;
    do {
      again = false;
      try {
        waitMs = await run();
      } catch (error) {
        log.error({ loop: name, err: error }, "background work failed; it will be tried again");
        waitMs = 1_000;
      }
    } while (!stopped && (again || waitMs === 0));
    running = undefined;
    if (!stopped && waitMs !== undefined) timer = setTimeout(wake, waitMs).unref();
  };
  const wake = (): void => {
    clearTimeout(timer);
    if (stopped) return;
    if (running !== undefined) again = true;
    else running = step();
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
