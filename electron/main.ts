/**
 * The desktop station: one window over one core. This file is only the order of things; each thing has its own file.
 *
 * An ES module's top level must not await `app.whenReady()`: the app becomes ready only after it has run.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { app, type BrowserWindow } from "electron";
import { silentLog } from "../core/base/log.ts";
import { keepNewFilesPrivate } from "../core/base/private-folder.ts";
import { BadStartError, startCore, type CoreHost } from "./core-host.ts";
import { emit, handle } from "./ipc/handle.ts";
import { readOptions, type Options } from "./options.ts";
import { isStandIn } from "./runtime/is-stand-in.ts";
import { importSampleOrders } from "./sample-orders.ts";
import { obtainDeskKey } from "./secrets/desk-key.ts";
import { systemKeyStore } from "./secrets/key-store.ts";
import { defaultDataFolder } from "./settings/data-folder.ts";
import { openWindowSettings, type SettingsStore } from "./settings/window-settings.ts";
import { declareAppScheme, serveAppScheme } from "./windows/app-scheme.ts";
import { showBadStart, wordsFor } from "./windows/bad-start.ts";
import { chooseFile } from "./windows/choose-file.ts";
import { openDeskWindow, untilUsable } from "./windows/desk-window.ts";
import { denyPermissions, guardAllContents } from "./windows/guard.ts";

const options = readOptions(process.argv.slice(app.isPackaged ? 1 : 2));
const dataFolder = resolve(options.data ?? defaultDataFolder(options.demo));

keepNewFilesPrivate();
/* The window's own files lie in the data folder, so that Chromium's single-instance lock is one per data folder. */
mkdirSync(join(dataFolder, "window"), { recursive: true });
app.setPath("userData", join(dataFolder, "window"));

declareAppScheme();
guardAllContents();
/* Electron would quit here by itself, before a core has stopped and before a bad start has been told. */
app.on("window-all-closed", () => {});

if (!app.requestSingleInstanceLock()) {
  say(`Packbench is already open on ${dataFolder}; its window was brought to the front.`);
  app.exit(0);
} else {
  void app.whenReady().then(() => open(options)).catch(leaveWith);
}

async function open({ demo, port, screenshot }: Options): Promise<void> {
  denyPermissions();
  serveAppScheme(join(import.meta.dirname, "..", "renderer"));
  const settings = openWindowSettings(app.getPath("userData"));
  const config = { dataDir: dataFolder, resourcesDir: join(app.getAppPath(), "resources"), port, demo, version: app.getVersion(), warmLabels: true };
  const starting = startCore(join(import.meta.dirname, "core-worker.js"), config, {
    onFact: ({ seq, topic, subjectID, at }) => emit("core:event", { seq, topic, subjectID, at }),
    onState: (state) => emit("core:state", { state }),
    keyFor: (expected) => obtainDeskKey({ folder: dataFolder, store: systemKeyStore, log: silentLog }, expected),
  });
  // The screen loads while the core opens; what it asks waits for the core.
  answerScreen(starting.catch(never), settings);
  const window = openDeskWindow(settings);
  app.on("second-instance", () => bringToFront(window));
  const core = await starting.catch((error: unknown) => {
    window.destroy();
    throw error;
  });
  stopWithWindow(core);
  if (window.isDestroyed()) return app.quit();
  if (demo) await importSampleOrders(core, config.resourcesDir);
  await untilUsable(window);
  if (screenshot !== undefined) await takePicture(window, resolve(screenshot));
  // For the program that started us: what it waits for, on one line.
  process.stdout.write(`${JSON.stringify({ ready: true, url: core.started.url, screenshot: screenshot ?? null })}\n`);
}

/** A start that failed is told in a window of its own; the screen that was loading gets no answer and goes away. */
function never(): Promise<never> {
  return new Promise(() => {});
}

function answerScreen(starting: Promise<CoreHost>, settings: SettingsStore): void {
  handle("api:request", async ({ method, path, body }) => (await starting).request(body === undefined ? { method, path } : { method, path, body }));
  handle("window:chooseFile", chooseFile);
  handle("window:setLanguage", ({ language }) => {
    settings.set("language", language);
    return null;
  });
  handle("app:info", async () => {
    const { started } = await starting;
    return { version: app.getVersion(), electron: process.versions.electron ?? "", standIn: isStandIn(), apiUrl: started.url, testMode: options.demo };
  });
}

/** The last window closes the station, and a station that is asked to end lets its core end first. */
function stopWithWindow(core: CoreHost): void {
  let stopped = false;
  app.on("window-all-closed", () => app.quit());
  app.on("will-quit", (event) => {
    if (stopped) return;
    event.preventDefault();
    void core.stop().finally(() => {
      stopped = true;
      app.quit();
    });
  });
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => app.quit());
}

function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.focus();
}

async function takePicture(window: BrowserWindow, file: string): Promise<void> {
  const picture = await window.webContents.capturePage();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, picture.toPNG());
}

/** Says why the station cannot open, in a window and on stderr, and ends with 1. */
async function leaveWith(error: unknown): Promise<void> {
  const why = error instanceof BadStartError ? error.why : { name: "Error", message: error instanceof Error ? error.message : String(error) };
  const words = wordsFor(why, dataFolder);
  say(`${words.title}. ${words.text}`);
  if (!options.unattended) await showBadStart(words);
  app.exit(1);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
