/**
 * Missing entries of another station's chain: either they can still arrive, or they were lost here.
 * An entry is lost when it had provably arrived, or when it is too late to arrive.
 */

/**
 * How long the hub keeps changes, ms. A station that joins later gets older ones within a short
 * time.
 */
const LATEST_MS = 30 * 86_400_000;

/** Time before which no entry, and no answer to one, can still arrive. */
export function latestAwaited(now: string): string {
  return new Date(Date.parse(now) - LATEST_MS).toISOString();
}

/** Chain with missing entries. */
export type ChainWithGap = {
  /** Position of the last entry before the gap; 0 without one. */
  readonly before: number;
  /** First entry after the gap. */
  readonly next: { readonly id: string; readonly createdAt: string };
  /** Sum of the missing entries, minor units. */
  readonly missing: number;
  /** Last position that an earlier check reached, and when a check first reached it. */
  readonly checked: { readonly to: number; readonly at: string } | undefined;
};

/**
 * Returns the chains with lost entries, in the given order.
 *
 * @param known.unexplained Amount by which the running balance exceeds the entries that are here,
 *   minor units: it counts every entry that had arrived.
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
