/**
 * Reads in parallel to the writer: lists, counts, exports and checks run in separate threads on
 * read-only connections, so that neither a purchase nor the window waits for them. A read sees
 * everything that was committed before the call.
 *
 * A thread reads one statement at a time. Other reads wait in a queue, and leave it when they are
 * no longer wanted. A running statement cannot be ended from outside, so a statement that may read
 * a whole table calls `still_wanted()` at every 256th row.
 */
import { createThreadCalls, type ThreadCalls } from "../base/threads/thread-calls.ts";
import type { SqlRow } from "./database.ts";
import type { Read, ReaderOperations } from "./reader-protocol.ts";

/**
 * `quick`: reads that take milliseconds at any number of rows. `long`: all other reads, up to the
 * deadline; they do not delay quick ones.
 */
export type Lane = "quick" | "long";

/** Default deadline of a read, ms: no person or program waits longer for an answer. */
const DEADLINE_MS = 30_000;

/**
 * Makes a condition for statements that may read a whole table.
 *
 * @param rowid Expression for the row's id.
 */
export function whileWanted(rowid: string): string {
  return `(${rowid} & 255 OR still_wanted())`;
}

/** The rows of each of several reads, in their order. */
export type RowsOfEach<Rows extends readonly unknown[]> = {
  -readonly [I in keyof Rows]: Rows[I][];
};

/** Runs several reads of one state of the database, one after the other, without a deadline. */
export type Session = <T>(run: (ask: Pick<Reader, "all">) => Promise<T>) => Promise<T>;

export type Reader = {
  /**
   * Reads all rows of a statement.
   *
   * @throws AppError E2052 when the statement takes longer than its deadline.
   * @throws The signal's reason when it is aborted because the caller has disconnected.
   */
  all<Row>(sql: string, parameters: SqlRow, lane?: Lane): Promise<Row[]>;
  /**
   * Runs several statements on one state of the database, in one turn of the thread, because a
   * round trip costs as much as a small read.
   *
   * @returns The rows of each statement.
   * @throws as `all`
   */
  several<Rows extends readonly unknown[]>(
    reads: { readonly [I in keyof Rows]: Read },
    lane?: Lane,
  ): Promise<RowsOfEach<Rows>>;
  /**
   * Reads on a separate connection that is closed afterwards, so that nothing cached by an earlier
   * read affects the result.
   */
  once<Row>(sql: string, parameters: SqlRow): Promise<Row[]>;
  /** Runs sessions one after the other, on a separate connection that is closed afterwards. */
  sessions<T>(run: (session: Session) => Promise<T>): Promise<T>;
  /**
   * Returns a reader for one caller: its reads end when `signal` is aborted. Callers take turns.
   *
   * @param caller Default: the station itself.
   */
  until(signal: AbortSignal, caller?: string): Reader;
  close(): Promise<void>;
};

export type StartedReader = Reader & {
  /**
   * Runs a function while neither lane reads: after the running statements, before the queued ones.
   * Does not wait for sessions and reads on separate connections.
   */
  between<T>(run: () => Promise<T>): Promise<T>;
};

/**
 * Starts the read threads of a database.
 *
 * @param path Path of the database file. A lane's thread starts with its first read.
 * @param deadlineMs Deadline of each statement that calls `still_wanted()`.
 */
export function startReader(
  path: string,
  {
    workerURL = new URL("./reader-worker.ts", import.meta.url),
    deadlineMs = DEADLINE_MS,
  }: { workerURL?: URL; deadlineMs?: number } = {},
): StartedReader {
  const start = () =>
    createThreadCalls<ReaderOperations>({
      url: workerURL,
      name: "reader",
      data: { path },
      ending: "asked",
    });
  const threads: Threads = {
    start,
    lanes: { quick: start(), long: start() },
    alone: new Set(),
    deadlineMs,
  };
  const { lanes } = threads;
  return {
    ...readerOf(threads),
    async between(run) {
      const resumeLong = await lanes.long.pause();
      // Paused after the long lane, so that quick reads wait only milliseconds.
      const resumeQuick = await lanes.quick.pause();
      try {
        return await run();
      } finally {
        resumeQuick();
        resumeLong();
      }
    },
  };
}

type Thread = ThreadCalls<ReaderOperations>;
type Threads = {
  readonly start: () => Thread;
  readonly lanes: Readonly<Record<Lane, Thread>>;
  /** Threads of reads on separate connections. */
  readonly alone: Set<Thread>;
  readonly deadlineMs: number;
};

/** Makes the reader of one caller; its reads end when `signal` is aborted. */
function readerOf(threads: Threads, signal?: AbortSignal, caller?: string): Reader {
  const { lanes, alone, deadlineMs } = threads;
  const several = async <Rows extends readonly unknown[]>(
    reads: { readonly [I in keyof Rows]: Read },
    lane: Lane = "quick",
  ) => rowsOfEach<Rows>(await lanes[lane].call("read", { reads, deadlineMs }, { signal, caller }));
  return {
    several,
    all: async <Row>(sql: string, parameters: SqlRow, lane?: Lane) =>
      (await several<[Row]>([{ sql, parameters }], lane))[0],
    once: <Row>(sql: string, parameters: SqlRow) =>
      withOwn(
        threads,
        async (own) =>
          rowsOfEach<[Row]>(
            await own.call("read", { reads: [{ sql, parameters }], deadlineMs }, { signal }),
          )[0],
      ),
    sessions: (run) => withOwn(threads, (own) => run(sessionOn(own, signal))),
    until: (other, whose = caller) =>
      readerOf(threads, signal === undefined ? other : AbortSignal.any([signal, other]), whose),
    close: async () =>
      void (await Promise.all(
        [lanes.quick, lanes.long, ...alone].map((lane) => lane.close(stopping())),
      )),
  };
}

async function withOwn<T>({ start, alone }: Threads, run: (own: Thread) => Promise<T>): Promise<T> {
  const own = start();
  alone.add(own);
  try {
    return await run(own);
  } finally {
    alone.delete(own);
    await own.close(stopping());
  }
}

function sessionOn(own: Thread, signal: AbortSignal | undefined): Session {
  const all = async <Row>(sql: string, parameters: SqlRow) =>
    rowsOfEach<[Row]>(
      await own.call(
        "read",
        { reads: [{ sql, parameters }], deadlineMs: Number.MAX_SAFE_INTEGER, isSession: true },
        { signal },
      ),
    )[0];
  return async (reads) => {
    try {
      return await reads({ all });
    } finally {
      await own.call("endSession", undefined);
    }
  };
}

/**
 * Checks the file on a separate connection: a connection that was used for a search has cached the
 * search index, and would report the writer's later changes as damage.
 *
 * @returns SQLite's findings, one per line; only "ok" when the file is sound.
 */
export async function quickCheck(reader: Reader): Promise<string[]> {
  const rows = await reader.once<{ quickCheck: string }>("PRAGMA quick_check(100)", {});
  return rows.map((row) => row.quickCheck);
}

function stopping(): Error {
  return new Error("the station is stopping");
}

/**
 * Casts rows to the type that the caller declared with the statement. No other place has this cast.
 */
function rowsOfEach<Rows extends readonly unknown[]>(rows: unknown[][]): RowsOfEach<Rows> {
  return rows as RowsOfEach<Rows>;
}
