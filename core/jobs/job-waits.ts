/**
 * How calls and the queue meet: a call waits for the end of its job, the queue is woken when there
 * is one.
 */

export type JobQueue = {
  /**
   * Resolves when the job has ended, or when a caller has waited long enough.
   * @returns Whether it has ended.
   */
  whenEnded(jobID: string): Promise<boolean>;
  /** There may be a job that is due: after the transaction that wrote it. */
  wake(): void;
};

export type JobWaits = JobQueue & {
  /** A job has ended, durably. */
  end(jobID: string): void;
  /** Who is woken. */
  onWake(wake: () => void): void;
  /** The station stops: nothing is waited for any more. */
  close(): void;
};

/** @param withinMs How long a caller is kept waiting. */
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
