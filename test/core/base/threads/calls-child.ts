/** A worker thread for tests, which fails in each way that a thread can. */
import { threadId } from "node:worker_threads";
import { z } from "zod";
import { errors } from "../../../../core/base/errors.ts";
import { openThread } from "../../../../core/base/threads/serve-calls.ts";

export type TestOperations = {
  thread(input: undefined): number;
  add(numbers: readonly number[]): Promise<number>;
  size(bytes: Uint8Array): number;
  refuse(input: undefined): never;
  fail(code: string): never;
  exit(code: number): never;
  crash(input: undefined): Promise<never>;
  hang(input: undefined): never;
  /** Waits this long without using a processor, ms. */
  sleep(ms: number): number;
  /**
   * Runs until it is aborted.
   *
   * @returns How often it was called, including this time.
   */
  spin(input: undefined): number;
  spins(input: undefined): number;
};

const thread = openThread<TestOperations, { start: number }>(z.object({ start: z.number() }));
let spins = thread.data.start;

thread.serve({
  thread: () => threadId,
  add: (numbers) => Promise.resolve(numbers.reduce((a, b) => a + b, 0)),
  size: (bytes) => bytes.byteLength,
  refuse() {
    throw errors.balanceTooLow("Too little.", { balance: "1.00" });
  },
  fail(code) {
    throw Object.assign(new Error("the disk"), { code });
  },
  exit: (code) => process.exit(code),
  crash: () =>
    new Promise(() => {
      setImmediate(() => {
        throw new Error("crashed");
      });
    }),
  hang() {
    for (;;);
  },
  sleep(ms) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    return ms;
  },
  spin() {
    spins += 1;
    while (thread.isWanted());
    return spins;
  },
  spins: () => spins,
});
