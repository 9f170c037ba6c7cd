import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { yieldToEventLoop } from "../../../core/base/yield-to-event-loop.ts";

const turn = (): Promise<void> => new Promise((turned) => setImmediate(turned));

/** Advances the clock that the work reads, so that other work of the machine does not matter. */
const work = (ms: number): unknown => vi.advanceTimersByTime(ms);

describe("work that yields to the loop", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
  afterEach(() => void vi.useRealTimers());

  it("work lets a running request end first, even if some turns of the request do little", async () => {
    const order: string[] = [];
    const request = (async () => {
      for (let part = 0; part < 3; part += 1) {
        await turn();
        await turn(); // This turn has nothing to do.
        work(1);
      }
      order.push("request");
    })();
    await yieldToEventLoop();
    order.push("work");
    await request;
    expect(order).toEqual(["request", "work"]);
  });

  it(
    "work continues after some milliseconds if the loop is never idle",
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
      await yieldToEventLoop();
      const waitedMs = performance.now() - began;
      isOver = true;
      await busy;
      expect(waitedMs).toBeGreaterThanOrEqual(20);
      expect(waitedMs).toBeLessThan(25);
    },
  );
});
