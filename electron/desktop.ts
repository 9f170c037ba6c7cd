/**
 * The window and its services: the tray and quitting, updates, the answers to the screen, and the
 * language. The services outlive an attempt to open the station; each attempt gets a new window.
 */
import { app, type BrowserWindow } from "electron";
import type { Policy } from "../core/base/policy.ts";
import type { Ending } from "./ending.ts";
import type { Errands } from "./errands/errands.ts";
import { answerScreen } from "./ipc/answer-screen.ts";
import type { DesktopLog } from "./log/desktop-log.ts";
import type { Options } from "./options.ts";
import { openPractice } from "./practice.ts";
import type { autostart } from "./settings/autostart.ts";
import { defaultDataFolder } from "./settings/data-folder.ts";
import { desktopSettings } from "./settings/desktop.ts";
import type { SettingsStore } from "./settings/window-settings.ts";
import { createShell, type Shell } from "./shell.ts";
import type { OpeningStation } from "./station.ts";
import { createDesktopUpdates, type DesktopUpdates } from "./updates/open-updates.ts";
import type { Starts } from "./updates/starts.ts";
import type { Language } from "./windows/bad-start-words.ts";
import { openStationWindow } from "./windows/station-window.ts";
import { showMenu } from "./windows/menu.ts";
import { reviveScreen } from "./windows/revive.ts";

export type DesktopParts = {
  /** undefined: starts of this program are not counted. */
  readonly starts: Starts | undefined;
  readonly dataFolder: string;
  /** Whether the data folder belongs to all users of the computer. */
  readonly forAllUsers: boolean;
  /** Folder of the window's files. */
  readonly windowFolder: string;
  readonly options: Options;
  readonly ending: Ending;
  readonly errands: Errands;
  readonly log: DesktopLog;
};

export type Desktop = {
  readonly parts: DesktopParts;
  readonly settings: SettingsStore;
  readonly policy: Policy;
  readonly isKiosk: boolean;
  /** `takesLinks`: the station is open, so the screen can show the order of a link. */
  readonly shown: { window: BrowserWindow | undefined; takesLinks: boolean };
  /** The latest attempt to open the station. */
  station: OpeningStation;
  language: Language;
};

export type Services = { readonly shell: Shell; readonly updates: DesktopUpdates };

/** Creates the shell (tray, closing, quitting) and the updates of this program. */
export function startServices(desktop: Desktop): Services {
  const { settings, policy, isKiosk } = desktop;
  const { starts, dataFolder, options, ending, log } = desktop.parts;
  const shell = createShell({
    unattended: options.unattended,
    isKiosk,
    settings,
    log,
    isForced: ending.isForced,
    language: () => desktop.language,
    core: () => desktop.station.core,
    beforeQuiet: async () => updates.beforeQuiet(),
  });
  const updates: DesktopUpdates = createDesktopUpdates({
    dataFolder,
    isPractice: options.demo,
    policy,
    wentBackFrom: starts?.wentBackFrom ?? null,
    ending,
    log,
    unfinished: shell.unfinished,
    quit: shell.quitNow,
  });
  return { shell, updates };
}

/**
 * Registers the answers to the screen's requests, for this and later attempts to open the station.
 */
export function answerScreenOf(
  desktop: Desktop,
  {
    shell,
    updates,
    signIn,
  }: Services & {
    readonly signIn: ReturnType<typeof autostart>;
  },
): void {
  const { settings, policy, isKiosk } = desktop;
  const { dataFolder, forAllUsers, options, log } = desktop.parts;
  answerScreen({
    core: () => desktop.station.core.catch(pending),
    simulator: () => desktop.station.simulator,
    upgrade: () => desktop.station.upgrade(),
    settings,
    log,
    testMode: options.demo,
    isKiosk,
    openPractice: () => openPractice(forAllUsers ? defaultDataFolder(false) : dataFolder, log),
    desktop: desktopSettings({
      settings,
      autostart: signIn,
      policy,
      log,
      hasTray: shell.hasTray,
      isKiosk,
    }),
    updates: updates.answer,
    atWork: updates.atWork,
    onLanguage: (language) => setLanguage(desktop, shell, language),
  });
}

/** Shows menus and the tray in this language. The screen sends its language when it opens. */
export function setLanguage(desktop: Desktop, shell: Shell, language: Language): void {
  const { isKiosk, parts } = desktop;
  desktop.language = language;
  const apiUrl = async () => (await desktop.station.core).started.url;
  showMenu({ language, isKiosk, apiUrl, log: parts.log });
  shell.retitle();
}

/** Opens a window for the latest attempt to open the station. */
export function openWindow(desktop: Desktop, shell: Shell): BrowserWindow {
  const { settings, isKiosk } = desktop;
  const { options, log } = desktop.parts;
  const window = openStationWindow(settings, log, isKiosk);
  desktop.shown.window = window;
  shell.watch(window);
  reviveScreen(window, {
    language: () => desktop.language,
    unattended: options.unattended,
    isKiosk,
    quit: () => app.quit(),
    log,
  });
  return window;
}

/**
 * Returns a promise that never settles: another window shows the failed start, and the screen that
 * was loading is closed without an answer.
 */
function pending(): Promise<never> {
  return new Promise(() => {});
}
