/**
 * Entries that are missing in another station's chain: still awaited, or lost here. An entry is
 * lost when it can be shown that it had come, or when it is too late for it to come.
 */

/**
 * What carries changes between stations keeps them no longer. A station that joins late gets older
 * ones, soon after one another.
 */
const LATEST_MS = 30 * 86_400_000;

/** What was written before does not come any more, and nothing that answers to it. */
export function latestAwaited(now: string): string {
  return new Date(Date.parse(now) - LATEST_MS).toISOString();
}

/** A chain in which entries are missing. */
export type ChainWithGap = {
  /** The place in the chain of the last entry before the gap, 0 without one. */
  readonly before: number;
  /** The first entry after the gap. */
  readonly next: { readonly id: string; readonly createdAt: string };
  /** What the missing entries come to, minor units. */
  readonly missing: number;
  /** How far an earlier check has followed the chain, and when a check came so far first. */
  readonly checked: { readonly to: number; readonly at: string } | undefined;
};

/**
 * @param known.unexplained What the running balance has more than all entries that are here, minor
 *   units: entries that came are counted in it.
 * @returns Those in which entries are lost, in their order.
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
