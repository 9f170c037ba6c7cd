/**
 * Shows a station that has opened, and starts what needs an open station: tray, updates, picture.
 */
import { resolve } from "node:path";
import { app, type BrowserWindow } from "electron";
import type { Services } from "./desktop.ts";
import type { DesktopLog } from "./log/desktop-log.ts";
import type { Options } from "./options.ts";
import type { OpeningStation } from "./station.ts";
import type { Starts } from "./updates/starts.ts";
import { untilUsable } from "./windows/station-window.ts";
import { takePicture } from "./windows/take-picture.ts";

/** Waits until the screen is usable, and reports that on stdout. Quits if the window was closed. */
export async function showOpenStation(
  window: BrowserWindow,
  station: OpeningStation,
  { screenshot }: Options,
  log: DesktopLog,
  { shell, starts, updates }: Services & { readonly starts: Starts | undefined },
): Promise<void> {
  app.on("window-all-closed", () => app.quit());
  if (window.isDestroyed()) return app.quit();
  const core = await station.core;
  const { started } = core;
  const simulator = await station.simulator;
  log.info(
    { version: app.getVersion(), electron: process.versions.electron, url: started.url },
    "the station is open",
  );
  await untilUsable(window);
  starts?.works();
  core.warmUp();
  shell
    .open(started.url)
    .catch((err: unknown) => log.warn({ err }, "the tray icon could not be shown"));
  updates.open().catch((err: unknown) => log.warn({ err }, "this program cannot look for updates"));
  if (screenshot !== undefined) await takePicture(window, resolve(screenshot));
  // One line for the program that started Packbench and waits until it is ready.
  process.stdout.write(
    `${JSON.stringify({ ready: true, url: started.url, screenshot: screenshot ?? null, simulator: simulator?.url ?? null, recoveryKey: started.recoveryKey })}\n`,
  );
}
