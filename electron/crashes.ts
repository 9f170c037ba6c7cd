/**
 * Crash dumps of this program's processes: written into the data folder, its user's alone, and
 * never sent. See core/base/crash-dumps.ts for which stay.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { app, crashReporter } from "electron";
import { CRASH_FOLDER, pruneCrashDumps } from "../core/base/crash-dumps.ts";
import type { Log } from "../core/base/log.ts";

/** A dump is whole some seconds after its process is gone. */
const WRITTEN_AFTER_MS = 10_000;

/**
 * Before the app is ready, so that the first page's process is watched too. A folder that cannot be
 * written keeps no dumps.
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
