/**
 * Limits the calls to each account's carrier: so many per second, and a pause after several calls
 * without an answer, so that ten thousand waiting parcels do not all ask a server that is down.
 */
/**
 * Waiting calls are made in groups, this far apart, ms. The calls of a group are answered together,
 * so that their results are written together, and purchases run between the groups.
 */
const GROUP_MS = 200;
const FAILURES_BEFORE_PAUSE = 3;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

type State = { nextMs: number; failures: number; pausedUntilMs: number };

export type AccountPace = {
  /**
   * Takes the next slot of an account.
   *
   * @param nowMs Time in ms.
   * @returns How long to wait before the call, ms; `pausedMs` when no call may be made now.
   */
  take(
    accountID: string,
    perSecond: number,
    nowMs: number,
  ): { readonly waitMs: number } | { readonly pausedMs: number };
  /** Reports whether a call was answered. */
  note(accountID: string, wasAnswered: boolean, nowMs: number): void;
};

/** Creates the pace of all accounts of a station. It forgets everything when the station stops. */
export function createAccountPace(): AccountPace {
  const states = new Map<string, State>();
  const stateOf = (accountID: string): State => {
    const known = states.get(accountID) ?? { nextMs: 0, failures: 0, pausedUntilMs: 0 };
    states.set(accountID, known);
    return known;
  };
  return {
    take(accountID, perSecond, nowMs) {
      const state = stateOf(accountID);
      if (nowMs < state.pausedUntilMs) return { pausedMs: state.pausedUntilMs - nowMs };
      const gapMs = 1_000 / perSecond;
      const atMs = Math.max(nowMs, Math.min(state.nextMs, nowMs + 60_000));
      state.nextMs = atMs + gapMs;
      const startMs = atMs > nowMs ? Math.ceil(atMs / GROUP_MS) * GROUP_MS : nowMs;
      return { waitMs: startMs - nowMs };
    },
    note(accountID, wasAnswered, nowMs) {
      const state = stateOf(accountID);
      state.failures = wasAnswered ? 0 : state.failures + 1;
      if (wasAnswered) state.pausedUntilMs = 0;
      else if (state.failures >= FAILURES_BEFORE_PAUSE)
        state.pausedUntilMs =
          nowMs +
          Math.min(
            LONGEST_PAUSE_MS,
            FIRST_PAUSE_MS * 2 ** Math.min(10, state.failures - FAILURES_BEFORE_PAUSE),
          );
    },
  };
}
