import { setTimeout as sleep } from "node:timers/promises";

const EACH_MS = 10;

/** Waits until a change of another station has arrived here. Returns whether it arrived in time. */
export async function hasArrived(isHere: () => boolean, untilMs: number): Promise<boolean> {
  while (performance.now() < untilMs) {
    if (isHere()) return true;
    await sleep(EACH_MS);
  }
  return isHere();
}
