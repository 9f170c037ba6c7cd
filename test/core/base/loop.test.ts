import { expect, it } from "vitest";
import { silentLog } from "../../../core/base/log.ts";
import { startLoop } from "../../../core/base/loop.ts";

it("lets timers pass between runs that follow one another at once", async () => {
  let runs = 0;
  let isOver = false;
  const until = performance.now() + 1_000;
  const loop = startLoop(silentLog, "busy", async () => {
    runs += 1;
    return isOver || performance.now() > until ? undefined : 0;
  });
  await new Promise((done) => setTimeout(done, 5));
  isOver = performance.now() < until;
  await loop.stop();
  expect([isOver, runs > 1]).toEqual([true, true]);
});
