/** Kills the core's thread of a real window, as a fault would. */
import type { DeskWindow } from "./window.ts";

/** Files to replace (`names`) or delete (`gone`) between the thread's end and its next start. */
type Swap = {
  readonly from: string;
  readonly to: string;
  readonly names: readonly string[];
  readonly gone: readonly string[];
};

/**
 * Kills the core's thread at its next message. The program then restarts it.
 */
export async function killCore({ app, page }: DeskWindow, swap?: Swap): Promise<void> {
  await app.evaluate(
    (_electron, { from, to, names, gone }) => {
      const { Worker } = process.getBuiltinModule("node:worker_threads");
      const { copyFileSync, rmSync } = process.getBuiltinModule("node:fs");
      const usual = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (...message) {
        if (this.threadName !== undefined && this.threadName !== "core")
          return usual.apply(this, message);
        Worker.prototype.postMessage = usual;
        // The program's own exit listener starts the next thread after all listeners have run.
        this.once("exit", () => {
          // Removed, not overwritten, because child threads of the killed thread may still have the
          // files open.
          for (const name of [...gone, ...names]) rmSync(`${to}/${name}`, { force: true });
          for (const name of names) copyFileSync(`${from}/${name}`, `${to}/${name}`);
        });
        void this.terminate();
      };
    },
    swap ?? { from: "", to: "", names: [], gone: [] },
  );
  await page.evaluate(() =>
    window.bridge.invoke("api:request", { method: "GET", path: "/station/desk" }).catch(() => null),
  );
}
