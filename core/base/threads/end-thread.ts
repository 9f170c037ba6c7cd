/** Ending a thread that has SQLite open: it is asked, not stopped. */
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import type { Worker } from "node:worker_threads";

/** What the thread is asked to do last: close its connection and its port. */
export const CLOSE = "close";
const MOST_MS = 5_000;

/**
 * Asks the thread to end, and ends it when it has not after five seconds. A thread that is stopped
 * from outside while it loads SQLite, or while SQLite calls back into it, takes the whole process
 * along.
 */
export async function endThread(thread: Worker | undefined): Promise<void> {
  if (thread === undefined || thread.threadId === -1) return;
  const over = new AbortController();
  const { signal } = over;
  const ended = once(thread, "exit", { signal });
  thread.ref();
  thread.postMessage(CLOSE);
  await Promise.race([ended, setTimeout(MOST_MS, undefined, { signal })]).catch(() => {});
  over.abort();
  await ended.catch(() => {});
  await thread.terminate();
}
