/** Determines when this station gets its next block of a range, and the size of the block. */
import { countLeft, LOW } from "../../db/number-blocks.ts";
import type { NumbersNeed } from "../../db/leases.ts";
import type { WriteDeps } from "../../db/deps.ts";
import { BLOCK, LARGEST_BLOCK, obtainNumbers } from "./obtain-numbers.ts";
import type { ScarceBucket } from "./scarce-bucket.ts";

/** A block that is used up within this time is followed by a larger block. */
const SOON_MS = 60_000;
const GROWS = 4;

export type NumberLeases = {
  /**
   * Obtains numbers, and returns whether numbers came.
   *
   * @param untilMs By `performance.now()`.
   * @throws AppError E1071 when the range is exhausted.
   */
  obtain(need: NumbersNeed, untilMs: number): Promise<boolean>;
  /** Gets the next block if few numbers are left. */
  fill(need: NumbersNeed, untilMs: number): Promise<void>;
};

/** Creates the number leases of a session. Concurrent calls for one range share one block. */
export function createNumberLeases(kv: ScarceBucket, deps: WriteDeps): NumberLeases {
  const lastBlocks = new Map<string, { readonly size: number; readonly atMs: number }>();
  const underWay = new Map<string, Promise<number>>();

  const next = (need: NumbersNeed, untilMs: number): Promise<number> => {
    const known = underWay.get(need.range);
    if (known !== undefined) return known;
    const last = lastBlocks.get(need.range);
    const isSoon = last !== undefined && performance.now() - last.atMs < SOON_MS;
    const size = Math.min(
      LARGEST_BLOCK,
      Math.max(need.atLeast, isSoon ? last.size * GROWS : BLOCK),
    );
    const block = obtainNumbers(kv, deps, need, size, untilMs).finally(() =>
      underWay.delete(need.range),
    );
    underWay.set(need.range, block);
    void block.then(
      (many) => many > 0 && lastBlocks.set(need.range, { size, atMs: performance.now() }),
      () => {},
    );
    return block;
  };

  return {
    obtain: async (need, untilMs) => (await next(need, untilMs)) > 0,
    async fill(need, untilMs) {
      if (countLeft(deps.db, need.range) < LOW) await next(need, untilMs);
    },
  };
}
