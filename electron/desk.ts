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
import { openWindowSettings } from "./settings/window-settings.ts";
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
  /** Absent: the starts of this program are not counted. */ readonly starts: Starts | undefined;
  readonly dataFolder: string;
  /** Whether it is that of all users of the computer. */ readonly forAllUsers: boolean;
  readonly windowFolder: string;
  readonly options: Options;
  readonly ending: Ending;
  readonly errands: Errands;
  readonly log: DeskLog;
};

/**
 * After the app is ready. Shows the station that is being opened, and tries again as often as the
 * person in front of it asks for.
 */
export async function openDesk(
  { starts, dataFolder, forAllUsers, windowFolder, options, ending, errands, log }: DeskParts,
  first: OpeningStation,
  openAgain: (became?: Became) => OpeningStation,
): Promise<void> {
  denyPermissions();
  serveAppScheme(join(import.meta.dirname, "..", "renderer"));
  const settings = openWindowSettings(windowFolder, log);
  let window: BrowserWindow | undefined;
  let takesLinks = false;
  const receiver = {
    show: () => window !== undefined && bringToFront(window),
    takesLinks: () => takesLinks,
    link: (news: LinkNews) => emit("window:link", news),
  };
  errands.deliverTo(receiver);
  let station = first;
  let language = languageOf(settings.get("language"), app.getLocale());
  // A self-check is of the program, and sets nothing up.
  const policy = options.selfCheck === undefined ? policyOrNone(options.policy, log) : {};
  const isKiosk = isShared(options, policy);
  const shell = createShell({
    unattended: options.unattended,
    isKiosk,
    settings,
    log,
    isForced: ending.isForced,
    language: () => language,
    core: () => station.core,
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
  const named = options.data === undefined ? [] : ["--data", dataFolder];
  const signIn = autostart(named);
  applyPolicy({ autostart: signIn, policy, log });
  // The screen sends its language when it opens.
  const useLanguage = (chosen: Language): void => {
    language = chosen;
    showMenu({ language, isKiosk, apiUrl: async () => (await station.core).started.url, log });
    shell.retitle();
  };
  answerScreen({
    core: () => station.core.catch(never),
    simulator: () => station.simulator,
    upgrade: () => station.upgrade(),
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
    useLanguage,
  });
  for (;;) {
    // The screen loads while the core opens; what it asks waits for the core.
    window = openDeskWindow(settings, log, isKiosk);
    shell.watch(window);
    reviveScreen(window, {
      language: () => language,
      unattended: options.unattended,
      isKiosk,
      quit: () => app.quit(),
      log,
    });
    station.onState(shell.changed);
    loadFetch();
    const why = await station.core.then(() => undefined, station.whyNot);
    if (why === undefined && options.selfCheck !== undefined)
      return await checkSelf(window, station, dataFolder, ending);
    if (why === undefined) {
      await show(window, station, options, log, { shell, starts, updates });
      if (!options.demo) registerLinks(named);
      takesLinks = true;
      return errands.deliverTo(receiver);
    }
    starts?.failedBy(why.name);
    window.destroy();
    useLanguage(languageOf(settings.get("language"), app.getLocale()));
    const words = wordsFor(why, dataFolder, language);
    const { title, text } = wordsFor(why, dataFolder, "en");
    say(`${title}. ${text}`);
    const chosen = options.unattended
      ? "closed"
      : await showBadStart(words, language, why.name === "OtherMachineError" ? BECAME : []);
    if (chosen === "closed" && (!isKiosk || options.unattended || ending.isForced()))
      return await ending.end(1);
    station = openAgain(chosen === "retry" || chosen === "closed" ? undefined : chosen);
  }
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
