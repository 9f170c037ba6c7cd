/**
 * Exponential backoff: when to retry something that failed. The delay doubles up to a limit, with
 * jitter, for a limited time.
 */

export type Backoff = {
  readonly firstMs: number;
  readonly largestMs: number;
  /**
   * Time after the first attempt in which the work is retried, ms. The last attempt is at the end
   * of this time, or later while fewer than `LEAST_ATTEMPTS` attempts have failed.
   */
  readonly forMs: number;
};

/**
 * Minimum number of attempts. A station that was off, or whose clock was moved, may have made fewer
 * attempts when the time is over; the attempts then continue.
 */
export const LEAST_ATTEMPTS = 10;

/**
 * Each delay is up to a fifth shorter or longer, so that jobs that failed together are not retried
 * together.
 */
const JITTER = 0.2;

/**
 * Computes when work that has failed is attempted again.
 *
 * @param failed Failed attempts so far, from 1.
 * @param firstMs Start of the first attempt, ms since the epoch.
 * @param chance Random number that decides the jitter, 0 ≤ chance < 1.
 * @returns Time of the next attempt, ms since the epoch; undefined when the backoff is over: its
 *   time has passed and at least ten attempts have failed.
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
