/** Reads an order file in a separate thread, some orders at a time on request. */
import { newId } from "../../base/ids.ts";
import { AppError, errors } from "../../base/errors.ts";
import { createThreadCalls, type ThreadCalls } from "../../base/threads/thread-calls.ts";
import type { FileSources } from "./choose-source.ts";
import type { FileHeadings } from "./file-headings.schema.ts";
import { createFileTurns } from "./file-turns.ts";
import type { Batch, FileHead, OrderFileOperations, RefusedRow } from "./order-file-protocol.ts";
import { LARGEST_FILE_MIB, MOST_ROWS } from "./read-csv.ts";

type OrderFile = FileHead & {
  /** Reads the next orders and faults; undefined at the end of the file. */
  next(): Promise<Batch | undefined>;
  /** Reads these rows from the file again and returns them serialized as `RefusedRow`s. */
  pack(rows: readonly Omit<RefusedRow, "cells">[]): Promise<Uint8Array>;
};

/**
 * A file that a caller has sent. `body`: the request's body, JSON in the shape of
 * `importInputSchema`. `checkCaller` throws when the caller has disconnected or its token has
 * expired.
 */
type SentFile = {
  readonly organizationID: string;
  readonly body: Uint8Array;
  /** Sources by which the file may be read. */
  readonly sources: FileSources;
  readonly checkCaller: () => Promise<void>;
};

/** Order files of one station. */
export type OrderFiles = {
  /**
   * Reads the file at its organization's turn, and passes it to `take`. Transfers the body's memory
   * to the thread.
   *
   * @throws AppError E2029 when the file is unreadable, E2096 when a required column is missing,
   * E2291 when several sources have its headings, E1085 when the body has another shape, E2005 when another file of the organization is waiting
   * already; the errors of `checkCaller` at the file's turn.
   */
  read<T>(file: SentFile, take: (file: OrderFile) => Promise<T>): Promise<T>;
  /**
   * Reads only the headings of the file, at its organization's turn. Transfers the body's memory to
   * the thread.
   *
   * @throws AppError E2029, E1085, E2005; the errors of `checkCaller` at the file's turn.
   */
  look(file: SentFile): Promise<FileHeadings>;
  /** Ends the thread and the file in progress. */
  close(): void;
};

const LARGE_BYTES = 2 * 1024 * 1024;
const MEMORY_MIB = 512;
/** Time after which an idle thread ends, in ms. */
const IDLE_MS = 30_000;

/** Creates the reader; its thread starts with the first file. After `close` each `read` fails. */
export function createOrderFiles(): OrderFiles {
  const turns = createFileTurns();
  const thread = createThreadCalls<OrderFileOperations>({
    url: new URL("./order-file-worker.ts", import.meta.url),
    name: "order file's thread",
    idleMs: IDLE_MS,
    memoryMiB: MEMORY_MIB,
    ending: "stopped",
    lost: (cause) =>
      "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooLarge() : cause,
  });
  let closed = false;
  const atTurn = <T>(
    { organizationID, checkCaller }: Pick<SentFile, "organizationID" | "checkCaller">,
    run: () => Promise<T>,
  ): Promise<T> =>
    turns.take(organizationID, async () => {
      await checkCaller();
      if (closed) throw callerGone();
      return await run();
    });
  return {
    read: (file, take) => atTurn(file, () => readBy(thread, file, take)),
    look: (file) => atTurn(file, () => lookBy(thread, file)),
    close() {
      closed = true;
      void thread.close(new Error("the order file's thread was ended"));
    },
  };
}

function tooLarge(): AppError {
  return errors.fileUnreadable(
    `The file takes too much memory, though it is within ${LARGEST_FILE_MIB} MiB and ${MOST_ROWS} rows. Split it and import its parts. Nothing was imported.`,
    { reason: "memory" },
  );
}

/**
 * Makes the error for a disconnected caller. Only the log shows this error. It is not stored under
 * an Idempotency-Key, so the file can be sent again.
 */
export function callerGone(): AppError {
  return errors.tooManyRequests(
    "The sender of this file disconnected before the import ended. Import it again: no order is imported twice.",
    { retryAfter: 1 },
  );
}

async function readBy<T>(
  thread: ThreadCalls<OrderFileOperations>,
  { body, sources }: Pick<SentFile, "body" | "sources">,
  take: (file: OrderFile) => Promise<T>,
): Promise<T> {
  const isLarge = body.byteLength > LARGE_BYTES;
  const id = newId();
  const release = thread.hold();
  try {
    const head = await thread.call("open", { id, body, sources }, transferring(body));
    const next = async (): Promise<Batch | undefined> => {
      const batch = await thread.call("next", id);
      return batch.orders.length + batch.rejected.length === 0 ? undefined : batch;
    };
    return await take({ ...head, next, pack: (rows) => thread.call("pack", { id, rows }) });
  } finally {
    // Ending the thread frees the memory of a large file at once; after a small file the thread is
    // reused.
    if (isLarge) void thread.end(new Error("the order file has been read"));
    else thread.call("drop", undefined).catch(() => {});
    release();
  }
}

async function lookBy(
  thread: ThreadCalls<OrderFileOperations>,
  { body, sources }: Pick<SentFile, "body" | "sources">,
): Promise<FileHeadings> {
  const isLarge = body.byteLength > LARGE_BYTES;
  const release = thread.hold();
  try {
    return await thread.call("look", { body, sources }, transferring(body));
  } finally {
    if (isLarge) void thread.end(new Error("the headings of the order file have been read"));
    release();
  }
}

function transferring({ buffer }: Uint8Array): { readonly transfer: ArrayBuffer[] } {
  return { transfer: buffer instanceof ArrayBuffer ? [buffer] : [] };
}
