/** What is being prepared for print jobs and takes long: the labels behind them need not wait for it. */
export type SlowPreparations<T> = {
  /**
   * Begins a job's preparation, or goes on waiting for the one that was begun for the same key.
   *
   * @param key With another one what was prepared does not fit any more.
   * @returns Undefined when it is not done after two seconds, or at once when it or another one was not done before: to be asked again.
   */
  take(jobID: string, key: string, prepare: () => Promise<T>): Promise<T | undefined>;
  /** Resolves when nothing is being prepared any more. */
  settle(): Promise<void>;
};

/** An ordinary document takes a tenth of a second, the first one a second. */
const PATIENCE_MS = 2_000;

/** @returns Nothing is being prepared. `T` is never undefined, and preparations never reject. */
export function createSlowPreparations<T>(): SlowPreparations<T> {
  const open = new Map<string, { readonly key: string; readonly prepared: Promise<T> }>();
  return {
    async take(jobID, key, prepare) {
      const begun = open.get(jobID);
      const prepared = begun?.key === key ? begun.prepared : prepare();
      const patienceMs = open.size > 0 ? 0 : PATIENCE_MS; // together they would hold up the labels again
      open.set(jobID, { key, prepared });
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), patienceMs)));
      const outcome = await Promise.race([prepared, late]);
      clearTimeout(timer);
      if (outcome !== undefined) open.delete(jobID);
      return outcome;
    },
    async settle() {
      await Promise.all([...open.values()].map(({ prepared }) => prepared));
    },
  };
}
