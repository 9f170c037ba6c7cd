import fc from "fast-check";
import { expect, it } from "vitest";
import { LEAST_ATTEMPTS, nextAttemptMs } from "../../../../core/base/backoff.ts";
import { DELIVERY_BACKOFF } from "../../../../core/fulfilment/webhooks/enqueue-delivery.ts";

const HOUR = 3_600_000;

/** Computes the times of attempts for a receiver that always fails at once. */
function triesOf(chance: () => number): number[] {
  const tries = [0];
  for (;;) {
    const now = tries.at(-1) ?? 0;
    const next = nextAttemptMs(DELIVERY_BACKOFF, tries.length, 0, now, chance());
    if (next === undefined) return tries;
    tries.push(next);
  }
}

it("the backoff doubles from ten seconds to four hours", () => {
  const tries = triesOf(() => 0.5);
  const backoffs = tries.slice(1).map((at, i) => at - (tries[i] ?? 0));
  expect(backoffs.slice(0, 6)).toEqual([10_000, 20_000, 40_000, 80_000, 160_000, 320_000]);
  expect(Math.max(...backoffs)).toBe(4 * HOUR);
});

it("attempts continue for 72 hours, and jitter changes each backoff by at most a fifth", () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })), (chances) => {
      const tries = triesOf(() => chances.next().value);
      // The last backoff ends with the 72 hours, so it may be shorter.
      const backoffs = tries.slice(1, -1).map((at, i) => at - (tries[i] ?? 0));
      expect(tries.at(-1)).toBe(72 * HOUR);
      const usual = (i: number): number => Math.min(4 * HOUR, 10_000 * 2 ** i);
      expect(
        backoffs.filter(
          (backoff, i) => backoff < 0.8 * usual(i) - 1 || backoff > 1.2 * usual(i) + 1,
        ),
      ).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

it("attempts continue after 72 hours if there were fewer than ten, because the station may have been off", () => {
  const dayFour = 73 * HOUR;
  const backoffs = Array.from(
    { length: LEAST_ATTEMPTS },
    (_, i) => (nextAttemptMs(DELIVERY_BACKOFF, i + 1, 0, dayFour, 0.5) ?? NaN) - dayFour,
  );
  expect(backoffs).toEqual([
    10_000,
    20_000,
    40_000,
    80_000,
    160_000,
    320_000,
    640_000,
    1_280_000,
    2_560_000,
    NaN,
  ]);
});
