/** An order file, read beside the writer, in a thread of its own: some orders at a time when they are asked for. */
import { AppError } from "../base/errors.ts";
import { createFileTurns } from "./file-turns.ts";
import type { Batch } from "./order-file-protocol.ts";
import { startThread, type Thread } from "./order-file-thread.ts";
import type { Headings } from "./reject-row.ts";

type OrderFile = {
  readonly fileName: string;
  readonly rows: number;
  readonly headings: Headings;
  /** Headings whose columns are not read. */
  readonly unread: readonly string[];
  /** @returns Undefined when there is no more. */
  next(): Promise<Batch | undefined>;
};

/** A request's body with a file, JSON as `importInputSchema` says. `checkCaller` throws when the caller has gone or its token has ended. */
type SentFile = { readonly organizationID: string; readonly body: Uint8Array; readonly checkCaller: () => Promise<void> };

/** The order files of one station. */
export type OrderFiles = {
  /**
   * Reads the file when it is its organization's turn, and gives it to `take`. The body's memory is given to the thread.
   *
   * @throws AppError E2029 when nothing of it can be read, E1085 when the body is not as it should be, E2005 when one of its
   * organization's files waits already; what `checkCaller` throws at its turn.
   */
  read<T>(file: SentFile, take: (file: OrderFile) => Promise<T>): Promise<T>;
  /** Ends the thread, and with it what is being read. */
  close(): void;
};

const LARGE_BYTES = 2 * 1024 * 1024;

export function createOrderFiles(): OrderFiles {
  const turns = createFileTurns();
  let kept: Thread | undefined;
  let closed = false;
  const openThread = (): Thread => {
    if (closed) throw gone();
    kept ??= startThread(() => (kept = undefined));
    return kept;
  };
  return {
    read: ({ organizationID, body, checkCaller }, take) =>
      turns.take(organizationID, async () => {
        await checkCaller();
        return await readBy(openThread(), body, take);
      }),
    close() {
      closed = true;
      kept?.end();
    },
  };
}

/** The caller has gone: only the log gets this error. It is not stored under an Idempotency-Key, so the file can be sent again. */
export function gone(): AppError {
  return new AppError("E2005", "Who sent this file did not wait for its end. Import it again: orders that are in are left alone.", { retryAfter: 1 });
}

async function readBy<T>(thread: Thread, body: Uint8Array, take: (file: OrderFile) => Promise<T>): Promise<T> {
  const isAlone = body.byteOffset === 0 && body.byteLength === body.buffer.byteLength;
  const own = isAlone ? body : new Uint8Array(body);
  const isLarge = own.byteLength > LARGE_BYTES;
  try {
    const read = await thread.ask({ body: own }, own.buffer instanceof ArrayBuffer ? [own.buffer] : []);
    if (read.kind === "refused") throw new AppError(read.code, read.message);
    if (read.kind !== "read") throw new Error(`the order file's thread began with ${read.kind}`);
    const next = async (): Promise<Batch | undefined> => {
      const answer = await thread.ask("next");
      if (answer.kind !== "batch") throw new Error(`the order file's thread answered ${answer.kind}`);
      return answer.orders.length + answer.rejected.length === 0 ? undefined : answer;
    };
    return await take({ fileName: read.fileName, rows: read.rows, headings: read.headings, unread: read.unread, next });
  } finally {
    // What a large file took is given back at once; the next small one need not wait for a thread to start.
    if (isLarge) thread.end();
    else thread.rest();
  }
}
