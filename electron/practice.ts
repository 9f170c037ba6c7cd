/**
 * A second station beside the real one, for learning: sample orders, a simulated printer that can
 * be set to run out of paper, and no purchase that counts. It is this program once more, on a
 * folder of its own; a second call brings its window to the front, by the single-instance lock of
 * that folder.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { app } from "electron";
import { errors } from "../core/base/errors.ts";
import type { Log } from "../core/base/log.ts";
import { practiceFolder } from "./settings/data-folder.ts";

/** What the person who started this program had to set for a window to open at all. */
const KEPT_SWITCHES = ["no-sandbox", "disable-gpu"];

/**
 * @param dataFolder Of this station; where all users of the computer have one, the folder that this
 *   user would have. Resolves when the program has begun; its window follows.
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
