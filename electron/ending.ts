/**
 * How the station ends, for every cause: the window first, so that no more input is taken, then the
 * parts behind it in the order in which they were added, and the log last.
 */
import { app } from "electron";
import type { Log } from "../core/base/log.ts";

export type Ending = {
  /** What is to be stopped, after what was added before it. @returns Takes it back. */
  add(stop: () => Promise<void>): () => void;
  /** Ends the station now, with this exit code. */
  end(code: number): Promise<void>;
  /** Ends the station as a signal does: in its order, and nothing is asked. */
  force(): void;
  /** Whether a signal ends the station: nothing is asked then. */
  isForced(): boolean;
};

/**
 * A stop that hangs must not keep the station open. The core alone ends itself within two seconds.
 */
const STOP_WITHIN_MS = 3_000;
const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
/**
 * A library of the window's settings raises a signal that it was sent once more, at once. A
 * person's second one comes later.
 */
const RAISED_AGAIN_WITHIN_MS = 250;

/** Before the app is ready; `log` is closed as the last one. */
export function prepareEnding(log: Log & { close(): Promise<void> }): Ending {
  const stops = new Set<() => Promise<void>>();
  let ending: Promise<void> | undefined;
  let isForced = false;

  async function stopAll(): Promise<void> {
    for (const stop of stops) {
      await Promise.race([
        stop(),
        new Promise((resolve) => setTimeout(resolve, STOP_WITHIN_MS)),
      ]).catch((err: unknown) => log.error({ err }, "something did not stop as it should"));
    }
    await log.close();
  }

  function end(code: number): Promise<void> {
    ending ??= stopAll().finally(() => app.exit(code));
    return ending;
  }

  /*
   * Electron would quit here by itself, before a core has stopped and before a failed start has
   * been shown.
   */
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
 * The first one ends the station in its order; one more, later, is the system's own: it ends the
 * process where it stands.
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
