/**
 * Limits tries of a PIN or of the recovery key at this desk. A try is counted before it is checked;
 * otherwise many tries at the same moment would all be checked, and pass the limit of five.
 */
import { errors } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import * as store from "./sign-in.store.ts";

/** Wrong tries before each further try must wait. */
const FREE_TRIES = 5;
/** The wait after the fifth wrong try, ms; it doubles with each further one. */
const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 15 * 60_000;

/**
 * Counts a try as wrong until `passTries` is called.
 *
 * @param subject Member, or "recovery".
 * @throws AppError E2245 while the subject must wait; E2036 when the disk is full, since a try that
 *   cannot be counted is not checked.
 */
export function countTry(deps: WriteDeps, subject: string): void {
  const now = deps.now();
  const known = store.readTries(deps.db, subject);
  // After the clock was set back, the wait starts now instead of lasting until the old time.
  if (known !== undefined && known.lastAt > now)
    inTransaction(deps, () => store.moveTries(deps.db, subject, now));
  inTransaction(deps, () => {
    const tries = store.readTries(deps.db, subject);
    const seconds = Math.ceil(waitOf(tries, Date.parse(now)) / 1_000);
    if (seconds > 0)
      throw errors.signInWaits(
        `Too many wrong tries. Try again in ${seconds} seconds, or ask another lead.`,
        { reason: "wait", seconds },
      );
    store.addTry(deps.db, subject, now);
  });
}

/** Forgets the wrong tries after a right one. */
export function passTries(deps: WriteDeps, subject: string): void {
  inTransaction(deps, () => store.dropTries(deps.db, subject));
}

/** Returns how many wrong tries are left before the subject must wait. */
export function triesLeft(deps: Pick<WriteDeps, "db">, subject: string): number {
  return Math.max(0, FREE_TRIES - (store.readTries(deps.db, subject)?.wrong ?? 0));
}

/** Milliseconds until the next try. */
function waitOf(tries: store.Tries | undefined, now: number): number {
  if (tries === undefined || tries.wrong < FREE_TRIES) return 0;
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries.wrong - FREE_TRIES));
  return Math.max(0, wait - (now - Date.parse(tries.lastAt)));
}
