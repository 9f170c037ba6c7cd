/**
 * An order file, read beside the writer, in a thread of its own: some orders at a time when they are asked for. Files are read
 * one after the other, since each may take a few hundred megabytes while it is read.
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
const LARGE_BYTES = 2 * 1024 * 1024;
/** How long a thread without work is kept. */
const REST_MS = 30_000;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Reads the file in a request's body and gives it to `take`.
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
  const isLarge = own.byteLength > LARGE_BYTES;
  const thread = openThread();
  try {
    const read = await thread.ask({ body: own }, own.buffer instanceof ArrayBuffer ? [own.buffer] : []);
    if (read.kind === "refused") throw new AppError(read.code, read.message);
    if (read.kind !== "read") throw new Error(`the order file's thread began with ${read.kind}`);
    const next = async (): Promise<Batch | undefined> => {
      const answer = await thread.ask("next");
      if (answer.kind !== "batch") throw new Error(`the order file's thread answered ${answer.kind}`);
      return answer.orders.length + answer.rejected.length === 0 ? undefined : answer;
    };
    return await take({ fileName: read.fileName, rows: read.rows, headings: read.headings, next });
  } finally {
    // What a large file took is given back at once; the next small one need not wait for a thread to start.
    if (isLarge) thread.end();
    else thread.rest();
  }
}

type Thread = {
  /** One question at a time. */
  ask(request: OrderFileRequest, transfer?: ArrayBuffer[]): Promise<OrderFileAnswer>;
  rest(): void;
  end(): void;
};

let kept: Thread | undefined;

function openThread(): Thread {
  kept ??= startThread();
  return kept;
}

function startThread(): Thread {
  const worker = new Worker(new URL("./order-file-worker.ts", import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB }, name: "order file" });
  let failure: Error | undefined;
  let waiter: { resolve(answer: OrderFileAnswer): void; reject(error: Error): void } | undefined;
  let idle: NodeJS.Timeout | undefined;
  const fail = (error: Error): void => {
    failure ??= error;
    if (kept === thread) kept = undefined;
    waiter?.reject(failure);
  };
  worker.on("message", (answer: OrderFileAnswer) => waiter?.resolve(answer));
  worker.on("error", (error: unknown) => fail(isTooLarge(error) ? tooLarge() : error instanceof Error ? error : new Error(String(error))));
  worker.on("exit", () => fail(new Error("the order file's thread ended before it answered")));
  const thread: Thread = {
    async ask(request, transfer = []) {
      if (failure !== undefined) throw failure;
      clearTimeout(idle);
      worker.ref();
      const answered = new Promise<OrderFileAnswer>((resolve, reject) => (waiter = { resolve, reject }));
      worker.postMessage(request, transfer);
      return answered;
    },
    rest() {
      if (failure !== undefined) return;
      worker.postMessage("drop" satisfies OrderFileRequest);
      worker.unref(); // it keeps no station from stopping
      idle = setTimeout(thread.end, REST_MS).unref();
    },
    end() {
      if (kept === thread) kept = undefined;
      void worker.terminate();
    },
  };
  return thread;
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

function tooLarge(): AppError {
  return new AppError("E2029", `The file takes too much memory, though it is within ${LARGEST_FILE_MIB} MiB and ${MOST_ROWS} rows. Split it and import its parts. Nothing was imported.`);
}
