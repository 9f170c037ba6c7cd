/**
 * The desktop station: one window over one core. This file is only the order of things; each thing has its own file.
 *
 * An ES module's top level must not await `app.whenReady()`: the app becomes ready only after it has run.
 */
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { app, type BrowserWindow } from "electron";
import { keepNewFilesPrivate } from "../core/base/private-folder.ts";
import { prepareEnding } from "./ending.ts";
import { answerScreen } from "./ipc/answer-screen.ts";
import { openDeskLog, logUncaught } from "./log/desk-log.ts";
import { readOptionsOrLeave } from "./options.ts";
import { defaultDataFolder, makeWindowFolder } from "./settings/data-folder.ts";
import { openWindowSettings } from "./settings/window-settings.ts";
import { openPractice } from "./practice.ts";
import { openStation, type OpeningStation } from "./station.ts";
import { declareAppScheme, serveAppScheme } from "./windows/app-scheme.ts";
import { showBadStart } from "./windows/bad-start.ts";
import { languageOf, wordsFor, type Language } from "./windows/bad-start-words.ts";
import { openDeskWindow, untilUsable } from "./windows/desk-window.ts";
import { showMenu } from "./windows/menu.ts";
import { denyPermissions, guardAllContents } from "./windows/guard.ts";
import { takePicture } from "./windows/take-picture.ts";

const options = readOptionsOrLeave(process.argv.slice(app.isPackaged ? 1 : 2));
const dataFolder = resolve(options.data ?? defaultDataFolder(options.demo));

keepNewFilesPrivate();
/* The window's own files lie in the data folder, so that Chromium's single-instance lock is one per data folder. */
const windowFolder = makeWindowFolder(dataFolder);
app.setPath("userData", windowFolder.path);
if (windowFolder.isTemporary) process.once("exit", () => rmSync(windowFolder.path, { recursive: true, force: true }));

const log = openDeskLog(dataFolder);
logUncaught(log);
const ending = prepareEnding(log);
declareAppScheme();
guardAllContents();

if (!windowFolder.isTemporary && !app.requestSingleInstanceLock()) {
  say(`Packbench is already open on ${dataFolder}; its window was brought to the front.`);
  app.exit(0);
} else {
  // The longest part of a start, begun before the app is ready: a window needs the app, the core does not.
  const first = openStation({ dataFolder, options, ending, log });
  void app.whenReady().then(() => open(first)).catch((err: unknown) => {
    log.error({ err }, "the station did not open");
    say(`Packbench could not start: ${err instanceof Error ? err.message : String(err)}`);
    return ending.end(1);
  });
}

/** Shows the station that is being opened, and tries again as often as the person in front of it asks for. */
async function open(first: OpeningStation): Promise<void> {
  denyPermissions();
  serveAppScheme(join(import.meta.dirname, "..", "renderer"));
  const settings = openWindowSettings(windowFolder.path, log);
  let window: BrowserWindow | undefined;
  let station = first;
  app.on("second-instance", () => bringToFront(window));
  const useLanguage = (language: Language): void => showMenu({ language, apiUrl: async () => (await station.core).started.url, log });
  useLanguage(languageOf(settings.get("language"), app.getLocale()));
  answerScreen({ core: () => station.core.catch(never), simulator: () => station.simulator, settings, log, testMode: options.demo, practise: () => openPractice(dataFolder, log), useLanguage });
  for (;;) {
    // The screen loads while the core opens; what it asks waits for the core.
    window = openDeskWindow(settings, log);
    const why = await station.core.then(() => undefined, station.whyNot);
    if (why === undefined) return await show(window, station);
    window.destroy();
    const language = languageOf(settings.get("language"), app.getLocale());
    const words = wordsFor(why, dataFolder, language);
    const { title, text } = wordsFor(why, dataFolder, "en");
    say(`${title}. ${text}`);
    if (options.unattended || (await showBadStart(words, language)) === "closed") return await ending.end(1);
    station = openStation({ dataFolder, options, ending, log });
  }
}

async function show(window: BrowserWindow, station: OpeningStation): Promise<void> {
  app.on("window-all-closed", () => app.quit());
  if (window.isDestroyed()) return app.quit();
  const core = await station.core;
  const { started } = core;
  const simulator = await station.simulator;
  log.info({ version: app.getVersion(), electron: process.versions.electron, url: started.url }, "the station is open");
  await untilUsable(window);
  core.warmUp();
  const { screenshot } = options;
  if (screenshot !== undefined) await takePicture(window, resolve(screenshot));
  // For the program that started us: what it waits for, on one line.
  process.stdout.write(`${JSON.stringify({ ready: true, url: started.url, screenshot: screenshot ?? null, simulator: simulator?.url ?? null })}\n`);
}

/** A failed start is shown in a window of its own; the screen that was loading gets no answer and is closed. */
function never(): Promise<never> {
  return new Promise(() => {});
}

function bringToFront(window: BrowserWindow | undefined): void {
  if (window === undefined || window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.focus();
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
