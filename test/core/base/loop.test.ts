import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { silentLog } from "../../../core/base/log.ts";
import { startLoop } from "../../../core/base/loop.ts";

/** Time after which a loop that blocks all timers ends, ms. */
const BUSY_MS = 3_000;

it("timers run between runs that follow each other immediately", async () => {
  let runs = 0;
  let busyUntil = performance.now() + BUSY_MS;
  const loop = startLoop(silentLog, "busy", async () => {
    runs += 1;
    return performance.now() < busyUntil ? 0 : undefined;
  });
  do await setTimeout(1);
  while (runs < 2);
  const wasBusy = performance.now() < busyUntil;
  busyUntil = 0;
  await loop.stop();
  expect(wasBusy).toBe(true);
});

it("timers run between runs that wake each other without an outside event", async () => {
  let runs = 0;
  let busyUntil = performance.now() + BUSY_MS;
  const loop = startLoop(silentLog, "busy", async () => {
    runs += 1;
    if (performance.now() < busyUntil)
      void Promise.resolve()
        .then(() => Promise.resolve())
        .then(loop.wake);
    return 60_000;
  });
  do await setTimeout(1);
  while (runs < 2);
  const wasBusy = performance.now() < busyUntil;
  busyUntil = 0;
  await loop.stop();
  expect(wasBusy).toBe(true);
});
