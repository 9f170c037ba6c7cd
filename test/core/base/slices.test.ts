import { expect, it } from "vitest";
import { inSlices } from "../../../core/base/slices.ts";

/**
 * Runs 200 slices of work.
 *
 * @param unitMs Duration of one unit.
 * @param commitMs Duration of a slice's end.
 * @returns Units done by each slice.
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

it("slices stay large when the disk's commits take longer than the slice's work", () => {
  expect(Math.min(...sizes({ unitMs: 0.02, commitMs: 2 }))).toBeGreaterThanOrEqual(50);
  expect(Math.min(...sizes({ unitMs: 0.02, commitMs: 30 }))).toBeGreaterThanOrEqual(20);
});

it("a slice of slow work takes at most ten milliseconds", () => {
  expect(Math.max(...sizes({ unitMs: 0.1, commitMs: 0.1 })) * 0.1).toBeLessThanOrEqual(10);
});
