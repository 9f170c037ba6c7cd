/**
 * Calls operations of a worker thread, one at a time; callers take turns. The thread starts with
 * the first call. If the thread is lost, the running call is rejected; queued calls, which the lost
 * thread has not seen, go to a new thread.
 */
import type { Worker } from "node:worker_threads";
import { createCallQueue, type CallQueue } from "./call-queue.ts";
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
} from "./messages.ts";
import { startProcessorClock } from "./processor-clock.ts";
import { startWorker } from "./start-worker.ts";
import type { ThreadOptions } from "./thread-options.ts";

type CallOptions = {
  /**
   * When aborted, the call rejects with the signal's reason: a queued call is dropped; for a
   * running call `isWanted()` becomes false.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Buffers that are moved to the thread instead of copied; the caller's buffers are empty
   * afterwards.
   */
  readonly transfer?: readonly ArrayBuffer[];
  /** The caller, for taking turns. Default: the thread's owner, which counts as one caller. */
  readonly caller?: string | undefined;
};

export type ThreadCalls<O extends Operations<O>> = {
  /**
   * Calls an operation of the thread.
   *
   * @throws Errors of the operation (an AppError with its code); the error that `options.lost`
   *   makes when the thread is lost; the reason of the signal, of `end` or of `close`;
   *   DataCloneError when the input cannot be cloned.
   */
  call<N extends keyof O & string>(
    operation: N,
    input: InputOf<O, N>,
    options?: CallOptions,
  ): Promise<OutputOf<O, N>>;
  /**
   * Prevents the thread from being ended because it is idle.
   *
   * @returns A function that ends the hold.
   */
  hold(): () => void;
  /**
   * Resolves to a function when no call is running. No call starts until that function is called.
   */
  pause(): Promise<() => void>;
  /** Ends the thread and rejects the running call. The next call starts a new thread. */
  end(reason: Error): Promise<void>;
  /** Ends the thread. Rejects the running, every queued and every later call with the reason. */
  close(reason: Error): Promise<void>;
};

type Waiting = CallMessage & {
  readonly caller: string;
  readonly transfer: readonly ArrayBuffer[];
  resolve(output: unknown): void;
  reject(error: unknown): void;
};
type Life = { readonly worker: Worker; readonly unwanted: Int32Array; isReady: boolean };

/** State of the calls of one thread. */
type Calls = {
  readonly options: ThreadOptions;
  readonly queue: CallQueue<Waiting>;
  running: Waiting | undefined;
  life: Life | undefined;
  closed: Error | undefined;
  holds: number;
  pauses: number;
  /** Callbacks of `pause` that wait until no call is running. */
  readonly paused: (() => void)[];
  lastID: number;
  limit: NodeJS.Timeout | undefined;
  idle: NodeJS.Timeout | undefined;
};

/**
 * Creates the caller's side of a thread.
 *
 * @returns Functions that call the thread, typed by the operations that the thread's file serves.
 *   The thread starts at the first call.
 */
export function createThreadCalls<O extends Operations<O>>(options: ThreadOptions): ThreadCalls<O> {
  const calls: Calls = {
    options,
    queue: createCallQueue(),
    running: undefined,
    life: undefined,
    closed: undefined,
    holds: 0,
    pauses: 0,
    paused: [],
    lastID: 0,
    limit: undefined,
    idle: undefined,
  };
  return {
    call: <N extends keyof O & string>(
      operation: N,
      input: InputOf<O, N>,
      { signal, transfer = [], caller = "" }: CallOptions = {},
    ) =>
      new Promise<OutputOf<O, N>>((resolve, reject) => {
        if (calls.closed !== undefined) return reject(calls.closed);
        if (signal?.aborted === true) return reject(signal.reason);
        const gone = (): void => leave(calls, call, signal?.reason);
        const call: Waiting = {
          id: ++calls.lastID,
          operation,
          input,
          transfer,
          caller,
          resolve(output) {
            signal?.removeEventListener("abort", gone);
            resolve(output as OutputOf<O, N>); // The thread serves the same operations.
          },
          reject(error) {
            signal?.removeEventListener("abort", gone);
            reject(error);
          },
        };
        signal?.addEventListener("abort", gone);
        calls.queue.add(call);
        next(calls);
      }),
    hold: () => hold(calls),
    pause: () => pause(calls),
    end: (reason) => end(calls, reason),
    close(reason) {
      calls.closed ??= reason;
      for (const call of calls.queue.clear()) call.reject(reason);
      return end(calls, reason);
    },
  };
}

function hold(calls: Calls): () => void {
  calls.holds += 1;
  clearTimeout(calls.idle);
  return () => {
    calls.holds -= 1;
    next(calls);
  };
}

async function pause(calls: Calls): Promise<() => void> {
  calls.pauses += 1;
  await new Promise<void>((rested) => {
    calls.paused.push(rested);
    next(calls);
  });
  return () => {
    calls.pauses -= 1;
    next(calls);
  };
}

function start(calls: Calls): Life {
  const { options } = calls;
  const unwanted = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const worker = startWorker(options, { unwanted, data: options.data });
  const started: Life = { worker, unwanted: new Int32Array(unwanted), isReady: false };
  worker.on("message", (message: ThreadMessage) => {
    if (calls.life === started) receive(calls, started, message);
  });
  worker.on("error", (error: unknown) =>
    lose(calls, started, error instanceof Error ? error : new Error(String(error))),
  );
  worker.on("exit", (code) =>
    lose(calls, started, new Error(`the ${options.name} stopped with ${code}`)),
  );
  worker.unref();
  return started;
}

function lose(calls: Calls, lost: Life, cause: Error): void {
  if (calls.life !== lost) return;
  void lost.worker.terminate();
  release(calls, calls.options.lost?.(cause) ?? cause);
  next(calls);
}

/** Detaches the thread and rejects the running call, which would never be answered. */
function release(calls: Calls, reason: Error): Life | undefined {
  const { life, running } = calls;
  calls.life = calls.running = undefined;
  clearTimeout(calls.limit);
  clearTimeout(calls.idle);
  running?.reject(reason);
  return life;
}

function receive(calls: Calls, from: Life, message: ThreadMessage): void {
  if (message.kind === "ready") {
    from.isReady = true;
    return setLimit(calls, from);
  }
  const call = calls.running;
  if (call?.id !== message.id) return;
  calls.running = undefined;
  clearTimeout(calls.limit);
  // Node handles all messages of a port before it handles sockets. If processing an answer takes
  // long, the next answer has already arrived, and sockets would never be handled.
  setImmediate(() => {
    next(calls);
    if (message.kind === "done") call.resolve(message.output);
    else call.reject(unpackError(message.error));
  });
}

function setLimit(calls: Calls, of: Life): void {
  const { options, running } = calls;
  clearTimeout(calls.limit);
  const ms = of.isReady ? options.callTimeoutMs : options.startTimeoutMs;
  if (running === undefined || ms === undefined) return;
  const late = (): Error =>
    of.isReady
      ? new HungThreadError(`the ${options.name} did not answer within ${ms} ms`)
      : new Error(`the ${options.name} did not start within ${ms} ms`);
  const restMs = options.isComputing === true && of.isReady ? startProcessorClock(ms) : () => 0;
  const expire = (): void => {
    const moreMs = restMs();
    if (moreMs <= 0) lose(calls, of, late());
    else calls.limit = setTimeout(expire, moreMs).unref();
  };
  calls.limit = setTimeout(expire, ms).unref();
}

/** Starts the next call if no call is running and no pause is active. */
function next(calls: Calls): void {
  clearTimeout(calls.idle);
  if (calls.running !== undefined) return;
  for (const rested of calls.paused.splice(0)) rested();
  if (calls.pauses > 0) return rest(calls);
  const call = calls.queue.take();
  calls.running = call;
  if (call === undefined) return rest(calls);
  const life = (calls.life ??= start(calls));
  life.worker.ref();
  setLimit(calls, life);
  const { id, operation, input, transfer, reject } = call;
  try {
    life.worker.postMessage({ id, operation, input } satisfies CallMessage, transfer);
  } catch (error) {
    calls.running = undefined; // A value that cannot be cloned was not sent.
    reject(error);
    next(calls);
  }
}

/**
 * Lets the process exit while the thread has no work. Ends an idle thread after `idleMs` unless it
 * is held.
 */
function rest(calls: Calls): void {
  const { life, holds, options } = calls;
  life?.worker.unref();
  if (life === undefined || holds > 0 || options.idleMs === undefined) return;
  calls.idle = setTimeout(
    () => void end(calls, new Error(`the ${options.name} was idle`)),
    options.idleMs,
  ).unref();
}

function leave(calls: Calls, call: Waiting, reason: unknown): void {
  const { queue, running, life } = calls;
  if (!queue.remove(call) && running === call && life !== undefined)
    Atomics.store(life.unwanted, 0, call.id);
  call.reject(reason);
}

async function end(calls: Calls, reason: Error): Promise<void> {
  const last = release(calls, reason);
  next(calls);
  if (last === undefined) return;
  Atomics.store(last.unwanted, 0, ALL_CALLS);
  const { worker } = last;
  await (calls.options.ending === "asked" ? endThread(worker) : worker.terminate());
}
