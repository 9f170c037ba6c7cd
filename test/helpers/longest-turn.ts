/**
 * Measures how long one piece of work blocked this thread, in the thread's processor time, so that
 * other work of the machine and the disk do not count.
 */

/**
 * Runs `work` while a timer requests a turn every millisecond.
 *
 * @returns The result of `work`, and the longest processor time between two turns of the timer, ms,
 *   including garbage collection on this thread.
 */
export async function longestTurn<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly longestMs: number }> {
  let longestMs = 0;
  let last = process.threadCpuUsage();
  const note = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    longestMs = Math.max(longestMs, (user + system) / 1_000);
    last = process.threadCpuUsage();
  };
  const timer = setInterval(note, 1);
  try {
    const result = await work();
    note();
    return { result, longestMs };
  } finally {
    clearInterval(timer);
  }
}
