/**
 * How long this thread was held by one piece of work, in its own processor time: other work of the
 * machine and the disk have no part in it.
 */

/**
 * Runs `work` while a timer asks for a turn at every millisecond.
 *
 * @returns What `work` resolves to, and the longest processor time between two turns of the timer,
 *   ms; collecting garbage on this thread is part of it.
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
