/**
 * Reading beside the writer: lists, counts, exports and checks run in a thread of their own on a read-only connection,
 * so that neither a purchase nor the window waits for them. What was committed before the call is seen by it.
 */
import { Worker } from "node:worker_threads";
import type { SqlRow } from "./database.ts";
import type { ReadAnswer, ReadRequest } from "./reader-protocol.ts";

/** `quick` answers in milliseconds whatever there is; `long` may take its time, and does not hold up the quick ones. */
export type Lane = "quick" | "long";

export type Reader = {
  all<Row>(sql: string, parameters: SqlRow, lane?: Lane): Promise<Row[]>;
  /** On a connection of its own that is closed after it: nothing that an earlier question left in memory has a part in the answer. */
  once<Row>(sql: string, parameters: SqlRow): Promise<Row[]>;
  /** Several questions about one state of the database, on a connection of its own that is closed after them. */
  session<T>(run: (ask: Pick<Reader, "all">) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

type Waiting = { resolve(rows: unknown[]): void; reject(error: Error): void };

/** @param path Of the database file. A lane's thread starts with its first question. */
export function startReader(path: string, workerURL: URL = new URL("./reader-worker.ts", import.meta.url)): Reader {
  const lanes = { quick: startLane(path, workerURL), long: startLane(path, workerURL) };
  const alone = new Set<Questions>();
  return {
    all: (sql, parameters, lane = "quick") => lanes[lane].all(sql, parameters),
    async once(sql, parameters) {
      const own = startLane(path, workerURL);
      alone.add(own);
      try {
        return await own.all(sql, parameters);
      } finally {
        alone.delete(own);
        await own.close();
      }
    },
    async session(run) {
      const own = startLane(path, workerURL);
      alone.add(own);
      try {
        await own.all("BEGIN", {});
        return await run({ all: (sql, parameters) => own.all(sql, parameters) });
      } finally {
        alone.delete(own);
        await own.close();
      }
    },
    close: async () => void (await Promise.all([lanes.quick, lanes.long, ...alone].map((lane) => lane.close()))),
  };
}

type Questions = Pick<Reader, "all" | "close">;

function startLane(path: string, workerURL: URL): Questions {
  const waiting = new Map<number, Waiting>();
  let lastID = 0;
  let thread: Worker | undefined;

  function start(): Worker {
    const worker = new Worker(workerURL, { workerData: { path }, name: "reader" });
    worker.on("message", (answer: ReadAnswer) => {
      const waiter = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (answer.kind === "rows") waiter?.resolve(answer.rows);
      else waiter?.reject(Object.assign(new Error(answer.message), { code: answer.code })); // SQLite's: a full disk is known by it
    });
    const lost = (error?: Error): void => {
      if (thread !== worker) return;
      thread = undefined; // the next question starts a new one
      for (const { reject } of waiting.values()) reject(error ?? new Error("the reader stopped"));
      waiting.clear();
    };
    worker.on("error", lost);
    worker.on("exit", () => lost());
    worker.unref();
    return worker;
  }

  return {
    all: <Row>(sql: string, parameters: SqlRow) =>
      new Promise<Row[]>((resolve, reject) => {
        thread ??= start();
        const id = ++lastID;
        waiting.set(id, { resolve: (rows) => resolve(rows as Row[]), reject });
        thread.postMessage({ id, sql, parameters } satisfies ReadRequest);
      }),
    async close() {
      const last = thread;
      thread = undefined;
      await last?.terminate();
      for (const { reject } of waiting.values()) reject(new Error("the station is stopping"));
      waiting.clear();
    },
  };
}

/**
 * On a connection of its own: one that has searched keeps what it knows of the search index, and takes what the writer
 * has changed since for damage.
 *
 * @returns What SQLite finds wrong with the file, a line each; "ok" alone when nothing is.
 */
export async function quickCheck(reader: Reader): Promise<string[]> {
  const rows = await reader.once<{ quick_check: string }>("PRAGMA quick_check(100)", {});
  return rows.map((row) => row.quick_check);
}
