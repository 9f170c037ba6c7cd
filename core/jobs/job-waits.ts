/**
 * Connects calls and the queue: a call that writes a job wakes the queue, and waits for the end of
 * the job.
 */

export type JobQueue = {
  /**
   * Resolves when the job has ended, or when the caller has waited long enough.
   *
   * @returns Whether the job has ended.
   */
  whenEnded(jobID: string): Promise<boolean>;
  /** Signals to the queue that a job may be due, after the transaction that wrote it. */
  wake(): void;
};

export type JobWaits = JobQueue & {
  /** Reports that a job has ended, or that its callers need not wait; after it is stored durably. */
  end(jobID: string): void;
  /** Sets the function that `wake` calls. */
  onWake(wake: () => void): void;
  /** Ends all waits because the station stops. */
  close(): void;
};

/**
 * Creates the connection between calls and the queue.
 *
 * @param withinMs How long a caller waits at most, ms.
 */
export function createJobWaits(withinMs = 30_000): JobWaits {
  const waiting = new Map<string, Set<(hasEnded: boolean) => void>>();
  let wake = (): void => {};
  const settleAll = (jobID: string, hasEnded: boolean): void => {
    const calls = waiting.get(jobID) ?? [];
    waiting.delete(jobID);
    for (const settle of calls) settle(hasEnded);
  };
  return {
    whenEnded(jobID) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => settle(false), withinMs).unref();
      const settle = (hasEnded: boolean): void => {
        clearTimeout(timer);
        waiting.get(jobID)?.delete(settle);
        resolve(hasEnded);
      };
      waiting.set(jobID, (waiting.get(jobID) ?? new Set()).add(settle));
      return promise;
    },
    wake: () => wake(),
    end: (jobID) => settleAll(jobID, true),
    onWake(next) {
      wake = next;
    },
    close() {
      for (const jobID of waiting.keys()) settleAll(jobID, false);
    },
  };
}
