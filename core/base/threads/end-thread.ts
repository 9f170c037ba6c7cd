/** Ends a thread that has SQLite open: sends it a request instead of terminating it. */
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import type { Worker } from "node:worker_threads";

/** The last message to a thread: close the connection and the port. */
export const CLOSE = "close";
const MOST_MS = 5_000;

/**
 * Asks the thread to end, and terminates it after five seconds. Terminating a thread while it loads
 * SQLite, or while SQLite calls back into it, crashes the whole process.
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
