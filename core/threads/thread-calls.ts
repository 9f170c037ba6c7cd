/**
 * Calls of a worker thread, one at a time in the order they are made. The thread starts with the
 * first call. When it is lost, the call under way is rejected; the calls behind it, which it has
 * not seen, go to a new thread.
 */
import { Worker } from "node:worker_threads";
import { endThread } from "./end-thread.ts";
import { HungThreadError } from "./hung-thread.ts";
import {
  ALL_CALLS,
  unpackError,
  type CallMessage,
  type InputOf,
  type Operations,
  type OutputOf,
  type ThreadMessage,
  type ThreadStart,
} from "./messages.ts";

export type ThreadOptions = {
  /** The thread's entry, which calls `openThread(…).serve(…)`. */
  readonly url: URL;
  /** For errors and for debuggers: "label renderer". */
  readonly name: string;
  /** What the thread's `openThread` parses. Cloned. */
  readonly data?: unknown;
  /**
   * A thread that has not answered a call after this time counts as hung, and is ended: the cause
   * is a HungThreadError.
   */
  readonly callTimeoutMs?: number;
  /** The same for a thread that is not ready yet: a cold disk may be slow. */
  readonly startTimeoutMs?: number;
  /** A thread without a call for this time is ended. Without it the thread is kept. */
  readonly idleMs?: number;
  /** Of the thread's own heap, MiB. More is ERR_WORKER_OUT_OF_MEMORY. */
  readonly memoryMiB?: number;
  /**
   * Of that part of it where new objects are made, MiB. Large, it is left full of garbage; small,
   * it is cleared more often.
   */
  readonly youngMemoryMiB?: number;
  /** What the thread prints is dropped. */
  readonly isSilent?: boolean;
  /**
   * `asked`: the thread is asked to close its connections first, for threads with SQLite.
   * `stopped`: the thread is terminated at once, also during a call.
   */
  readonly ending: "asked" | "stopped";
  /**
   * The error of the call that was under way when the thread was lost. Without it: the cause
   * itself.
   */
  readonly lost?: (cause: Error) => Error;
};

type CallOptions = {
  /**
   * Aborted, the call rejects with the signal's reason: it is dropped before its turn; in its turn
   * `isWanted()` is false.
   */
  readonly signal?: AbortSignal | undefined;
  /** Buffers that are moved to the thread, and not copied. They are empty here afterwards. */
  readonly transfer?: readonly ArrayBuffer[];
};

export type ThreadCalls<O extends Operations<O>> = {
  /**
   * @throws what the operation throws (an AppError with its code); what `lost` makes of a lost
   *   thread; the reason of a signal or of `close`.
   */
  call<N extends keyof O & string>(
    operation: N,
    input: InputOf<O, N>,
    options?: CallOptions,
  ): Promise<OutputOf<O, N>>;
  /** Keeps the thread from being idle. @returns How to let go of it. */
  hold(): () => void;
  /** Resolves when no call is under way; none begins until what it resolves to is called. */
  pause(): Promise<() => void>;
  /** Ends the thread, and rejects the call under way. The next call starts another. */
  end(reason: Error): Promise<void>;
  /** Ends the thread. Every waiting and every later call is rejected with the reason. */
  close(reason: Error): Promise<void>;
};

type Waiting = CallMessage & {
  readonly transfer: readonly ArrayBuffer[];
  resolve(output: unknown): void;
  reject(error: unknown): void;
};
type Life = { readonly worker: Worker; readonly unwanted: Int32Array; isReady: boolean };

/**
 * @returns Calls of one thread at a time, by the operations that its file serves. Nothing is
 *   started before the first call.
 */
export function createThreadCalls<O extends Operations<O>>(options: ThreadOptions): ThreadCalls<O> {
  const queue: Waiting[] = [];
  let running: Waiting | undefined;
  let life: Life | undefined;
  let closed: Error | undefined;
  let holds = 0;
  let pauses = 0;
  const paused: (() => void)[] = [];
  let lastID = 0;
  let limit: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;

  const start = (): Life => {
    const unwanted = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const worker = startWorker(options, { unwanted, data: options.data });
    const started: Life = { worker, unwanted: new Int32Array(unwanted), isReady: false };
    worker.on("message", (message: ThreadMessage) => {
      if (life === started) receive(started, message);
    });
    worker.on("error", (error: unknown) =>
      lose(started, error instanceof Error ? error : new Error(String(error))),
    );
    worker.on("exit", (code) =>
      lose(started, new Error(`the ${options.name} stopped with ${code}`)),
    );
    worker.unref();
    return started;
  };
  const lose = (lost: Life, cause: Error): void => {
    if (life !== lost) return;
    void lost.worker.terminate();
    release(options.lost?.(cause) ?? cause);
    next();
  };
  /** The thread is no longer ours, and the call under way will not be answered. */
  const release = (reason: Error): Life | undefined => {
    const [last, call] = [life, running];
    life = running = undefined;
    clearTimeout(limit);
    clearTimeout(idle);
    call?.reject(reason);
    return last;
  };
  const receive = (from: Life, message: ThreadMessage): void => {
    if (message.kind === "ready") {
      from.isReady = true;
      return setLimit(from);
    }
    if (running?.id !== message.id) return;
    const call = running;
    running = undefined;
    clearTimeout(limit);
    if (message.kind === "done") call.resolve(message.output);
    else call.reject(unpackError(message.error));
    next();
  };
  const setLimit = (of: Life): void => {
    clearTimeout(limit);
    const ms = of.isReady ? options.callTimeoutMs : options.startTimeoutMs;
    if (running === undefined || ms === undefined) return;
    const late = (): Error =>
      of.isReady
        ? new HungThreadError(`the ${options.name} did not answer within ${ms} ms`)
        : new Error(`the ${options.name} did not start within ${ms} ms`);
    limit = setTimeout(() => lose(of, late()), ms).unref();
  };
  const next = (): void => {
    clearTimeout(idle);
    if (running !== undefined) return;
    for (const rested of paused.splice(0)) rested();
    if (pauses > 0) return rest();
    running = queue.shift();
    if (running === undefined) return rest();
    life ??= start();
    life.worker.ref();
    setLimit(life);
    const { id, operation, input, transfer, reject } = running;
    try {
      life.worker.postMessage({ id, operation, input } satisfies CallMessage, transfer);
    } catch (error) {
      running = undefined; // what cannot be cloned was not sent
      reject(error);
      next();
    }
  };
  /** A thread without work keeps no process from ending. */
  const rest = (): void => {
    life?.worker.unref();
    if (life === undefined || holds > 0 || options.idleMs === undefined) return;
    idle = setTimeout(
      () => void end(new Error(`the ${options.name} was idle`)),
      options.idleMs,
    ).unref();
  };
  const leave = (call: Waiting, reason: unknown): void => {
    const place = queue.indexOf(call);
    if (place !== -1) queue.splice(place, 1);
    else if (running === call && life !== undefined) Atomics.store(life.unwanted, 0, call.id);
    call.reject(reason);
  };
  const end = async (reason: Error): Promise<void> => {
    const last = release(reason);
    next();
    if (last === undefined) return;
    Atomics.store(last.unwanted, 0, ALL_CALLS);
    await (options.ending === "asked" ? endThread(last.worker) : last.worker.terminate());
  };

  return {
    call: <N extends keyof O & string>(
      operation: N,
      input: InputOf<O, N>,
      { signal, transfer = [] }: CallOptions = {},
    ) =>
      new Promise<OutputOf<O, N>>((resolve, reject) => {
        if (closed !== undefined) return reject(closed);
        if (signal?.aborted === true) return reject(signal.reason);
        const gone = (): void => leave(call, signal?.reason);
        const call: Waiting = {
          id: ++lastID,
          operation,
          input,
          transfer,
          resolve(output) {
            signal?.removeEventListener("abort", gone);
            resolve(output as OutputOf<O, N>); // the thread serves the same operations
          },
          reject(error) {
            signal?.removeEventListener("abort", gone);
            reject(error);
          },
        };
        signal?.addEventListener("abort", gone);
        queue.push(call);
        next();
      }),
    hold() {
      holds += 1;
      clearTimeout(idle);
      return () => {
        holds -= 1;
        next();
      };
    },
    async pause() {
      pauses += 1;
      await new Promise<void>((rested) => {
        paused.push(rested);
        next();
      });
      return () => {
        pauses -= 1;
        next();
      };
    },
    end,
    close(reason) {
      closed ??= reason;
      for (const call of queue.splice(0)) call.reject(reason);
      return end(reason);
    },
  };
}

function startWorker(
  { url, name, memoryMiB, youngMemoryMiB, isSilent = false }: ThreadOptions,
  workerData: ThreadStart,
): Worker {
  const resourceLimits = {
    ...(memoryMiB === undefined ? {} : { maxOldGenerationSizeMb: memoryMiB }),
    ...(youngMemoryMiB === undefined ? {} : { maxYoungGenerationSizeMb: youngMemoryMiB }),
  };
  const worker = new Worker(url, {
    name,
    workerData,
    resourceLimits,
    stdout: isSilent,
    stderr: isSilent,
  });
  if (isSilent) {
    worker.stdout.resume();
    worker.stderr.resume();
  }
  return worker;
}
