/** The thread that checks the files of one kind. */
import { errors } from "../../base/errors.ts";
import { HungThreadError } from "../../base/threads/hung-thread.ts";
import type { Operations } from "../../base/threads/messages.ts";
import { createThreadCalls, type ThreadCalls } from "../../base/threads/thread-calls.ts";

const MEMORY_MIB = 512;
const IDLE_MS = 30_000;
/** Timeout of a check, ms; a file of the largest size takes some seconds. */
const LONGEST_MS = 60_000;

/** Makes a thread that starts with the first file and ends when it is idle. */
export function openFileThread<O extends Operations<O>>(thread: {
  readonly url: URL;
  readonly name: string;
  readonly data?: Readonly<Record<string, string>>;
}): ThreadCalls<O> {
  return createThreadCalls<O>({
    ...thread,
    idleMs: IDLE_MS,
    memoryMiB: MEMORY_MIB,
    callTimeoutMs: LONGEST_MS,
    ending: "stopped",
    lost: faultOf,
  });
}

/** Converts the error that ended the thread while it checked a file to the caller's error. */
function faultOf(cause: Error): Error {
  if ("code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY")
    return errors.fileUnreadable(
      "The file takes too much memory. Split it and import its parts. Nothing was imported.",
      { reason: "memory" },
    );
  return cause instanceof HungThreadError
    ? errors.fileUnreadable(
        "The file takes too long to read. Split it and import its parts. Nothing was imported.",
        { reason: "slow" },
      )
    : cause;
}
