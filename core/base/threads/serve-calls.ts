/** Serves calls inside a worker thread. `thread-calls.ts` makes the calls. */
import { parentPort, workerData } from "node:worker_threads";
import type { z } from "zod";
import { CLOSE } from "./end-thread.ts";
import {
  ALL_CALLS,
  packError,
  type CallMessage,
  type Operations,
  type ThreadMessage,
  type ThreadStart,
} from "./messages.ts";

export type ThreadRoom<O extends Operations<O>, D> = {
  /** Data that the thread was started with. */
  readonly data: D;
  /**
   * False when the running call has been aborted or the thread is being closed. For operations that
   * can stop early.
   */
  isWanted(): boolean;
  /**
   * Serves calls from now on. An error of an operation rejects its call and ends nothing else.
   *
   * @param close Called when the thread is asked to end. A running synchronous operation finishes
   *   first; a running asynchronous operation does not.
   */
  serve(operations: O, close?: () => void): void;
};

const moved = new WeakMap<object, readonly ArrayBuffer[]>();

/**
 * Transfers buffers with an operation's output instead of copying megabytes, which would block the
 * receiving thread.
 *
 * @param buffers Buffers of `output`. They are empty in this thread once `output` is sent.
 * @returns `output`.
 */
export function moving<T extends object>(output: T, buffers: readonly ArrayBuffer[]): T {
  moved.set(output, buffers);
  return output;
}

/**
 * Connects a worker thread's entry file with its caller.
 *
 * @param schema Schema of the data that the thread was started with.
 * @throws Error when this is not a worker thread, or the data does not fit the schema.
 */
export function openThread<O extends Operations<O>, D = undefined>(
  schema: z.ZodType<D>,
): ThreadRoom<O, D> {
  const port = parentPort;
  if (port === null) throw new Error("this file must be run in a worker thread");
  const start: ThreadStart = workerData;
  const unwanted = new Int32Array(start.unwanted);
  let current = 0;
  const send = (message: ThreadMessage, transfer: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, transfer);
  return {
    data: schema.parse(start.data),
    isWanted() {
      const id = Atomics.load(unwanted, 0);
      return id !== current && id !== ALL_CALLS;
    },
    serve(operations, close) {
      const run = async (operation: string, input: unknown): Promise<unknown> => {
        if (!isOneOf(operations, operation))
          throw new Error(`the thread has no operation ${operation}`);
        // The caller's types come from the same operations.
        return operations[operation](input as never);
      };
      port.on("message", (message: CallMessage | typeof CLOSE) => {
        if (message === CLOSE) {
          close?.();
          return void port.close();
        }
        const { id, operation, input } = message;
        current = id;
        run(operation, input).then(
          (output) =>
            send(
              { kind: "done", id, output },
              typeof output === "object" && output !== null ? moved.get(output) : undefined,
            ),
          (error: unknown) => send({ kind: "failed", id, error: packError(error) }),
        );
      });
      send({ kind: "ready" });
    },
  };
}

function isOneOf<O extends object>(operations: O, name: string): name is keyof O & string {
  return Object.hasOwn(operations, name);
}
