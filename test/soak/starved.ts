/**
 * How long programs stood still because the machine had other work: what a program's lateness on a
 * busy machine is made of beside its own doing. Linux counts it for each thread.
 */
import { readdirSync, readFileSync } from "node:fs";

export type Starved = {
  /**
   * @param sinceMs As `performance.now()` says it.
   * @returns ms in which threads of the programs were ready and got no processor, all added up,
   *   since the last sample before. 0 where the system does not count it.
   */
  since(sinceMs: number): number;
  stop(): void;
};

const SAMPLE_MS = 100;
/** Older samples are about no answer that is still awaited. */
const KEEP = 600;

/** @param pids Of the programs; one that has ended counts no further. */
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

/** The second number of a thread's schedstat: nanoseconds on a run queue. */
function waitedMs(pids: readonly number[]): number {
  let ns = 0;
  for (const pid of pids) {
    for (const thread of threadsOf(pid)) {
      try {
        ns += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[1]);
      } catch {
        // the thread has ended meanwhile
      }
    }
  }
  return ns / 1e6;
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return []; // the program has ended, or the system is no Linux
  }
}
