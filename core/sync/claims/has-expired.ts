/** Rejects requests for orders that were queued while this station was stopped or busy. */

/** No asker waits longer, ms. */
const LONGEST_MS = 120_000;

/**
 * Whether the asker has given up. Giving it the order then would leave the order with a station
 * that does not know that it has it.
 *
 * @param asked.until By the hub's clock, ms since the epoch; absent when an earlier version asks. A
 *   time beyond any asker's patience counts as late.
 */
export function hasExpired(
  { until }: { readonly until?: number | undefined },
  hubNowMs: number,
): boolean {
  return until !== undefined && (hubNowMs > until || until > hubNowMs + LONGEST_MS);
}
