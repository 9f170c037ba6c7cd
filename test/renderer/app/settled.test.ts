import { describe, expect, it } from "vitest";
import { isSettled, nextShown, SETTLE_MS } from "../../../renderer/app/settled.ts";

describe("what has stood on the screen", () => {
  it("counts from half a second on, and by the moment the key went down", () => {
    const shown = nextShown(null, "offers of 1", 1_000);
    expect([isSettled(null, 9_000), isSettled(shown, 1_000 + SETTLE_MS - 1), isSettled(shown, 1_000 + SETTLE_MS)]).toEqual([false, false, true]);
  });

  it("is looked at anew when something else comes, and not when the same is told again", () => {
    const shown = nextShown(null, "offers of 1", 1_000);
    expect(nextShown(shown, "offers of 1", 1_400)).toBe(shown);
    expect(nextShown(shown, "offers of 2", 1_400)).toEqual({ what: "offers of 2", since: 1_400 });
    // Covered, and uncovered again.
    expect(nextShown(nextShown(shown, "question", 1_400), "offers of 1", 1_500).since).toBe(1_500);
  });
});
