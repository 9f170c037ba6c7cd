/** Time limit of computing, which counts processor time on a busy machine. */

/** Highest factor by which the time limit may be exceeded. */
const LONGEST_FACTOR = 6;

/**
 * Starts to count the processor time of this process, which is at least that of each of its
 * threads.
 *
 * @param limitMs Limit of processor time, ms.
 * @returns Function that returns how long a thread may still compute, ms: until the process can have
 *   used the limit, and at most until six times the limit has passed. Not positive: the limit is
 *   exceeded.
 */
export function startProcessorClock(limitMs: number): () => number {
  const before = process.cpuUsage();
  const startedMs = performance.now();
  return () => {
    const { user, system } = process.cpuUsage(before);
    const longestMs = limitMs * LONGEST_FACTOR - (performance.now() - startedMs);
    return Math.min(Math.ceil(limitMs - (user + system) / 1_000), longestMs);
  };
}
