/**
 * Decides whether missing entries of another station's chain can still arrive or were lost here. A
 * missing entry is lost when it is known to have arrived before, or when it can no longer arrive.
 */

/**
 * Time for which the hub keeps changes, ms. A station that joins later gets older changes soon
 * after it has joined.
 */
const LATEST_MS = 30 * 86_400_000;

/**
 * Computes a time: entries that were posted before it, and their adjustments, can no longer arrive.
 */
export function latestAwaited(now: string): string {
  return new Date(Date.parse(now) - LATEST_MS).toISOString();
}

/** Chain with missing entries. */
export type ChainWithGap = {
  /** Position of the last entry before the gap; 0 when the gap starts the chain. */
  readonly before: number;
  /** First entry after the gap. */
  readonly next: { readonly id: string; readonly createdAt: string };
  /** Sum of the missing entries, minor units. */
  readonly missing: number;
  /**
   * Last position that an earlier check reached, and the time when a check first reached this
   * position.
   */
  readonly checked: { readonly to: number; readonly at: string } | undefined;
};

/**
 * Returns the chains with lost entries, in the given order. If no chain is known to have lost
 * entries, but an amount is unexplained, returns the chains whose missing entries sum to exactly
 * this amount, or all chains if there is no such chain.
 *
 * @param known.unexplained Amount by which the running balance exceeds the sum of the entries that
 *   are here, minor units: the running balance still counts an entry that arrived and was lost
 *   later.
 */
export function listLost(
  chains: readonly ChainWithGap[],
  known: { readonly unexplained: number; readonly now: string },
): ChainWithGap[] {
  const latest = latestAwaited(known.now);
  const lost = chains.filter(
    ({ before, next, checked }) =>
      checked !== undefined &&
      (before < checked.to || (checked.at < latest && next.createdAt < latest)),
  );
  if (known.unexplained === 0 || lost.length > 0) return lost;
  const exact = chains.filter(({ missing }) => missing === known.unexplained);
  return exact.length > 0 ? exact : [...chains];
}
