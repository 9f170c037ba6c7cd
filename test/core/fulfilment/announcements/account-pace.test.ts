/** The pace at which a station announces labels to the carrier of an account. */
import { expect, it } from "vitest";
import { createAccountPace } from "../../../../core/fulfilment/announcements/account-pace.ts";

/** Asks for slots of an account at one time, and returns when each call starts, ms. */
function startsOf(count: number, perSecond: number, nowMs: number): number[] {
  const pace = createAccountPace();
  return Array.from({ length: count }, () => {
    const turn = pace.take("a", perSecond, nowMs);
    return "waitMs" in turn ? nowMs + turn.waitMs : Number.NaN;
  });
}

it.each([20, 5, 1])(
  "a first call starts at once, and no second has more than %i calls of waiting labels",
  (perSecond) => {
    const starts = startsOf(10 * perSecond, perSecond, 1_234);
    expect(starts[0]).toBe(1_234);
    const most = starts.map(
      (from) => starts.filter((start) => start >= from && start < from + 1_000).length,
    );
    expect(Math.max(...most.slice(1))).toBe(perSecond);
    expect(starts.at(-1)).toBeLessThan(1_234 + 10_000 + 200);
  },
);

it("waiting calls start in groups, five times a second", () => {
  const groups = new Set(startsOf(100, 20, 1_234).slice(1));
  expect([...groups].slice(0, 3)).toEqual([1_400, 1_600, 1_800]);
});

it("after three calls without an answer an account pauses, longer each time, until an answer", () => {
  const pace = createAccountPace();
  for (const at of [1, 2, 3]) pace.note("a", false, at);
  expect(pace.take("a", 20, 3)).toEqual({ pausedMs: 2_000 });
  expect(pace.take("b", 20, 3)).toEqual({ waitMs: 0 });
  pace.note("a", false, 3);
  expect(pace.take("a", 20, 3)).toEqual({ pausedMs: 4_000 });
  pace.note("a", true, 4);
  expect(pace.take("a", 20, 4)).toEqual({ waitMs: 0 });
});
