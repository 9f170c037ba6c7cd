/**
 * Quitting asks first while labels are printed, and does nothing on a shared desk. What ends the
 * station from outside, a signal or the system's shutdown, is never held up by a question.
 */
import { app, powerMonitor } from "electron";
import type { Log } from "../core/base/log.ts";
import type { Unfinished } from "./windows/quit-words.ts";

type Parts = {
  /** A shared desk is not quit by who sits at it. */
  readonly isKiosk: boolean;
  /** Without a person nothing is asked. */
  readonly unattended: boolean;
  /** Whether the station is being ended from outside. */
  isForced(): boolean;
  /** What is under way. */
  unfinished(): Promise<Unfinished>;
  /** @returns Whether to quit all the same. */
  ask(unfinished: Unfinished): Promise<boolean>;
  /** Awaited before quitting when nothing is under way. */
  beforeQuiet(): Promise<unknown>;
  readonly log: Log;
};

export type Quitting = {
  /** Whether windows may close for good. */
  isAgreed(): boolean;
  /** The system ends this session: from here on nothing is asked. */
  endNow(): void;
};

/** A core that does not answer in time does not keep the station open. */
const ANSWER_WITHIN_MS = 1_500;
const NOTHING: Unfinished = { sending: 0, inBatches: 0 };

/** After the app is ready. */
export function guardQuitting({
  isKiosk,
  unattended,
  isForced,
  unfinished,
  ask,
  beforeQuiet,
  log,
}: Parts): Quitting {
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
      log.warn({ err }, "what is under way could not be asked before quitting");
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
  // Linux and macOS; Windows says so to each window.
  powerMonitor.on("shutdown", agree);
  return { isAgreed: () => isAgreed || isForced(), endNow: agree };
}
