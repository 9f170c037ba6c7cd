/**
 * Detects requests for orders that this station reads too late, because it was stopped or busy.
 */

/** Longest time that any station waits for an answer, ms. */
const LONGEST_MS = 120_000;

/**
 * Returns whether the asking station no longer waits for an answer. A station that got the order
 * now would not know that it has the order.
 * @param asked.until Time until which the station waits, by the hub's clock, ms since the epoch;
 *   absent when an earlier version asks. A time further ahead than any station waits counts as
 *   late.
 */
export function hasExpired(
  { until }: { readonly until?: number | undefined },
  hubNowMs: number,
): boolean {
  return until !== undefined && (hubNowMs > until || until > hubNowMs + LONGEST_MS);
}
