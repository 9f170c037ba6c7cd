/**
 * Measures how long programs waited for a processor because the computer had other work. On a busy
 * computer this is the part of an answer's time that the programs did not cause. Linux counts it
 * for each thread.
 */
import { readdirSync, readFileSync } from "node:fs";

export type Starved = {
  /**
   * Adds up the time in which threads of the programs were ready and had no processor.
   * @param sinceMs Time of `performance.now()`; the last sample before it counts.
   * @returns ms; 0 where the system does not count it.
   */
  since(sinceMs: number): number;
  stop(): void;
};

const SAMPLE_MS = 100;
/** Samples to keep. No answer takes so long that older samples are needed. */
const KEEP = 600;

/**
 * Starts to sample.
 * @param pids Processes of the programs. The threads of an ended process count no further.
 */
export function watchStarved(pids: readonly number[]): Starved {
  const samples: { readonly at: number; readonly ms: number }[] = [];
  const sample = (): void => {
    samples.push({ at: performance.now(), ms: waitedMs(pids) });
    if (samples.length > KEEP) samples.shift();
  };
  sample();
  const timer = setInterval(sample, SAMPLE_MS);
  return {
    since(sinceMs) {
      const before = samples.findLast(({ at }) => at <= sinceMs) ?? samples[0];
      return Math.max(0, waitedMs(pids) - (before?.ms ?? 0));
    },
    stop: () => clearInterval(timer),
  };
}

/**
 * Returns the sum of the second number of all threads' schedstat, the time on a run queue, in ms.
 */
function waitedMs(pids: readonly number[]): number {
  let ns = 0;
  for (const pid of pids) {
    for (const thread of threadsOf(pid)) {
      try {
        ns += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[1]);
      } catch {
        // The thread has ended.
      }
    }
  }
  return ns / 1e6;
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return []; // The program has ended, or the system is not Linux.
  }
}
