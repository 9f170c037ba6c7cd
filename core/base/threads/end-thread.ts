/**
 * Ends a thread that has SQLite open: asks it to close its database, and terminates it only when it
 * does not answer.
 */
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import type { Worker } from "node:worker_threads";

/** Last message to a thread, which then closes its database connection and its message port. */
export const CLOSE = "close";
/** Longest wait for the thread to end by itself, ms. */
const WAIT_MS = 5_000;

/**
 * Asks the thread to end, and terminates it when it has not ended after five seconds. Terminating a
 * thread while it loads SQLite, or while SQLite calls back into it, crashes the whole process.
 */
export async function endThread(thread: Worker | undefined): Promise<void> {
  if (thread === undefined || thread.threadId === -1) return;
  const waiting = new AbortController();
  const { signal } = waiting;
  const ended = once(thread, "exit", { signal });
  thread.ref();
  thread.postMessage(CLOSE);
  await Promise.race([ended, setTimeout(WAIT_MS, undefined, { signal })]).catch(() => {});
  waiting.abort();
  await ended.catch(() => {});
  await thread.terminate();
}
