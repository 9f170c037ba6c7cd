/**
 * Calls of the thread that reads and writes the watched folder. A share that hangs blocks this
 * thread only: neither the core's thread nor the threads in which Node reads other files. At most
 * one call is open, and no second thread is started while it hangs.
 */
import { createThreadCalls } from "../../base/threads/thread-calls.ts";
import type { InputOf, OutputOf } from "../../base/threads/messages.ts";
import type { FolderOperations } from "./folder-protocol.ts";

/** The folder has not answered in time; the call may still end. */
export class SlowFolderError extends Error {
  override readonly name = "SlowFolderError";
}

/** The thread was closed during the call. */
export class FolderClosedError extends Error {
  override readonly name = "FolderClosedError";
}

export type FolderThread = {
  /** Whether a call that was given up hangs still. No call may be made meanwhile. */
  isHanging(): boolean;
  /**
   * Calls an operation.
   *
   * @throws The system's error with its code; SlowFolderError when the folder does not answer in
   *   time, or an earlier call hangs; FolderClosedError.
   */
  call<N extends keyof FolderOperations & string>(
    operation: N,
    input: InputOf<FolderOperations, N>,
    transfer?: readonly ArrayBuffer[],
  ): Promise<OutputOf<FolderOperations, N>>;
  /** Rejects the open call, and ends the thread as soon as the system lets it. */
  close(): void;
};

/** Creates the calls; the thread starts with the first. @param longestMs Longest wait for a call. */
export function openFolderThread(longestMs: number): FolderThread {
  const thread = createThreadCalls<FolderOperations>({
    url: new URL("./order-folder-worker.ts", import.meta.url),
    name: "order folder",
    ending: "stopped",
  });
  let hanging = false;
  return {
    isHanging: () => hanging,
    call(operation, input, transfer = []) {
      if (hanging) return Promise.reject(new SlowFolderError("an earlier call has not ended"));
      const running = thread.call(operation, input, { transfer });
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          hanging = true;
          reject(new SlowFolderError(`no answer within ${longestMs} ms`));
        }, longestMs).unref();
        const ended = (): void => {
          clearTimeout(timer);
          hanging = false;
        };
        running.then(resolve, reject);
        running.then(ended, ended);
      });
    },
    close: () => void thread.close(new FolderClosedError("the order folder was closed")),
  };
}
