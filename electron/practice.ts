/**
 * A second station for learning: sample orders, a simulated printer that can run out of paper, and
 * no purchase that counts. The practice station is another process of this program with a separate
 * folder; opening it a second time brings its window to the front, by that folder's single-instance
 * lock.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { app } from "electron";
import { errors } from "../core/base/errors.ts";
import type { Log } from "../core/base/log.ts";
import { practiceFolder } from "./settings/data-folder.ts";

/** Switches passed on to the practice station, because its window may not open without them. */
const KEPT_SWITCHES = ["no-sandbox", "disable-gpu"];

/**
 * Starts the practice station. Resolves when the program has started; its window follows.
 *
 * @param dataFolder Folder of this station; in an installation for all users, the folder that this
 *   user's own station would have.
 * @throws AppError E2079
 */
export async function openPractice(dataFolder: string, log: Log): Promise<void> {
  const program = app.isPackaged ? [] : [app.getAppPath()];
  const switches = KEPT_SWITCHES.filter((name) => app.commandLine.hasSwitch(name)).map(
    (name) => `--${name}`,
  );
  const child = spawn(
    process.execPath,
    [
      ...program,
      ...switches,
      "--demo",
      "--simulator",
      "--port",
      "0",
      "--data",
      practiceFolder(dataFolder),
    ],
    { detached: true, stdio: "ignore" },
  );
  try {
    await once(child, "spawn");
  } catch (err) {
    log.warn({ err }, "the practice station could not be started");
    throw errors.practiceNotOpened();
  }
  child.unref();
}
