/** How a worker thread is started and ended. */
export type ThreadOptions = {
  /** The thread's entry, which calls `openThread(…).serve(…)`. */
  readonly url: URL;
  /** For errors and for debuggers: "label renderer". */
  readonly name: string;
  /** Data for the thread, which its `openThread` parses. The thread gets a copy. */
  readonly data?: unknown;
  /**
   * A thread that has not answered a call after this time counts as hung, and is ended: the cause
   * is a HungThreadError.
   */
  readonly callTimeoutMs?: number;
  /** The same for a thread that is not ready yet: a cold disk may be slow. */
  readonly startTimeoutMs?: number;
  /** A thread without a call for this time is ended. Without it the thread is kept. */
  readonly idleMs?: number;
  /** Limit of the thread's heap, MiB. Beyond it the thread ends with ERR_WORKER_OUT_OF_MEMORY. */
  readonly memoryMiB?: number;
  /**
   * Limit of the part of the heap where new objects are made, MiB. A large one keeps more garbage;
   * a small one is cleared more often.
   */
  readonly youngMemoryMiB?: number;
  /** Whether the output that the thread prints is thrown away. */
  readonly isSilent?: boolean;
  /**
   * `asked`: the thread is asked to close its connections first, for threads with SQLite.
   * `stopped`: the thread is terminated at once, also during a call.
   */
  readonly ending: "asked" | "stopped";
  /**
   * The error of the call that was under way when the thread was lost. Without it: the cause
   * itself.
   */
  readonly lost?: (cause: Error) => Error;
};
