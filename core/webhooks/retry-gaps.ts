/** When a delivery that failed is tried again: gaps that double up to four hours, for 72 hours after the first try. */

const FIRST_GAP_MS = 10_000;
const LARGEST_GAP_MS = 4 * 60 * 60 * 1_000;
const TRIED_FOR_MS = 72 * 60 * 60 * 1_000;
const JITTER = 0.2;

/**
 * @param failed Attempts that have failed by now, from 1.
 * @param firstMs When the first attempt began, ms since the epoch.
 * @param chance 0 ≤ chance < 1; spreads receivers that failed together.
 * @returns ms since the epoch; undefined when it is given up. The last try is at 72 hours exactly.
 */
export function nextAttemptMs(failed: number, firstMs: number, nowMs: number, chance: number): number | undefined {
  const untilMs = firstMs + TRIED_FOR_MS;
  if (nowMs >= untilMs) return undefined;
  const gapMs = Math.min(LARGEST_GAP_MS, FIRST_GAP_MS * 2 ** Math.min(failed - 1, 20));
  return Math.min(untilMs, nowMs + Math.round(gapMs * (1 - JITTER + 2 * JITTER * chance)));
}
