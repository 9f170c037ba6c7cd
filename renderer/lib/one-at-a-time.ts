/** Runs work once at a time, and once more when it was asked for meanwhile. */

/**
 * Wraps a function that reads the newest state.
 *
 * @returns A function whose promise resolves when a run that began after the call has ended.
 */
export function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let [running, next]: [Promise<void> | null, Promise<void> | null] = [null, null];
  const start = (): Promise<void> => {
    next = null;
    running = run().finally(() => (running = null));
    return running;
  };
  return () => (running === null ? start() : (next ??= running.catch(() => {}).then(start)));
}
