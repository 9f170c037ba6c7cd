/**
 * The desktop station: one window over one core. This file is only the order of things; each thing has its own file.
 *
 * An ES module's top level must not await `app.whenReady()`: the app becomes ready only after it has run.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { app, dialog, type BrowserWindow } from "electron";
import { BadStartError, startCore, type CoreHost, type CoreState } from "./core-host.ts";
import { emit, handle } from "./ipc/handle.ts";
import { readOptions, type Options } from "./options.ts";
import { isStandIn } from "./runtime/is-stand-in.ts";
import { defaultDataFolder } from "./settings/data-folder.ts";
import { openWindowSettings } from "./settings/window-settings.ts";
import { declareAppScheme, serveAppScheme } from "./windows/app-scheme.ts";
import { showBadStart, wordsFor } from "./windows/bad-start.ts";
import { chooseFile } from "./windows/choose-file.ts";
import { openDeskWindow, untilUsable } from "./windows/desk-window.ts";
import { denyPermissions, guardAllContents } from "./windows/guard.ts";

const options = readOptions(process.argv.slice(app.isPackaged ? 1 : 2));
const dataFolder = resolve(options.data ?? defaultDataFolder(options.demo));

/* The window's own files lie in the data folder, so that Chromium's single-instance lock is one per data folder. */
mkdirSync(join(dataFolder, "window"), { recursive: true });
app.setPath("userData", join(dataFolder, "window"));

declareAppScheme();
guardAllContents();

if (!app.requestSingleInstanceLock()) {
  console.error(`Packbench is already open on ${dataFolder}; its window was brought to the front.`);
  app.exit(0);
} else {
  void app.whenReady().then(() => open(options)).catch(leaveWith);
}

async function open({ demo, port, screenshot }: Options): Promise<void> {
  denyPermissions();
  serveAppScheme(join(import.meta.dirname, "..", "renderer"));
  const settings = openWindowSettings(app.getPath("userData"));
  const config = { dataDir: dataFolder, resourcesDir: join(app.getAppPath(), "resources"), port, demo };
  const starting = startCore(join(import.meta.dirname, "core-worker.js"), config, {
    onFact: (fact) => emit("core:event", fact),
    onState: (state) => tell(window, state),
  });
  // The screen loads while the core opens; what it asks waits for the core.
  answerScreen(starting, settings.set);
  const window = openDeskWindow(settings);
  app.on("second-instance", () => bringToFront(window));
  stopWithWindow(starting, window);
  await starting.catch((error: unknown) => {
    window.destroy();
    throw error;
  });
}

export {};
