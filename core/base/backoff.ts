/**
 * Exponential backoff: when something that failed is tried again. It doubles up to a largest one,
 * with jitter, for a limited time.
 */

export type Backoff = {
  readonly firstMs: number;
  readonly largestMs: number;
  /**
   * From the first attempt on; the last attempt is at its end exactly, or later when there were too
   * few by then.
   */
  readonly forMs: number;
};

/** A station that was off, or whose clock was moved, has not tried though the time is over. */
export const LEAST_ATTEMPTS = 10;

/**
 * Each backoff is up to a fifth shorter or longer, so that what failed together is not tried
 * together.
 */
const JITTER = 0.2;

/**
 * @param failed Attempts that have failed by now, from 1.
 * @param firstMs When the first attempt began, ms since the epoch.
 * @param chance 0 ≤ chance < 1.
 * @returns ms since the epoch; undefined when the time is over and at least ten attempts have
 *   failed.
 */
export function nextAttemptMs(
  backoff: Backoff,
  failed: number,
  firstMs: number,
  nowMs: number,
  chance: number,
): number | undefined {
  const untilMs = firstMs + backoff.forMs;
  if (nowMs >= untilMs && failed >= LEAST_ATTEMPTS) return undefined;
  const backoffMs = Math.min(backoff.largestMs, backoff.firstMs * 2 ** Math.min(failed - 1, 20));
  const nextMs = nowMs + Math.round(backoffMs * (1 - JITTER + 2 * JITTER * chance));
  return nowMs < untilMs ? Math.min(untilMs, nextMs) : nextMs;
}
