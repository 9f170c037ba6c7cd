/**
 * What is being prepared for print jobs and may take long: the labels behind them do not wait for
 * all of it.
 */
export type SlowPreparations<T> = {
  /**
   * Begins a job's preparation, unless it was begun for the same key.
   * @param key With another one what was prepared does not fit any more.
   */
  begin(jobID: string, key: string, prepare: () => Promise<T>): void;
  /**
   * Begins a job's preparation unless it was begun, and waits for it two seconds; not at all while
   * it or another one is late. What was taken is given again until it is forgotten, so that a
   * printer that is off does not cost a conversion at each attempt; at most two are kept, of 16 MB
   * together.
   *
   * @returns Undefined when it is late: to be asked again.
   */
  take(jobID: string, key: string, prepare: () => Promise<T>): Promise<T | undefined>;
  /**
   * What was prepared for the job is not needed again: the job was sent, has ended, or is to be
   * prepared anew.
   */
  forget(jobID: string): void;
};

type Open<T> = {
  readonly key: string;
  readonly prepared: Promise<T>;
  isLate: boolean;
  isReady: boolean;
  /** 0 until it is taken. */
  takenBytes: number;
  timer?: NodeJS.Timeout;
};

/** An ordinary document takes a tenth of a second, the first one a second. */
const PATIENCE_MS = 2_000;
/**
 * Of what is ready and was not asked for since: its job has ended. A job that waits for a printer
 * that is off asks every five seconds.
 */
const KEPT_MS = 30_000;
/**
 * Of what was taken and may be asked for again: a printer that is off is tried with its oldest
 * label alone.
 */
const MOST_TAKEN = 2;
const MOST_TAKEN_BYTES = 16 * 1024 * 1024;

/**
 * @param bytesOf The memory of what was prepared.
 * @returns Nothing is being prepared. `T` is never undefined, and preparations never reject.
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
    const begun: Open<T> = {
      key,
      prepared: prepare(),
      isLate: false,
      isReady: false,
      takenBytes: 0,
    };
    open.set(jobID, begun);
    void begun.prepared.then(() => {
      begun.isLate = false;
      begun.isReady = true;
      if (open.get(jobID) === begun) keep(jobID, begun);
    });
    return begun;
  };
  return {
    forget: (jobID) => forget(jobID),
    begin: (jobID, key, prepare) => void find(jobID, key, prepare),
    async take(jobID, key, prepare) {
      const one = find(jobID, key, prepare);
      // Several late ones together would hold up the labels again.
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
 * @param lastID Taken last: forgotten last.
 * @returns The jobs whose preparations were taken and are too many, or too large together.
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
    if (count <= MOST_TAKEN && sum <= MOST_TAKEN_BYTES) break;
    [count, sum] = [count - 1, sum - takenBytes];
    surplus.push(id);
  }
  return surplus;
}
