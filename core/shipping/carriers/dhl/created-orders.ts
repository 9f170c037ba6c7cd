/**
 * Orders that DHL has accepted and for which no label was made yet, in memory. A retry goes on with
 * the label, and waits longer each time: DHL needs seconds to minutes to find the branch.
 */
const MOST_ORDERS = 1_000;
const SHORTEST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 30_000;

export type CreatedOrders = {
  has(reference: string): boolean;
  note(reference: string): void;
  forget(reference: string): void;
  /** Time before the label is asked for again, ms. */
  waitMs(reference: string): number;
};

/** @param now Clock, ms since 1970. */
export function createCreatedOrders(now: () => number = Date.now): CreatedOrders {
  const createdAt = new Map<string, number>();
  return {
    has: (reference) => createdAt.has(reference),
    note(reference) {
      if (createdAt.has(reference)) return;
      createdAt.set(reference, now());
      const [oldest] = createdAt.keys();
      if (createdAt.size > MOST_ORDERS && oldest !== undefined) createdAt.delete(oldest);
    },
    forget: (reference) => void createdAt.delete(reference),
    waitMs(reference) {
      const passedMs = now() - (createdAt.get(reference) ?? now());
      return Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, passedMs / 2));
    },
  };
}
