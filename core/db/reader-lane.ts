/** One thread of the reader: reads wait here for their turn, and leave when their caller has gone. */
import { Worker } from "node:worker_threads";
import { AppError } from "../base/errors.ts";
import { endThread } from "./end-thread.ts";
import { STOP_ALL, type Read, type ReadAnswer, type ReaderData, type ReadRequest } from "./reader-protocol.ts";

type LaneRead = { readonly reads: readonly Read[]; readonly deadlineMs: number; readonly signal: AbortSignal | undefined; readonly isSession?: boolean };

export type ReaderLane = {
  /** @returns The rows of each. @throws AppError E2052 after its deadline; the signal's reason when that is aborted. */
  read(read: LaneRead): Promise<unknown[][]>;
  close(): Promise<void>;
};

type Waiting = LaneRead & { readonly id: number; resolve(rows: unknown[][]): void; reject(error: unknown): void };

/** The thread starts with the first read, and anew with the next one after it was lost. */
export function startLane({ path, workerURL }: { path: string; workerURL: URL }): ReaderLane {
  const stop = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const stopped = new Int32Array(stop);
  const queue: Waiting[] = [];
  let running: Waiting | undefined;
  let thread: Worker | undefined;
  let lastID = 0;

  const next = (): void => {
    if (running !== undefined) return;
    running = queue.shift();
    if (running === undefined) return;
    thread ??= start();
    const { id, reads, deadlineMs, isSession = false } = running;
    thread.postMessage({ id, reads, deadlineMs, isSession } satisfies ReadRequest);
  };
  const settle = (answer: ReadAnswer): void => {
    if (running?.id !== answer.id) return;
    const { resolve, reject } = running;
    running = undefined;
    if (answer.kind === "rows") resolve(answer.rows);
    else if (answer.kind === "late") reject(new AppError("E2052"));
    else reject(Object.assign(new Error(answer.message), { code: answer.code })); // SQLite's: a full disk is known by it
    next();
  };
  const rejectAll = (error: Error): void => {
    for (const { reject } of [...(running === undefined ? [] : [running]), ...queue.splice(0)]) reject(error);
    running = undefined;
  };
  const start = (): Worker => {
    const worker = new Worker(workerURL, { workerData: { path, stop } satisfies ReaderData, name: "reader" });
    const lost = (error?: Error): void => {
      if (thread !== worker) return;
      thread = undefined;
      rejectAll(error ?? new Error("the reader stopped"));
    };
    worker.on("message", settle).on("error", lost).on("exit", () => lost());
    worker.unref();
    return worker;
  };
  /** A waiting read is dropped; a running one ends at its next question. Its caller waits for neither. */
  const leave = (read: Waiting): void => {
    const place = queue.indexOf(read);
    if (place !== -1) queue.splice(place, 1);
    else if (running === read) Atomics.store(stopped, 0, read.id);
    read.reject(read.signal?.reason);
  };

  return {
    read: (asked) =>
      new Promise<unknown[][]>((resolve, reject) => {
        const { signal } = asked;
        if (signal?.aborted === true) return reject(signal.reason as Error);
        const gone = (): void => leave(read);
        const read: Waiting = {
          ...asked,
          id: ++lastID,
          resolve(rows) {
            signal?.removeEventListener("abort", gone);
            resolve(rows);
          },
          reject(error) {
            signal?.removeEventListener("abort", gone);
            reject(error as Error);
          },
        };
        signal?.addEventListener("abort", gone);
        queue.push(read);
        next();
      }),
    async close() {
      const last = thread;
      thread = undefined;
      rejectAll(new Error("the station is stopping"));
      Atomics.store(stopped, 0, STOP_ALL); // else the thread would end after its statement
      await endThread(last);
      Atomics.store(stopped, 0, 0);
    },
  };
}
