import { describe, expect, it } from "vitest";
import { isSettled, nextShown, SCAN_MS, SETTLE_MS } from "../../../renderer/store/settled.ts";

describe("content that a key brought onto the screen", () => {
  const offers = nextShown(null, "offers of 1", 1_080);
  const pressed = (at: number, before: number | null, scannedAt: number | null = null) =>
    isSettled(offers, { at, before, scannedAt, answers: false });

  it("the same key is ignored for half a second, and accepted afterwards", () => {
    expect([
      pressed(1_120, 1_000),
      pressed(1_000 + SETTLE_MS - 1, 1_000),
      pressed(1_000 + SETTLE_MS, 1_000),
    ]).toEqual([false, false, true]);
  });

  it("another key is accepted at once, and so is a key last pressed after the content was shown", () => {
    expect([pressed(1_090, null), pressed(1_300, 1_200)]).toEqual([true, true]);
  });

  it("an Enter right after a scan is ignored", () => {
    expect([
      pressed(1_000 + SCAN_MS - 1, null, 1_000),
      pressed(1_000 + SCAN_MS, null, 1_000),
    ]).toEqual([false, true]);
  });

  it("a question ignores every key and click for half a second", () => {
    const question = nextShown(null, "undo", 1_000);
    const answered = (at: number, before: number | null) =>
      isSettled(question, { at, before, scannedAt: null, answers: true });
    expect([
      answered(1_025, null),
      answered(1_000 + SETTLE_MS - 1, null),
      answered(1_025, 900),
      answered(990, null),
    ]).toEqual([false, false, false, false]);
    expect([answered(1_000 + SETTLE_MS, null), answered(1_000 + SETTLE_MS, 900)]).toEqual([
      true,
      true,
    ]);
  });

  it("other content has a new time, and the same content keeps its time", () => {
    expect(nextShown(offers, "offers of 1", 1_400)).toBe(offers);
    expect(nextShown(offers, "offers of 2", 1_400)).toEqual({ what: "offers of 2", since: 1_400 });
    // The content is covered by a question, and uncovered again.
    expect(nextShown(nextShown(offers, "question", 1_400), "offers of 1", 1_500).since).toBe(1_500);
  });
});
