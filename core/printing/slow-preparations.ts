/** What is being prepared for print jobs and may take long: the labels behind them do not wait for all of it. */
export type SlowPreparations<T> = {
  /** Begins a job's preparation, unless it was begun for the same key. @param key With another one what was prepared does not fit any more. */
  begin(jobID: string, key: string, prepare: () => Promise<T>): void;
  /**
   * Begins a job's preparation unless it was begun, and waits for it two seconds; not at all while it or another one is late.
   *
   * @returns Undefined when it is late: to be asked again.
   */
  take(jobID: string, key: string, prepare: () => Promise<T>): Promise<T | undefined>;
};

type Open<T> = { readonly key: string; readonly prepared: Promise<T>; isLate: boolean };

/** An ordinary document takes a tenth of a second, the first one a second. */
const PATIENCE_MS = 2_000;
/** Of what is ready and was not taken: its job has ended, or waits for a printer. */
const KEPT_MS = 30_000;

/** @returns Nothing is being prepared. `T` is never undefined, and preparations never reject. */
export function createSlowPreparations<T>(): SlowPreparations<T> {
  const open = new Map<string, Open<T>>();
  const forget = (jobID: string, one: Open<T>): void => {
    if (open.get(jobID) === one) open.delete(jobID);
  };
  const find = (jobID: string, key: string, prepare: () => Promise<T>): Open<T> => {
    const known = open.get(jobID);
    if (known?.key === key) return known;
    const begun: Open<T> = { key, prepared: prepare(), isLate: false };
    open.set(jobID, begun);
    void begun.prepared.then(() => {
      begun.isLate = false;
      setTimeout(forget, KEPT_MS, jobID, begun).unref();
    });
    return begun;
  };
  return {
    begin: (jobID, key, prepare) => void find(jobID, key, prepare),
    async take(jobID, key, prepare) {
      const one = find(jobID, key, prepare);
      // Several late ones together would hold up the labels again.
      const patienceMs = [...open.values()].some(({ isLate }) => isLate) ? 0 : PATIENCE_MS;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), patienceMs)));
      const outcome = await Promise.race([one.prepared, late]);
      clearTimeout(timer);
      if (outcome === undefined) one.isLate = true;
      else forget(jobID, one);
      return outcome;
    },
  };
}
