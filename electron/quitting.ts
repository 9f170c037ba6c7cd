/**
 * Quitting asks first while labels are being sent to a printer or a batch still has labels to
 * print, and is disabled on a shared station. A signal or the system's shutdown ends the station
 * without a question.
 */
import { app, powerMonitor } from "electron";
import type { Log } from "../core/base/log.ts";
import type { Unfinished } from "./windows/quit-words.ts";

type Deps = {
  /** A shared station cannot be quit by its user. */
  readonly isKiosk: boolean;
  /** Whether nobody is there to answer, so that no question is asked. */
  readonly unattended: boolean;
  /** Returns whether a signal ends the station. */
  isForced(): boolean;
  /** Returns the unfinished work. */
  unfinished(): Promise<Unfinished>;
  /** Asks the person about the unfinished work. @returns Whether to quit anyway. */
  ask(unfinished: Unfinished): Promise<boolean>;
  /** Awaited before quitting when all work is finished. */
  beforeQuiet(): Promise<unknown>;
  readonly log: Log;
};

export type Quitting = {
  /** Returns whether windows may close for good. */
  isAgreed(): boolean;
  /** Called when the system ends this session: no question is asked any more. */
  endNow(): void;
};

/** Longest wait for the core's answer before quitting, ms. */
const ANSWER_WITHIN_MS = 1_500;
const NOTHING: Unfinished = { sending: 0, inBatches: 0 };

/** Installs the question that is asked before quitting; must run after the app is ready. */
export function guardQuitting({
  isKiosk,
  unattended,
  isForced,
  unfinished,
  ask,
  beforeQuiet,
  log,
}: Deps): Quitting {
  let isAgreed = unattended && !isKiosk;
  let isAsking = false;
  const agree = (): void => {
    isAgreed = true;
    app.quit();
  };

  async function question(): Promise<void> {
    const late = new Promise<Unfinished>(
      (resolve) => void setTimeout(resolve, ANSWER_WITHIN_MS, NOTHING),
    );
    const found = await Promise.race([unfinished(), late]).catch((err: unknown) => {
      log.warn({ err }, "the unfinished work could not be read before quitting");
      return NOTHING;
    });
    if (isAgreed || isForced()) return;
    if (found.sending > 0 || found.inBatches > 0) return (await ask(found)) ? agree() : undefined;
    await beforeQuiet();
    agree();
  }

  app.on("before-quit", (event) => {
    if (isAgreed || isForced()) return;
    event.preventDefault();
    if (isAsking || isKiosk) return;
    isAsking = true;
    void question().finally(() => (isAsking = false));
  });
  // Linux and macOS have this event; Windows notifies each window.
  powerMonitor.on("shutdown", agree);
  return { isAgreed: () => isAgreed || isForced(), endNow: agree };
}
