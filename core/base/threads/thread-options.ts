/** Options for starting and ending a worker thread. */
export type ThreadOptions = {
  /** The thread's entry, which calls `openThread(…).serve(…)`. */
  readonly url: URL;
  /** Name for errors and debuggers: "label renderer". */
  readonly name: string;
  /** Data for the thread, which its `openThread` parses. The thread gets a copy. */
  readonly data?: unknown;
  /**
   * Time after which a thread that has not answered a call counts as hung and is ended with a
   * HungThreadError, ms.
   */
  readonly callTimeoutMs?: number;
  /**
   * Whether the calls only compute, without waiting for anything. On a busy machine the thread gets
   * only a part of a processor, so the limit of a call then counts the processor time of the
   * process, for at most six times `callTimeoutMs`.
   */
  readonly isComputing?: true;
  /** The same limit for a thread that is not ready yet, ms: a cold disk may be slow. */
  readonly startTimeoutMs?: number;
  /** A thread without calls for this time is ended, ms. Default: never. */
  readonly idleMs?: number;
  /** Limit of the thread's heap, MiB. Beyond it the thread ends with ERR_WORKER_OUT_OF_MEMORY. */
  readonly memoryMiB?: number;
  /**
   * Limit of the heap for new objects, MiB. A large one keeps more garbage; a small one is
   * collected more often.
   */
  readonly youngMemoryMiB?: number;
  /** Whether the thread's printed output is discarded. */
  readonly isSilent?: boolean;
  /**
   * `asked`: the thread is asked to close its connections first, for threads with SQLite.
   * `stopped`: the thread is terminated immediately, even during a call.
   */
  readonly ending: "asked" | "stopped";
  /** Makes the error for the running call of a lost thread. Default: the cause itself. */
  readonly lost?: (cause: Error) => Error;
};
