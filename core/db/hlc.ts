/**
 * Hybrid logical clock: orders changes of all stations, close to wall time, never backwards.
 * Text form, comparable as text: 12 hex digits of milliseconds, 4 of a counter, "-", the station's id.
 */

export type HybridClock = { next(nowMs: number): string; receive(hlc: string, nowMs: number): void };

const MAX_COUNTER = 0xffff;

/** @param last The newest stamp this station has written or seen, to go on from after a restart. */
export function createHybridClock(stationId: string, last?: string): HybridClock {
  let { ms, counter } = last === undefined ? { ms: 0, counter: 0 } : parse(last);
  const step = (nowMs: number): void => {
    if (nowMs > ms) {
      ms = nowMs;
      counter = 0;
    } else if (counter < MAX_COUNTER) {
      counter += 1;
    } else {
      ms += 1;
      counter = 0;
    }
  };
  return {
    next(nowMs) {
      step(nowMs);
      return `${ms.toString(16).padStart(12, "0")}${counter.toString(16).padStart(4, "0")}-${stationId}`;
    },
    receive(hlc, nowMs) {
      const seen = parse(hlc);
      if (seen.ms > ms || (seen.ms === ms && seen.counter > counter)) ({ ms, counter } = seen);
      step(nowMs);
    },
  };
}

function parse(hlc: string): { ms: number; counter: number } {
  return { ms: Number.parseInt(hlc.slice(0, 12), 16), counter: Number.parseInt(hlc.slice(12, 16), 16) };
}
