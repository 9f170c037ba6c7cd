/**
 * Applies quarantined changes as soon as possible: changes that were ahead when their time has
 * come, changes of a newer version after an update, and, every hour, changes that failed here. So a
 * desk whose clock was ahead for a while loses nothing: every station merges a change by its stamp,
 * and the order of applying does not matter.
 */
import type { ReadDeps } from "../../db/deps.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { yieldToEventLoop } from "../../base/yield-to-event-loop.ts";
import { MAX_SKEW_MS, msOf } from "../../db/hlc.ts";
import { listAhead, listFailed, listKnownByNow, type Quarantined } from "../../db/quarantine.ts";
import type { SyncDeps } from "../deps.ts";
import { applyQuarantined } from "./apply-messages.ts";
import type { Boundary } from "./boundary.ts";
import { MESSAGE_VERSION } from "./stream-message.ts";

/** Maximum number of quarantined changes that are applied before the next check. */
const AT_ONCE = 20;

/** Interval of retrying changes that failed here. */
const HOUR_MS = 60 * 60_000;

type DueSetup = {
  readonly deps: SyncDeps;
  /** The hub's time, ms since the epoch. */
  readonly hubNow: () => number;
  readonly boundary: () => Boundary;
};

/**
 * Starts applying immediately, in the background.
 *
 * @returns A function that stops applying.
 */
export function startApplyingDue({ deps, hubNow, boundary }: DueSetup): () => void {
  const { dueLookMs } = deps.syncTimes;
  const over = new AbortController();
  const apply = async (some: readonly Quarantined[]): Promise<void> => {
    const pause = async (): Promise<void> => {
      await yieldToEventLoop();
      over.signal.throwIfAborted();
    };
    if (some.length > 0)
      await applyQuarantined({ deps, reachesOthers: boundary(), pause }, some, hubNow());
  };
  const again = tryFailed(deps, apply);
  const dueInMs = (hlc: string): number => msOf(hlc) - MAX_SKEW_MS - hubNow();
  const look = async (): Promise<number> => {
    const known = listKnownByNow(deps.db, MESSAGE_VERSION, AT_ONCE);
    await apply(known);
    if (known.length === AT_ONCE || (await again())) return 0;
    const waiting = listAhead(deps.db, AT_ONCE);
    const due = waiting.filter(({ hlc }) => dueInMs(hlc) <= 0);
    await apply(due);
    const next = waiting[due.length];
    if (next === undefined) return due.length === 0 ? dueLookMs : 0;
    return Math.min(dueLookMs, dueInMs(next.hlc));
  };
  void (async () => {
    while (!over.signal.aborted) {
      const waitMs = await look().catch((err: unknown) => {
        if (!over.signal.aborted)
          deps.log.error(
            { err },
            "quarantined changes that are due could not be applied; this is retried",
          );
        return dueLookMs;
      });
      await sleep(waitMs, undefined, { ref: false, signal: over.signal }).catch(() => {});
    }
  })();
  return () => over.abort(new Error("the session with the hub is over"));
}

/**
 * Returns a function that retries the next failed changes and returns whether more are left. All
 * failed changes are retried once an hour.
 */
function tryFailed(
  deps: ReadDeps,
  apply: (some: readonly Quarantined[]) => Promise<void>,
): () => Promise<boolean> {
  let nextAt = 0;
  let after = { hlc: "", id: "" };
  return async () => {
    if (performance.now() < nextAt) return false;
    const some = listFailed(deps.db, after, AT_ONCE);
    await apply(some);
    const isMore = some.length === AT_ONCE;
    after = (isMore ? some.at(-1) : undefined) ?? { hlc: "", id: "" };
    if (isMore) return true;
    nextAt = performance.now() + HOUR_MS;
    return false;
  };
}
