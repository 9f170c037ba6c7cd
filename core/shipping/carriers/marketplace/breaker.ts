/**
 * Stops asking a server for prices after several questions without an answer, so that orders do not
 * wait for it. One question after the pause finds out whether it answers again.
 */

const MOST_FAILURES = 3;
const PAUSE_MS = 30_000;

export type Breaker = {
  /** Returns whether the server may be asked now. */
  mayAsk(): boolean;
  note(isAnswered: boolean): void;
};

/** Creates a breaker. @param now Monotonic clock, ms. */
export function createBreaker(now: () => number = () => performance.now()): Breaker {
  let failures = 0;
  let pausedUntil = 0;
  return {
    mayAsk() {
      if (failures < MOST_FAILURES) return true;
      if (now() < pausedUntil) return false;
      // Others wait until this question is answered, or for another pause.
      pausedUntil = now() + PAUSE_MS;
      return true;
    },
    note(isAnswered) {
      failures = isAnswered ? 0 : failures + 1;
      if (!isAnswered) pausedUntil = now() + PAUSE_MS;
    },
  };
}
