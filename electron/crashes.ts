/**
 * Crash dumps of this program's processes: written into the data folder, readable only by the user
 * who runs this program, and never sent. core/base/crash-dumps.ts decides which are kept.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { app, crashReporter } from "electron";
import { CRASH_FOLDER, pruneCrashDumps } from "../core/base/crash-dumps.ts";
import type { Log } from "../core/base/log.ts";

/** Wait before pruning, ms: a dump is complete some seconds after its process has ended. */
const WRITTEN_AFTER_MS = 10_000;

/**
 * Sets the folder for crash dumps; must run before the app is ready, so that the first page's
 * process is included. If the folder cannot be written, no dumps are kept.
 */
export function keepCrashes(dataFolder: string, log: Log): void {
  const folder = join(dataFolder, CRASH_FOLDER);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    app.setPath("crashDumps", folder);
    crashReporter.start({ uploadToServer: false, compress: false, ignoreSystemCrashHandler: true });
  } catch (err) {
    log.warn({ err }, "crash dumps are not kept");
    return;
  }
  const prune = (): void => pruneCrashDumps(dataFolder, Date.now());
  const pruneLater = (): void => void setTimeout(prune, WRITTEN_AFTER_MS).unref();
  pruneLater();
  app.on("render-process-gone", pruneLater);
  app.on("child-process-gone", pruneLater);
}
