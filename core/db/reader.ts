/**
 * Reading beside the writer: lists, counts, exports and checks run in threads of their own on
 * read-only connections, so that neither a purchase nor the window waits for them. What was
 * committed before the call is seen by it.
 *
 * A thread reads one statement at a time; the others wait here, where one that is no longer wanted
 * is dropped. A running statement cannot be ended from outside: one that may read a whole table
 * asks `still_wanted()` at every 256th row.
 */
import { createThreadCalls, type ThreadCalls } from "../base/threads/thread-calls.ts";
import type { SqlRow } from "./database.ts";
import type { Read, ReaderOperations } from "./reader-protocol.ts";

/**
 * `quick`: reads that take milliseconds at any number of rows. `long`: all others, up to the
 * deadline; they do not delay the quick ones.
 */
export type Lane = "quick" | "long";

/** Longer is no answer that a person or a program waits for. */
const DEADLINE_MS = 30_000;

/** A condition for statements that may read a whole table. @param rowid Of the row that is read. */
export function whileWanted(rowid: string): string {
  return `(${rowid} & 255 OR still_wanted())`;
}

/** The rows of each of several reads, in their order. */
export type RowsOfEach<Rows extends readonly unknown[]> = {
  -readonly [I in keyof Rows]: Rows[I][];
};

/** Several reads of one moment, one after the other. No deadline ends them. */
export type Session = <T>(run: (ask: Pick<Reader, "all">) => Promise<T>) => Promise<T>;

export type Reader = {
  /**
   * @throws AppError E2052 when the statement takes longer than its deadline.
   * @throws the signal's reason when it is aborted: the caller has disconnected.
   */
  all<Row>(sql: string, parameters: SqlRow, lane?: Lane): Promise<Row[]>;
  /**
   * Several statements of one moment, in one turn of the thread: going there and back costs as much
   * as a small read.
   * @returns The rows of each.
   * @throws as `all`
   */
  several<Rows extends readonly unknown[]>(
    reads: { readonly [I in keyof Rows]: Read },
    lane?: Lane,
  ): Promise<RowsOfEach<Rows>>;
  /**
   * On a connection of its own that is closed after it: nothing that an earlier read left in memory
   * has a part in the answer.
   */
  once<Row>(sql: string, parameters: SqlRow): Promise<Row[]>;
  /** Sessions one after the other, on a connection of their own that is closed after them. */
  sessions<T>(run: (session: Session) => Promise<T>): Promise<T>;
  /**
   * The same reader for one caller: its reads end as soon as `signal` is aborted. Callers have
   * their turns one after the other. @param caller Absent: as the station itself.
   */
  until(signal: AbortSignal, caller?: string): Reader;
  close(): Promise<void>;
};

export type StartedReader = Reader & {
  /**
   * Does something while neither lane reads: after the statements that run now, before those that
   * wait. Sessions and reads on connections of their own are not waited for.
   */
  between<T>(run: () => Promise<T>): Promise<T>;
};

/**
 * @param path Of the database file. A lane's thread starts with its first read.
 * @param deadlineMs For each statement that asks `still_wanted()`.
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
      const resumeQuick = await lanes.quick.pause(); // after the long ones have come to their end: the quick ones wait for milliseconds
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
  /** Threads of reads on connections of their own. */
  readonly alone: Set<Thread>;
  readonly deadlineMs: number;
};

/** The reader of one caller, whose reads end as soon as `signal` is aborted. */
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
 * On a connection of its own: one that has searched keeps what it knows of the search index, and
 * takes what the writer has changed since for damage.
 *
 * @returns What SQLite finds wrong with the file, a line each; "ok" alone when nothing is.
 */
export async function quickCheck(reader: Reader): Promise<string[]> {
  const rows = await reader.once<{ quick_check: string }>("PRAGMA quick_check(100)", {});
  return rows.map((row) => row.quick_check);
}

function stopping(): Error {
  return new Error("the station is stopping");
}

/**
 * The type of a statement's rows is declared by its caller, who wrote it. It is asserted here
 * alone.
 */
function rowsOfEach<Rows extends readonly unknown[]>(rows: unknown[][]): RowsOfEach<Rows> {
  return rows as RowsOfEach<Rows>;
}
