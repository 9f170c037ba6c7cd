/** The tray, what closing the window does, and the question before quitting. */
import { app, type BrowserWindow } from "electron";
import { z } from "zod";
import type { Log } from "../core/base/log.ts";
import type { CoreHost, CoreState } from "./core-host.ts";
import { guardQuitting } from "./quitting.ts";
import type { SettingsStore } from "./settings/window-settings.ts";
import { askInWindow } from "./windows/ask-window.ts";
import type { Language } from "./windows/bad-start-words.ts";
import { quitWords, unfinishedWords, type Unfinished } from "./windows/quit-words.ts";
import { createTray, type TrayIcon } from "./windows/tray.ts";
import { hasTrayHost } from "./windows/tray-host.ts";

type Deps = {
  readonly unattended: boolean;
  /** A shared station has no tray, and its window cannot be closed. */
  readonly isKiosk: boolean;
  readonly settings: SettingsStore;
  readonly log: Log;
  /** Returns whether a signal ends the station. */
  isForced(): boolean;
  language(): Language;
  core(): Promise<CoreHost>;
  /** Awaited before quitting when all work is finished. */
  beforeQuiet(): Promise<unknown>;
};

export type Shell = {
  /** Decides what closing this window does. */
  watch(window: BrowserWindow): void;
  /** Called when the station is open: shows the tray icon if there is a tray. */
  open(url: string | null): Promise<void>;
  changed(state: CoreState): void;
  /**
   * Returns whether the desktop has a tray. Without a tray, a window that stays open is minimized.
   */
  hasTray(): boolean;
  /** Called when the screen's language has changed. */
  retitle(): void;
  /** Returns the numbers of labels being sent, and of labels that batches have yet to print. */
  unfinished(): Promise<Unfinished>;
  /** Quits without a question. */
  quitNow(): void;
};

/** Creates the shell, after the app is ready. */
export function createShell({
  unattended,
  isKiosk,
  settings,
  log,
  isForced,
  language,
  core,
  beforeQuiet,
}: Deps): Shell {
  let tray: TrayIcon | undefined;
  let window: BrowserWindow | undefined;
  let state: CoreState = "running";
  let url: string | null = null;
  const facts = () => ({ language: language(), state, url });
  const unfinished = async (): Promise<Unfinished> => countUnfinished(await core());
  const quitting = guardQuitting({
    isKiosk,
    unattended,
    isForced,
    unfinished,
    ask: (found) => askBeforeQuitting(found, language()),
    beforeQuiet,
    log,
  });

  return {
    watch(opened) {
      window = opened;
      opened.on("session-end", quitting.endNow);
      opened.on("close", (event) => {
        if (quitting.isAgreed()) return;
        event.preventDefault();
        if (isKiosk) return;
        const kept = settings.get("onClose") ?? (tray === undefined ? "quit" : "keep");
        if (kept === "quit") app.quit();
        else if (tray === undefined) opened.minimize();
        else void intoTray(opened, settings, language);
      });
    },
    async open(address) {
      url = address;
      if (unattended || isKiosk || !(await hasTrayHost())) return;
      tray = createTray(() => window !== undefined && bringToFront(window), facts());
    },
    changed(now) {
      state = now;
      tray?.show(facts());
    },
    hasTray: () => tray !== undefined,
    retitle: () => tray?.show(facts()),
    unfinished,
    quitNow: quitting.endNow,
  };
}

async function askBeforeQuitting(found: Unfinished, language: Language): Promise<boolean> {
  const words = quitWords(language);
  const chosen = await askInWindow({
    words: unfinishedWords(found, language),
    language,
    choices: [
      { name: "stay", words: words.stay },
      { name: "quit", words: words.quitNow },
    ],
  });
  return chosen === "quit";
}

/** Hides the window. Before the first time, explains what closing does. */
async function intoTray(
  closed: BrowserWindow,
  settings: SettingsStore,
  language: () => Language,
): Promise<void> {
  if (settings.get("closingExplained") !== true) {
    const words = quitWords(language());
    const chosen = await askInWindow({
      words: words.closing,
      language: language(),
      choices: [
        { name: "goOn", words: words.goOn },
        { name: "quit", words: words.quitNow },
      ],
    });
    if (chosen === "closed") return;
    settings.set("closingExplained", true);
    if (chosen === "quit") return app.quit();
  }
  if (!closed.isDestroyed()) closed.hide();
}

/** Shows a window that is hidden, minimized or behind others. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.object({ list: z.array(item) }) });
const jobsSchema = listOf(z.unknown());
const batchesSchema = listOf(z.object({ status: z.string(), left: z.number() }));

async function countUnfinished(core: CoreHost): Promise<Unfinished> {
  // The desk may be locked, or a member may see only a part of the work.
  const asStation = { method: "GET", memberID: core.started.memberID } as const;
  const [jobs, batches] = await Promise.all([
    core.request({ ...asStation, path: "/station/printjobs?status=SENDING&limit=500" }),
    core.request({ ...asStation, path: "/station/batches" }),
  ]);
  const running = batchesSchema
    .parse(batches.body)
    .data.list.filter(({ status }) => status === "RUNNING");
  return {
    sending: jobsSchema.parse(jobs.body).data.list.length,
    inBatches: running.reduce((sum, { left }) => sum + left, 0),
  };
}
