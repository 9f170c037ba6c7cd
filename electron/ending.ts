/**
 * Ends the station in a fixed order: when the app quits, the windows first, so that they take no
 * more input; then the parts in the order in which they were added; the log last.
 */
import { app } from "electron";
import type { Log } from "../core/base/log.ts";

export type Ending = {
  /** Adds a part to stop, after the parts added before. @returns Function that removes the part. */
  add(stop: () => Promise<void>): () => void;
  /** Ends the station now, with this exit code. */
  end(code: number): Promise<void>;
  /** Ends the station as a signal does: in order, without questions. */
  force(): void;
  /** Returns whether a signal or `force` ends the station, so that no question is asked. */
  isForced(): boolean;
};

/**
 * Longest wait for one stop, ms, so that a hanging stop does not keep the station open. The core
 * limits its own stop to two seconds.
 */
const STOP_WITHIN_MS = 3_000;
const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
/**
 * The library that stores the window's settings raises a received signal again at once. A person's
 * second signal comes later than this, ms.
 */
const RAISED_AGAIN_WITHIN_MS = 250;

/** Prepares ending; must run before the app is ready. `log` is closed last. */
export function prepareEnding(log: Log & { close(): Promise<void> }): Ending {
  const stops = new Set<() => Promise<void>>();
  let ending: Promise<void> | undefined;
  let isForced = false;

  async function stopAll(): Promise<void> {
    for (const stop of stops) {
      await Promise.race([
        stop(),
        new Promise((resolve) => setTimeout(resolve, STOP_WITHIN_MS)),
      ]).catch((err: unknown) =>
        log.error({ err }, "a part of the station did not stop correctly"),
      );
    }
    await log.close();
  }

  function end(code: number): Promise<void> {
    ending ??= stopAll().finally(() => app.exit(code));
    return ending;
  }

  /* Without these handlers Electron would quit by itself before the core has stopped or a
     failed start was shown. */
  app.on("window-all-closed", () => {});
  app.on("will-quit", (event) => {
    event.preventDefault();
    void end(0);
  });
  void app
    .whenReady()
    .then(() => SIGNALS.forEach((signal) => quitAt(signal, () => (isForced = true))));
  return {
    add(stop) {
      stops.add(stop);
      return () => void stops.delete(stop);
    },
    end,
    force() {
      isForced = true;
      app.quit();
    },
    isForced: () => isForced,
  };
}

/**
 * Handles a signal: the first signal ends the station in order. A signal that comes
 * RAISED_AGAIN_WITHIN_MS or more after the first has the system's default effect and ends the
 * process at once.
 */
function quitAt(signal: NodeJS.Signals, force: () => void): void {
  let first: number | undefined;
  process.on(signal, () => {
    const now = performance.now();
    first ??= now;
    force();
    if (now - first < RAISED_AGAIN_WITHIN_MS) return app.quit();
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
