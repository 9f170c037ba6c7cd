/** @module-tag alone */
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

it("lets timers pass between runs that what they began wakes, without an answer from outside", async () => {
  let runs = 0;
  let isOver = false;
  const until = performance.now() + 1_000;
  const loop = startLoop(silentLog, "busy", async () => {
    runs += 1;
    if (!isOver && performance.now() < until)
      void Promise.resolve()
        .then(() => Promise.resolve())
        .then(loop.wake);
    return 60_000;
  });
  await new Promise((done) => setTimeout(done, 5));
  isOver = performance.now() < until;
  await loop.stop();
  expect([isOver, runs > 1]).toEqual([true, true]);
});
