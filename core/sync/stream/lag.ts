/** Measures for how long changes have waited to be published to the hub, or to be applied here. */
import type { ReadDeps } from "../../db/deps.ts";
import { countWaiting } from "./sync.store.ts";
import type { Follower } from "./follow-stream.ts";
import type { SessionClock } from "./session-clock.ts";

/** Maximum number of waiting transactions that are counted. */
const COUNTED = 100_000;
/** Age of the oldest waiting change up to which a station is in step, ms. */
const IN_STEP_MS = 2_000;

/**
 * Measures the transactions that wait here to be published.
 *
 * @param published The outbox row up to which everything is published.
 * @returns `waiting`: number of transactions that are not published, at most 100,000. `ageMs`: age
 *   of the oldest waiting transaction.
 */
export function unpublishedLag(
  deps: ReadDeps,
  published: number,
): { readonly waiting: number; readonly ageMs: number } {
  const { n: waiting, oldest } = countWaiting(deps.db, published, COUNTED);
  return { waiting, ageMs: oldest === null ? 0 : Math.max(0, Date.now() - Date.parse(oldest)) };
}

/**
 * Measures the age of the last applied message while more messages wait at the hub, ms; 0 when no
 * message waits.
 */
export function unappliedLagMs(
  { pending, lastAt }: Pick<Follower, "pending" | "lastAt">,
  { behindMs }: Pick<SessionClock, "behindMs">,
): number {
  return pending === 0 ? 0 : Math.max(0, Date.now() + behindMs - lastAt);
}

/**
 * Returns whether the station is in step with the hub.
 *
 * @param lagMs Age of the oldest change that waits to be published or applied.
 */
export function isInStep(lagMs: number): boolean {
  return lagMs <= IN_STEP_MS;
}
