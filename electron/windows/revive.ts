/**
 * Reloads the page once when its process has crashed; after another crash within SOON_MS, a person
 * decides. Purchases, counts and prints are in the core, which keeps running.
 */
import type { BrowserWindow } from "electron";
import type { Log } from "../../core/base/log.ts";
import { askInWindow } from "./ask-window.ts";
import type { Language } from "./bad-start-words.ts";
import { screenGoneWords } from "./screen-gone-words.ts";

type Deps = {
  language(): Language;
  /** Whether nobody can be asked: the crashed page is not reloaded; the station keeps working. */
  readonly unattended: boolean;
  /** A shared station is not quit. */
  readonly isKiosk: boolean;
  quit(): void;
  readonly log: Log;
};

/** Time within which a second crash is not an accident, ms. */
const SOON_MS = 10 * 60_000;

/** Installs the handlers; called where the window is created. */
export function reviveScreen(
  window: BrowserWindow,
  { language, unattended, isKiosk, quit, log }: Deps,
): void {
  let lastGone = Number.NEGATIVE_INFINITY;
  let isAsking = false;

  async function ask(): Promise<void> {
    const { title, text, again, quit: quitWord } = screenGoneWords(language());
    const choices = [
      { name: "again", words: again } as const,
      ...(isKiosk ? [] : [{ name: "quit", words: quitWord } as const]),
    ] as const;
    const chosen = await askInWindow<"again" | "quit">({
      words: { title, text },
      language: language(),
      isAlert: true,
      choices,
    });
    if (window.isDestroyed()) return;
    if (chosen === "quit") quit();
    else window.webContents.reload();
  }

  window.webContents.on("render-process-gone", (_event, { reason }) => {
    if (reason === "clean-exit" || window.isDestroyed() || isAsking) return;
    const now = performance.now();
    const isAgain = now - lastGone < SOON_MS;
    lastGone = now;
    if (!isAgain) {
      log.info({}, "the screen is opened again");
      // Not within the event, because the page's host is still being destroyed.
      setImmediate(() => !window.isDestroyed() && window.webContents.reload());
    } else if (!unattended) {
      isAsking = true;
      void ask().finally(() => (isAsking = false));
    }
  });
}
