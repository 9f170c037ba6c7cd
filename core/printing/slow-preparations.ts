/**
 * Prepares, in the background, print jobs that may take long, so that labels behind these jobs need
 * not wait.
 */
export type SlowPreparations<T> = {
  /**
   * Starts a job's preparation, unless it was started for the same key.
   *
   * @param key A different key discards what was prepared for the job before.
   */
  start(jobID: string, key: string, prepare: () => Promise<T>): void;
  /**
   * Starts a job's preparation if needed, and waits up to two seconds for the result. Does not wait
   * while any preparation is late. A result that was taken before is returned again until it is
   * forgotten, so that a printer that is off does not cost a conversion per attempt. At most two
   * taken results are kept, with 16 MB together.
   *
   * @returns Undefined when the preparation is late; the caller asks again later.
   */
  take(jobID: string, key: string, prepare: () => Promise<T>): Promise<T | undefined>;
  /** Discards a job's prepared result: the job was sent, has ended, or must be prepared again. */
  forget(jobID: string): void;
};

type Open<T> = {
  readonly key: string;
  readonly prepared: Promise<T>;
  isLate: boolean;
  isReady: boolean;
  /** Memory of the result, in bytes; 0 until the result is taken. */
  takenBytes: number;
  timer?: NodeJS.Timeout;
};

/**
 * Longest wait for a preparation, in ms. An ordinary document takes a tenth of a second, the first
 * document a second.
 */
const PATIENCE_MS = 2_000;
/**
 * How long a finished result is kept without being requested, in ms. A job that waits for a printer
 * that is off requests the result every five seconds, so a job that no longer requests it has
 * ended.
 */
const KEPT_MS = 30_000;
/**
 * Highest number of taken results that are kept. Few suffice, because a printer that is off only
 * retries its oldest label.
 */
const MAX_TAKEN = 2;
const MAX_TAKEN_BYTES = 16 * 1024 * 1024;

/**
 * Creates an empty set of preparations. `T` must not be undefined; preparations must not reject.
 *
 * @param bytesOf Memory that a result uses, in bytes.
 */
export function createSlowPreparations<T>(bytesOf: (prepared: T) => number): SlowPreparations<T> {
  const open = new Map<string, Open<T>>();
  const forget = (jobID: string, one = open.get(jobID)): void => {
    clearTimeout(one?.timer);
    if (open.get(jobID) === one) open.delete(jobID);
  };
  const keep = (jobID: string, one: Open<T>): void => {
    clearTimeout(one.timer);
    if (one.isReady) one.timer = setTimeout(forget, KEPT_MS, jobID, one).unref();
  };
  const keepTaken = (jobID: string, one: Open<T>, bytes: number): void => {
    if (open.get(jobID) !== one) return;
    one.takenBytes = bytes;
    keep(jobID, one);
    for (const id of surplusOf(open, jobID)) forget(id);
  };
  const find = (jobID: string, key: string, prepare: () => Promise<T>): Open<T> => {
    const known = open.get(jobID);
    if (known?.key === key) {
      keep(jobID, known);
      return known;
    }
    forget(jobID);
    const started: Open<T> = {
      key,
      prepared: prepare(),
      isLate: false,
      isReady: false,
      takenBytes: 0,
    };
    open.set(jobID, started);
    void started.prepared.then(() => {
      started.isLate = false;
      started.isReady = true;
      if (open.get(jobID) === started) keep(jobID, started);
    });
    return started;
  };
  return {
    forget: (jobID) => forget(jobID),
    start: (jobID, key, prepare) => void find(jobID, key, prepare),
    async take(jobID, key, prepare) {
      const one = find(jobID, key, prepare);
      // Waiting for several late preparations in turn would hold up the labels again.
      const patienceMs = [...open.values()].some(({ isLate }) => isLate) ? 0 : PATIENCE_MS;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<undefined>(
        (resolve) => (timer = setTimeout(() => resolve(undefined), patienceMs)),
      );
      const outcome = await Promise.race([one.prepared, late]);
      clearTimeout(timer);
      if (outcome === undefined) one.isLate = true;
      else keepTaken(jobID, one, Math.max(1, bytesOf(outcome)));
      return outcome;
    },
  };
}

/**
 * Returns the jobs whose taken results exceed the limits in number or size.
 *
 * @param lastID The job whose result was taken last; it is forgotten last.
 */
function surplusOf<T>(open: ReadonlyMap<string, Open<T>>, lastID: string): readonly string[] {
  const taken = [...open].filter(([, { takenBytes }]) => takenBytes > 0);
  let [count, sum] = [
    taken.length,
    taken.reduce((total, [, { takenBytes }]) => total + takenBytes, 0),
  ];
  const surplus: string[] = [];
  for (const [id, { takenBytes }] of [
    ...taken.filter(([id]) => id !== lastID),
    ...taken.filter(([id]) => id === lastID),
  ]) {
    if (count <= MAX_TAKEN && sum <= MAX_TAKEN_BYTES) break;
    [count, sum] = [count - 1, sum - takenBytes];
    surplus.push(id);
  }
  return surplus;
}
