/** The desk's window over a station that is being opened, what the screen may ask of this process, and what is shown when the station cannot open. */
import { join, resolve } from "node:path";
import { app, type BrowserWindow } from "electron";
import type { Ending } from "./ending.ts";
import { answerScreen } from "./ipc/answer-screen.ts";
import type { DeskLog } from "./log/desk-log.ts";
import type { Options } from "./options.ts";
import { openPractice } from "./practice.ts";
import { say } from "./say.ts";
import { openWindowSettings } from "./settings/window-settings.ts";
import type { OpeningStation } from "./station.ts";
import { serveAppScheme } from "./windows/app-scheme.ts";
import { showBadStart } from "./windows/bad-start.ts";
import { languageOf, wordsFor, type Language } from "./windows/bad-start-words.ts";
import { openDeskWindow, untilUsable } from "./windows/desk-window.ts";
import { denyPermissions } from "./windows/guard.ts";
import { showMenu } from "./windows/menu.ts";
import { takePicture } from "./windows/take-picture.ts";

/** `windowFolder`: of the window's own files. */
type DeskParts = { readonly dataFolder: string; readonly windowFolder: string; readonly options: Options; readonly ending: Ending; readonly log: DeskLog };

/** After the app is ready. Shows the station that is being opened, and tries again as often as the person in front of it asks for. */
export async function openDesk({ dataFolder, windowFolder, options, ending, log }: DeskParts, first: OpeningStation, openAgain: () => OpeningStation): Promise<void> {
  denyPermissions();
  serveAppScheme(join(import.meta.dirname, "..", "renderer"));
  const settings = openWindowSettings(windowFolder, log);
  let window: BrowserWindow | undefined;
  let station = first;
  app.on("second-instance", () => bringToFront(window));
  // The screen sends its language when it opens.
  const useLanguage = (language: Language): void => showMenu({ language, apiUrl: async () => (await station.core).started.url, log });
  answerScreen({ core: () => station.core.catch(never), simulator: () => station.simulator, upgrade: () => station.upgrade(), settings, log, testMode: options.demo, practise: () => openPractice(dataFolder, log), useLanguage });
  for (;;) {
    // The screen loads while the core opens; what it asks waits for the core.
    window = openDeskWindow(settings, log);
    loadFetch();
    const why = await station.core.then(() => undefined, station.whyNot);
    if (why === undefined) return await show(window, station, options, log);
    window.destroy();
    const language = languageOf(settings.get("language"), app.getLocale());
    useLanguage(language);
    const words = wordsFor(why, dataFolder, language);
    const { title, text } = wordsFor(why, dataFolder, "en");
    say(`${title}. ${text}`);
    if (options.unattended || (await showBadStart(words, language)) === "closed") return await ending.end(1);
    station = openAgain();
  }
}

async function show(window: BrowserWindow, station: OpeningStation, { screenshot }: Options, log: DeskLog): Promise<void> {
  app.on("window-all-closed", () => app.quit());
  if (window.isDestroyed()) return app.quit();
  const core = await station.core;
  const { started } = core;
  const simulator = await station.simulator;
  log.info({ version: app.getVersion(), electron: process.versions.electron, url: started.url }, "the station is open");
  await untilUsable(window);
  core.warmUp();
  if (screenshot !== undefined) await takePicture(window, resolve(screenshot));
  // For the program that started us: what it waits for, on one line.
  process.stdout.write(`${JSON.stringify({ ready: true, url: started.url, screenshot: screenshot ?? null, simulator: simulator?.url ?? null })}\n`);
}

/** Node loads its fetch when one of its names is first read, some 60 ms: while the page's process starts, and not when it asks for its first file. */
function loadFetch(): unknown {
  return globalThis.Request;
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
