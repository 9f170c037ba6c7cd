import { expect, it } from "vitest";
import { inSlices } from "../../../core/base/slices.ts";

/**
 * Runs 200 slices of work, of which the first 20 find the size.
 *
 * @param unitMs Duration of one unit.
 * @param commitMs Duration of a slice's end.
 * @returns Units done by each later slice.
 */
function sizes({ unitMs, commitMs }: { unitMs: number; commitMs: number }): number[] {
  let nowMs = 0;
  const done: number[] = [];
  const next = inSlices(
    (atMost) => {
      nowMs += atMost * unitMs + commitMs;
      done.push(atMost);
      return atMost;
    },
    50,
    () => nowMs,
  );
  for (let i = 0; i < 200; i += 1) next();
  return done.slice(20);
}

it("a slice does at least 50 units when its commit takes 2 ms, and at least 20 when it takes 30 ms", () => {
  expect(Math.min(...sizes({ unitMs: 0.02, commitMs: 2 }))).toBeGreaterThanOrEqual(50);
  expect(Math.min(...sizes({ unitMs: 0.02, commitMs: 30 }))).toBeGreaterThanOrEqual(20);
});

it("a slice of slow work takes at most ten milliseconds", () => {
  expect(Math.max(...sizes({ unitMs: 0.1, commitMs: 0.1 })) * 0.1).toBeLessThanOrEqual(10);
});
