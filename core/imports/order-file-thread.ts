/** The thread that reads order files, as the core sees it: started when it is asked, ended when it has rested a while. */
import { Worker } from "node:worker_threads";
import { AppError } from "../base/errors.ts";
import type { OrderFileAnswer, OrderFileRequest } from "./order-file-protocol.ts";
import { LARGEST_FILE_MIB, MOST_ROWS } from "./read-csv.ts";

const MEMORY_MB = 512;
/** How long a thread without work is kept. */
const REST_MS = 30_000;

export type Thread = {
  /** One question at a time. @throws AppError E2029 when the file takes too much memory. */
  ask(request: OrderFileRequest, transfer?: ArrayBuffer[]): Promise<OrderFileAnswer>;
  rest(): void;
  end(): void;
};

/** @param ended Called once, when it can be asked no more. */
export function startThread(ended: () => void): Thread {
  const worker = new Worker(new URL("./order-file-worker.ts", import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB }, name: "order file" });
  let failure: Error | undefined;
  let waiter: { resolve(answer: OrderFileAnswer): void; reject(error: Error): void } | undefined;
  let idle: NodeJS.Timeout | undefined;
  const fail = (error: Error): void => {
    if (failure === undefined) ended();
    failure ??= error;
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
      fail(new Error("the order file's thread was ended"));
      clearTimeout(idle);
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
