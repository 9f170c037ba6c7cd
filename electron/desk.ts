/**
 * The desk's window over a station that is being opened, what the screen may ask of this process,
 * and what is shown when the station cannot open.
 */
import { join, resolve } from "node:path";
import { app, type BrowserWindow } from "electron";
import type { Policy } from "../core/base/policy.ts";
import { becameSchema, type Became } from "../core/db/machine.schema.ts";
import type { Ending } from "./ending.ts";
import { registerLinks, type Errands, type LinkNews } from "./errands/errands.ts";
import { answerScreen } from "./ipc/answer-screen.ts";
import { emit } from "./ipc/handle.ts";
import type { DeskLog } from "./log/desk-log.ts";
import type { Options } from "./options.ts";
import { openPractice } from "./practice.ts";
import { say } from "./say.ts";
import { bringToFront, createShell, type Shell } from "./shell.ts";
import { defaultDataFolder } from "./settings/data-folder.ts";
import { autostart } from "./settings/autostart.ts";
import { applyPolicy, desktopSettings, policyOrNone } from "./settings/desktop.ts";
import { openWindowSettings, type SettingsStore } from "./settings/window-settings.ts";
import type { OpeningStation } from "./station.ts";
import { createDeskUpdates, type DeskUpdates } from "./updates/open-updates.ts";
import type { Starts } from "./updates/starts.ts";
import { serveAppScheme } from "./windows/app-scheme.ts";
import { showBadStart } from "./windows/bad-start.ts";
import { languageOf, wordsFor, type Language } from "./windows/bad-start-words.ts";
import { openDeskWindow, untilUsable } from "./windows/desk-window.ts";
import { denyPermissions } from "./windows/guard.ts";
import { showMenu } from "./windows/menu.ts";
import { reviveScreen } from "./windows/revive.ts";
import { takePicture } from "./windows/take-picture.ts";

/** The safe answer first: it has the focus. */
const BECAME: readonly Became[] = [becameSchema.enum.copied, becameSchema.enum.moved];

/** `windowFolder`: of the window's own files. */
type DeskParts = {
  /** Absent: the starts of this program are not counted. */
  readonly starts: Starts | undefined;
  readonly dataFolder: string;
  /** Whether it is that of all users of the computer. */
  readonly forAllUsers: boolean;
  readonly windowFolder: string;
  readonly options: Options;
  readonly ending: Ending;
  readonly errands: Errands;
  readonly log: DeskLog;
};

/** `takesLinks`: the station is open, and links are for it. */
type Shown = { window: BrowserWindow | undefined; takesLinks: boolean };

type Desk = {
  readonly parts: DeskParts;
  readonly settings: SettingsStore;
  readonly policy: Policy;
  readonly isKiosk: boolean;
  readonly shown: Shown;
  station: OpeningStation;
  language: Language;
};

/**
 * After the app is ready. Shows the station that is being opened, and tries again as often as the
 * person in front of it asks for.
 */
export async function openDesk(
  parts: DeskParts,
  first: OpeningStation,
  openAgain: (became?: Became) => OpeningStation,
): Promise<void> {
  const { starts, dataFolder, windowFolder, options, ending, errands, log } = parts;
  denyPermissions();
  serveAppScheme(join(import.meta.dirname, "..", "renderer"));
  const settings = openWindowSettings(windowFolder, log);
  const shown: Shown = { window: undefined, takesLinks: false };
  const receiver = {
    show: () => shown.window !== undefined && bringToFront(shown.window),
    takesLinks: () => shown.takesLinks,
    link: (news: LinkNews) => emit("window:link", news),
  };
  errands.deliverTo(receiver);
  const language = languageOf(settings.get("language"), app.getLocale());
  // A self-check is of the program, and sets nothing up.
  const policy = options.selfCheck === undefined ? policyOrNone(options.policy, log) : {};
  const isKiosk = isShared(options, policy);
  const desk: Desk = { parts, settings, policy, isKiosk, shown, station: first, language };
  const { shell, updates } = openAround(desk);
  const named = options.data === undefined ? [] : ["--data", dataFolder];
  const signIn = autostart(named);
  applyPolicy({ autostart: signIn, policy, log });
  answerFor(desk, { shell, updates, signIn });
  for (;;) {
    // The screen loads while the core opens; what it asks waits for the core.
    const window = openWindow(desk, shell);
    const { station } = desk;
    station.onState(shell.changed);
    loadFetch();
    const why = await station.core.then(() => undefined, station.whyNot);
    if (why === undefined && options.selfCheck !== undefined)
      return await checkSelf(window, station, dataFolder, ending);
    if (why === undefined) {
      await show(window, station, options, log, { shell, starts, updates });
      if (!options.demo) registerLinks(named);
      shown.takesLinks = true;
      return errands.deliverTo(receiver);
    }
    starts?.failedBy(why.name);
    window.destroy();
    useLanguage(desk, shell, languageOf(settings.get("language"), app.getLocale()));
    const words = wordsFor(why, dataFolder, desk.language);
    const { title, text } = wordsFor(why, dataFolder, "en");
    say(`${title}. ${text}`);
    const chosen = options.unattended
      ? "closed"
      : await showBadStart(words, desk.language, why.name === "OtherMachineError" ? BECAME : []);
    if (chosen === "closed" && (!isKiosk || options.unattended || ending.isForced()))
      return await ending.end(1);
    desk.station = openAgain(chosen === "retry" || chosen === "closed" ? undefined : chosen);
  }
}

/** What stands around the window, and the updates of this program. */
function openAround(desk: Desk): { readonly shell: Shell; readonly updates: DeskUpdates } {
  const { settings, policy, isKiosk } = desk;
  const { starts, dataFolder, options, ending, log } = desk.parts;
  const shell = createShell({
    unattended: options.unattended,
    isKiosk,
    settings,
    log,
    isForced: ending.isForced,
    language: () => desk.language,
    core: () => desk.station.core,
    beforeQuiet: async () => updates.beforeQuiet(),
  });
  const updates: DeskUpdates = createDeskUpdates({
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

function answerFor(
  desk: Desk,
  {
    shell,
    updates,
    signIn,
  }: {
    readonly shell: Shell;
    readonly updates: DeskUpdates;
    readonly signIn: ReturnType<typeof autostart>;
  },
): void {
  const { settings, policy, isKiosk } = desk;
  const { dataFolder, forAllUsers, options, log } = desk.parts;
  answerScreen({
    core: () => desk.station.core.catch(never),
    simulator: () => desk.station.simulator,
    upgrade: () => desk.station.upgrade(),
    settings,
    log,
    testMode: options.demo,
    isKiosk,
    practise: () => openPractice(forAllUsers ? defaultDataFolder(false) : dataFolder, log),
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
    useLanguage: (language) => useLanguage(desk, shell, language),
  });
}

/** The screen sends its language when it opens. */
function useLanguage(desk: Desk, shell: Shell, language: Language): void {
  const { isKiosk, parts } = desk;
  desk.language = language;
  const apiUrl = async () => (await desk.station.core).started.url;
  showMenu({ language, isKiosk, apiUrl, log: parts.log });
  shell.retitle();
}

function openWindow(desk: Desk, shell: Shell): BrowserWindow {
  const { settings, isKiosk } = desk;
  const { options, log } = desk.parts;
  const window = openDeskWindow(settings, log, isKiosk);
  desk.shown.window = window;
  shell.watch(window);
  reviveScreen(window, {
    language: () => desk.language,
    unattended: options.unattended,
    isKiosk,
    quit: () => app.quit(),
    log,
  });
  return window;
}

/** The policy comes before the command line. */
function isShared({ kiosk, selfCheck }: Options, policy: Policy): boolean {
  return selfCheck === undefined && (policy.kiosk ?? kiosk ?? false);
}

async function show(
  window: BrowserWindow,
  station: OpeningStation,
  { screenshot }: Options,
  log: DeskLog,
  {
    shell,
    starts,
    updates,
  }: { readonly shell: Shell; readonly starts: Starts | undefined; readonly updates: DeskUpdates },
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
    .catch((err: unknown) => log.warn({ err }, "the icon beside the clock could not be shown"));
  updates.open().catch((err: unknown) => log.warn({ err }, "this program cannot look for updates"));
  if (screenshot !== undefined) await takePicture(window, resolve(screenshot));
  // For the program that started us: what it waits for, on one line.
  process.stdout.write(
    `${JSON.stringify({ ready: true, url: started.url, screenshot: screenshot ?? null, simulator: simulator?.url ?? null })}\n`,
  );
}

/** Each check has a minute: a slow computer opens its first window in half of one. */
const CHECK_WITHIN_MS = 60_000;

async function checkSelf(
  window: BrowserWindow,
  station: OpeningStation,
  folder: string,
  ending: Ending,
): Promise<void> {
  const [{ runChecks, stationChecks }, { keepFound }] = await Promise.all([
    import("./self-check/checks.ts"),
    import("./self-check/self-check.ts"),
  ]);
  const checks = stationChecks({
    core: await station.core,
    window,
    simulator: station.simulator,
    usable: () => untilUsable(window),
  });
  keepFound(folder, await runChecks(checks, CHECK_WITHIN_MS));
  await ending.end(0);
}

/**
 * Node loads its fetch when one of its names is first read, some 60 ms: while the page's process
 * starts, and not when it asks for its first file.
 */
function loadFetch(): unknown {
  return globalThis.Request;
}

/**
 * A failed start is shown in a window of its own; the screen that was loading gets no answer and is
 * closed.
 */
function never(): Promise<never> {
  return new Promise(() => {});
}
