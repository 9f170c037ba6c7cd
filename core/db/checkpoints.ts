/**
 * Checkpoints by plan: after commits, in a thread of their own, so that no purchase pays for the
 * copying. The writer's own checkpoint (`database.ts`) is left for the case that this thread falls
 * behind.
 */
import { statSync } from "node:fs";
import type { Log } from "../base/log.ts";
import type { StartedReader } from "./reader.ts";
import { createThreadCalls } from "../base/threads/thread-calls.ts";
import { setWriterCopies } from "./checkpoint-connection.ts";
import type { Db } from "./database.ts";
import { KEPT_WAL_BYTES } from "./open-writer.ts";

/**
 * `isDone`: all is copied, and the WAL is not larger than it should be. `isHeldBack`: a long read
 * prevents the copying of much.
 */
type CheckpointAnswer = { readonly isHeldBack: boolean; readonly isDone: boolean };
export type CheckpointOperations = { checkpoint(input: undefined): CheckpointAnswer };

/** A WAL that has grown to this is copied into the database. */
const FULL_WAL_BYTES = 4 * 1024 * 1024;
const LOOK_AFTER_MS = 100;
/** A reader was in the way, or the disk. */
const AGAIN_AFTER_MS = 1_000;

export type Checkpoints = { stop(): Promise<void> };

type CheckpointOptions = {
  readonly workerURL?: URL;
  /**
   * Does something while no list is read. A WAL that is written and read all the time begins anew
   * only then.
   */
  readonly between?: StartedReader["between"];
};

/**
 * The thread starts when the WAL is first full: most stations' days end before.
 * @param path Of the database file.
 */
export function startCheckpoints(
  db: Pick<Db, "listeners" | "raw">,
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
  /** Beside the lists first, so that little is left to copy while they wait. */
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
    // Until it is cut: a commit would copy what was written while the thread copied.
    copying.leaveToThread(isHeldBack || (copying.isLeft && !isDone && message === ""));
    failures.note(message);
    if (!isDone) lookAfter(AGAIN_AFTER_MS);
  };
  const committed = (): void => lookAfter(LOOK_AFTER_MS);
  db.listeners.add(committed);
  return {
    async stop() {
      stopped = true;
      db.listeners.delete(committed);
      clearTimeout(timer);
      await thread.close(new Error("the station is stopping"));
    },
  };
}

/** Who copies: the writer at its commits, or the thread alone. */
function createCopyingShare(db: Pick<Db, "raw">) {
  let isLeft = false;
  return {
    get isLeft() {
      return isLeft;
    },
    /**
     * What a long read has held back is for the thread: the first commit after the read would pay
     * for all of it.
     */
    leaveToThread(left: boolean): void {
      if (left === isLeft) return;
      isLeft = left;
      setWriterCopies(db, !left);
    },
  };
}

/** Logs each failure once while it repeats. "" for none. */
function createFailureLog(log: Log) {
  let last = "";
  return {
    note(message: string): void {
      if (message !== "" && message !== last)
        log.warn(
          { cause: message },
          "what was committed could not be copied into the database yet; it is kept in the file beside it",
        );
      last = message;
    },
  };
}
