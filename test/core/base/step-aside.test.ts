import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { stepAside } from "../../../core/base/step-aside.ts";

const turn = (): Promise<void> => new Promise((turned) => setImmediate(turned));

/**
 * Takes this long by the clock that the work reads: the machine's other work counts for nothing.
 */
const work = (ms: number): unknown => vi.advanceTimersByTime(ms);

describe("work that steps aside", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
  afterEach(() => void vi.useRealTimers());

  it("lets a request that is under way end first, though some of its turns have little to do", async () => {
    const order: string[] = [];
    const request = (async () => {
      for (let part = 0; part < 3; part += 1) {
        await turn();
        await turn(); // nothing to do in this one
        work(1);
      }
      order.push("request");
    })();
    await stepAside();
    order.push("work");
    await request;
    expect(order).toEqual(["request", "work"]);
  });

  it(
    "goes on after some milliseconds when the loop is never quiet",
    { tags: "alone" },
    async () => {
      let isOver = false;
      const busy = (async () => {
        while (!isOver) {
          work(1);
          await turn();
        }
      })();
      const began = performance.now();
      await stepAside();
      const waitedMs = performance.now() - began;
      isOver = true;
      await busy;
      expect(waitedMs).toBeGreaterThanOrEqual(20);
      expect(waitedMs).toBeLessThan(25);
    },
  );
});
