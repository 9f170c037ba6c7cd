/**
 * An order file, read beside the writer: a thread of its own for each, some orders at a time when they are asked for.
 * Files are read one after the other, since each may take a few hundred megabytes while it is read.
 */
import { Worker } from "node:worker_threads";
import { AppError } from "../base/errors.ts";
import { LARGEST_FILE_MIB, MOST_ROWS } from "./read-csv.ts";
import type { Batch, OrderFileAnswer, OrderFileRequest } from "./order-file-protocol.ts";
import type { Headings } from "./reject-row.ts";

export type OrderFile = {
  readonly fileName: string;
  readonly rows: number;
  readonly headings: Headings;
  /** @returns Undefined when there is no more. */
  next(): Promise<Batch | undefined>;
};

/** Files that wait for another one to be read. */
const MOST_WAITING = 3;
const MEMORY_MB = 512;
const WAIT_S = 10;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Reads the file in a request's body and gives it to `take`; the thread ends with it.
 *
 * @param body JSON as `importInputSchema` says. Its memory is given to the thread.
 * @throws AppError E2029 when nothing of it can be read, E1085 when the body is not as it should be, E2005 when too many are being read.
 */
export async function withOrderFile<T>(body: Uint8Array, take: (file: OrderFile) => Promise<T>): Promise<T> {
  if (waiting > MOST_WAITING) throw new AppError("E2005", "Other order files are being read. Import this one when they are in.", { retryAfter: WAIT_S });
  waiting += 1;
  const mine = last.then(() => read(body, take));
  last = mine.catch(() => undefined);
  try {
    return await mine;
  } finally {
    waiting -= 1;
  }
}

async function read<T>(body: Uint8Array, take: (file: OrderFile) => Promise<T>): Promise<T> {
  const isAlone = body.byteOffset === 0 && body.byteLength === body.buffer.byteLength;
  const own = isAlone ? body : new Uint8Array(body);
  const worker = new Worker(new URL("./order-file-worker.ts", import.meta.url), {
    workerData: { body: own },
    transferList: own.buffer instanceof ArrayBuffer ? [own.buffer] : [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    name: "order file",
  });
  const answers = listen(worker);
  try {
    const read = await answers.next();
    if (read.kind !== "read") throw new Error(`the order file's thread began with ${read.kind}`);
    const ask = async (): Promise<Batch | undefined> => {
      worker.postMessage("next" satisfies OrderFileRequest);
      const answer = await answers.next();
      if (answer.kind !== "batch") throw new Error(`the order file's thread answered ${answer.kind}`);
      return answer.orders.length + answer.rejected.length === 0 ? undefined : answer;
    };
    return await take({ fileName: read.fileName, rows: read.rows, headings: read.headings, next: ask });
  } finally {
    void worker.terminate();
  }
}

/** One answer for each question; the end of the thread answers the last one. */
function listen(worker: Worker): { next(): Promise<OrderFileAnswer> } {
  const come: OrderFileAnswer[] = [];
  let failure: Error | undefined;
  let wake = (): void => {};
  const fail = (error: Error): void => {
    failure ??= error;
    wake();
  };
  worker.on("message", (answer: OrderFileAnswer) => {
    if (answer.kind === "refused") return fail(new AppError(answer.code, answer.message));
    come.push(answer);
    wake();
  });
  worker.on("error", (error: unknown) => fail(isTooLarge(error) ? tooLarge() : error instanceof Error ? error : new Error(String(error))));
  worker.on("exit", () => fail(new Error("the order file's thread ended before it answered")));
  return {
    async next() {
      while (come.length === 0 && failure === undefined) await new Promise<void>((resolve) => (wake = resolve));
      const answer = come.shift();
      if (answer === undefined) throw failure ?? new Error("the order file's thread did not answer");
      return answer;
    },
  };
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

function tooLarge(): AppError {
  return new AppError("E2029", `The file takes too much memory, though it is within ${LARGEST_FILE_MIB} MiB and ${MOST_ROWS} rows. Split it and import its parts. Nothing was imported.`);
}
