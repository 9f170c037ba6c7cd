/** How a worker thread is started and ended. */
export type ThreadOptions = {
  /** The thread's entry, which calls `openThread(…).serve(…)`. */
  readonly url: URL;
  /** For errors and for debuggers: "label renderer". */
  readonly name: string;
  /** What the thread's `openThread` parses. Cloned. */
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
  /** Of the thread's own heap, MiB. More is ERR_WORKER_OUT_OF_MEMORY. */
  readonly memoryMiB?: number;
  /**
   * Of that part of it where new objects are made, MiB. Large, it is left full of garbage; small,
   * it is cleared more often.
   */
  readonly youngMemoryMiB?: number;
  /** What the thread prints is dropped. */
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
