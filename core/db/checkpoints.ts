/**
 * Runs checkpoints, which copy the WAL into the database, in a separate thread after a COMMIT, so
 * that purchases do not wait for the copying. The writer's own checkpoint (`open-writer.ts`) is
 * used only if this thread falls behind.
 */
import { statSync } from "node:fs";
import type { Log } from "../base/log.ts";
import type { StartedReader } from "./reader.ts";
import { createThreadCalls } from "../base/threads/thread-calls.ts";
import { setWriterCopies } from "./checkpoint-connection.ts";
import type { Db } from "./database.ts";
import { KEPT_WAL_BYTES } from "./open-writer.ts";

/**
 * `isDone`: everything is copied and the WAL is not too large. `isHeldBack`: a long read prevents
 * copying much of the WAL.
 */
type CheckpointAnswer = { readonly isHeldBack: boolean; readonly isDone: boolean };
export type CheckpointOperations = { checkpoint(input: undefined): CheckpointAnswer };

/** WAL size at which it is copied into the database. */
const FULL_WAL_BYTES = 4 * 1024 * 1024;
const LOOK_AFTER_MS = 100;
/** Delay before the next attempt after a reader or the disk prevented a checkpoint. */
const AGAIN_AFTER_MS = 1_000;

export type Checkpoints = { stop(): Promise<void> };

type CheckpointOptions = {
  readonly workerURL?: URL;
  /**
   * Runs a function while no list is being read. A WAL that is constantly written and read can
   * restart only then.
   */
  readonly between?: StartedReader["between"];
};

/**
 * Watches the size of the WAL after COMMITs. The thread starts when the WAL is full for the first
 * time. At most stations, a day's work does not fill the WAL.
 *
 * @param path Path of the database file.
 */
export function startCheckpoints(
  db: Pick<Db, "onCommitted" | "raw">,
  path: string,
  log: Log,
  {
    workerURL = new URL("./checkpoint-worker.ts", import.meta.url),
    between = (run) => run(),
  }: CheckpointOptions = {},
): Checkpoints {
  const thread = createThreadCalls<CheckpointOperations>({
    url: workerURL,
    name: "checkpoints",
    data: { path },
    ending: "asked",
  });
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let stopped = false;
  const copying = createCopyingShare(db);
  const failures = createFailureLog(log);

  const lookAfter = (ms: number): void => {
    if (!stopped) timer ??= setTimeout(look, ms).unref();
  };
  const walBytes = (): number => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  /** Copies while lists are read; if too much is left, copies again while no list is read. */
  const copy = async (): Promise<CheckpointAnswer> => {
    const answer = await thread.call("checkpoint", undefined);
    return answer.isDone || stopped || walBytes() <= KEPT_WAL_BYTES
      ? answer
      : between(() => thread.call("checkpoint", undefined));
  };
  const look = (): void => {
    timer = undefined;
    if (isRunning || walBytes() < FULL_WAL_BYTES) return;
    isRunning = true;
    copy().then(
      (answer) => answered(answer, ""),
      (error: Error) => answered({ isHeldBack: false, isDone: false }, error.message),
    );
  };
  const answered = ({ isHeldBack, isDone }: CheckpointAnswer, message: string): void => {
    if (stopped) return;
    isRunning = false;
    // Copying stays left to the thread until the thread is done or has failed.
    copying.leaveToThread(isHeldBack || (copying.isLeft && !isDone && message === ""));
    failures.note(message);
    if (!isDone) lookAfter(AGAIN_AFTER_MS);
  };
  const committed = (): void => lookAfter(LOOK_AFTER_MS);
  db.onCommitted.add(committed);
  return {
    async stop() {
      stopped = true;
      db.onCommitted.delete(committed);
      clearTimeout(timer);
      await thread.close(new Error("the station is stopping"));
    },
  };
}

/** Tracks who copies the WAL: the writer in its COMMITs too, or only the thread. */
function createCopyingShare(db: Pick<Db, "raw">) {
  let isLeft = false;
  return {
    get isLeft() {
      return isLeft;
    },
    /**
     * Sets whether only the thread copies. This is the case while a long read holds back a large
     * part of the WAL; otherwise the first COMMIT after the read would copy all of this part.
     */
    leaveToThread(left: boolean): void {
      if (left === isLeft) return;
      isLeft = left;
      setWriterCopies(db, !left);
    },
  };
}

/** Creates a log that reports a repeating failure once; "" means success. */
function createFailureLog(log: Log) {
  let last = "";
  return {
    note(message: string): void {
      if (message !== "" && message !== last)
        log.warn(
          { cause: message },
          "committed data could not be copied from the WAL into the database yet; it stays in the WAL file",
        );
      last = message;
    },
  };
}
