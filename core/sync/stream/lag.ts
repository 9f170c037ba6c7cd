/** Measures how far this station and the hub are apart: changes that wait on either side. */
import type { ReadDeps } from "../../db/deps.ts";
import { countWaiting } from "./sync.store.ts";
import type { Follower } from "./follow-stream.ts";
import type { SessionClock } from "./session-clock.ts";

/** Maximum of waiting transactions that are counted. */
const COUNTED = 100_000;
/** Maximum age of pending changes while in step. */
const IN_STEP_MS = 2_000;

/**
 * Measures the transactions that wait here to be published.
 *
 * @param published The outbox row up to which everything is published.
 * @returns `waiting`: transactions that are not published. `ageMs`: age of the oldest waiting
 *   transaction.
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
 * @param lagMs Maximum age of the changes that wait on either side.
 */
export function isInStep(lagMs: number): boolean {
  return lagMs <= IN_STEP_MS;
}
