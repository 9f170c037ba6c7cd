/**
 * Applies what was set aside because its stamp was ahead, as soon as its time has come. A desk whose clock was ahead for a while loses nothing so:
 * every station applies the same change by its own stamp, and the order in which they do it does not matter.
 */
import { guarded } from "../../base/guarded.ts";
import { MAX_SKEW_MS, msOf } from "../../db/hlc.ts";
import { listAhead } from "../../db/set-aside.ts";
import type { Deps } from "../../deps.ts";
import { applyAside } from "./apply-messages.ts";
import type { Boundary } from "./boundary.ts";

/** Applied in one turn of the core. */
const AT_ONCE = 20;
/** Longest time between two looks, ms: others may have been set aside since. */
const LOOK_MS = 5_000;

type Parts = {
  readonly deps: Deps;
  /** The hub's time, ms since the epoch. */
  readonly hubNow: () => number;
  readonly boundary: () => Boundary;
};

/** Begins at once, beside all other work. @returns Ends it. */
export function keepApplyingDue({ deps, hubNow, boundary }: Parts): () => void {
  let timer: NodeJS.Timeout | undefined;
  const look = (): number => {
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
