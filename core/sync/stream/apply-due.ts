/**
 * Applies what was set aside as soon as it can be: what was ahead when its time has come, what a
 * newer version wrote after an update, and what
 * failed here each hour. A desk whose clock was ahead for a while loses nothing so: every station
 * applies the same change by its own stamp, and
 * the order in which they do it does not matter.
 */
import { guarded } from "../../base/guarded.ts";
import { MAX_SKEW_MS, msOf } from "../../db/hlc.ts";
import { inTransaction } from "../../db/change.ts";
import { listAhead, listFailed, listKnownByNow, pruneAside } from "../../db/set-aside.ts";
import type { Deps } from "../../deps.ts";
import { applyAside } from "./apply-messages.ts";
import type { Boundary } from "./boundary.ts";
import { MESSAGE_VERSION } from "./stream-message.ts";

/** Applied in one turn of the core. */
const AT_ONCE = 20;
/** Longest time between two looks, ms: others may have been set aside since. */
const LOOK_MS = 5_000;

/** What failed here is tried again so often, and what is never applied is looked through. */
const HOUR_MS = 60 * 60_000;
const NEVER_APPLIED_KEPT_MS = 30 * 24 * HOUR_MS;

type Parts = {
  readonly deps: Deps;
  /** The hub's time, ms since the epoch. */
  readonly hubNow: () => number;
  readonly boundary: () => Boundary;
};

/** Begins at once, beside all other work. @returns Ends it. */
export function keepApplyingDue({ deps, hubNow, boundary }: Parts): () => void {
  let timer: NodeJS.Timeout | undefined;
  const again = tryFailed({ deps, hubNow, boundary });
  const look = (): number => {
    const known = listKnownByNow(deps.db, MESSAGE_VERSION, AT_ONCE);
    if (known.length > 0) applyAside(deps, known, hubNow(), boundary());
    if (known.length === AT_ONCE || again()) return 0;
    const waiting = listAhead(deps.db, AT_ONCE);
    const due = waiting.filter(({ hlc }) => dueInMs(hlc) <= 0);
    if (due.length > 0) applyAside(deps, due, hubNow(), boundary());
    const next = waiting[due.length];
    if (next === undefined) return due.length === 0 ? LOOK_MS : 0;
    return Math.min(LOOK_MS, dueInMs(next.hlc));
  };
  const dueInMs = (hlc: string): number => msOf(hlc) - MAX_SKEW_MS - hubNow();
  const lookOn = (): void => {
    let waitMs = LOOK_MS;
    guarded(deps.log, "changes whose time has come could not be applied; it is tried again", () => (waitMs = look()));
    timer = setTimeout(lookOn, waitMs).unref();
  };
  lookOn();
  return () => clearTimeout(timer);
}

/**
 * @returns Tries the next of those that failed here, all of them once an hour; whether there are
 *   more now.
 */
function tryFailed({ deps, hubNow, boundary }: Parts): () => boolean {
  let nextAt = 0;
  let after = { hlc: "", id: "" };
  return () => {
    if (performance.now() < nextAt) return false;
    const some = listFailed(deps.db, after, AT_ONCE);
    if (some.length > 0) applyAside(deps, some, hubNow(), boundary());
    const isMore = some.length === AT_ONCE;
    after = (isMore ? some.at(-1) : undefined) ?? { hlc: "", id: "" };
    if (isMore) return true;
    nextAt = performance.now() + HOUR_MS;
    const before = new Date(Date.parse(deps.now()) - NEVER_APPLIED_KEPT_MS).toISOString();
    inTransaction(deps, () => pruneAside(deps.db, before));
    return false;
  };
}
