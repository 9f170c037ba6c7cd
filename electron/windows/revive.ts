/**
 * What happens when the process of the desk's page is gone: it comes back by itself, once; when it
 * goes again soon, a person decides. What was bought, counted or printed is the core's, which runs
 * on.
 */
import type { BrowserWindow } from "electron";
import type { Log } from "../../core/base/log.ts";
import { askInWindow } from "./ask-window.ts";
import type { Language } from "./bad-start-words.ts";
import { screenGoneWords } from "./screen-gone-words.ts";

type Parts = {
  language(): Language;
  /** Without a person nothing is asked: the page stays away, and the station works on. */
  readonly unattended: boolean;
  /** On a shared desk nothing is quit. */
  readonly isKiosk: boolean;
  quit(): void;
  readonly log: Log;
};

/** A second end within this time is not an accident. */
const SOON_MS = 10 * 60_000;

/** For the desk's window, where it is made. */
export function reviveScreen(
  window: BrowserWindow,
  { language, unattended, isKiosk, quit, log }: Parts,
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
      // Not within the event: the page's host is still being taken down.
      setImmediate(() => !window.isDestroyed() && window.webContents.reload());
    } else if (!unattended) {
      isAsking = true;
      void ask().finally(() => (isAsking = false));
    }
  });
}
