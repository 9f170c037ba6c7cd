/**
 * Checks a caller's file: reads it in the thread of its kind, at its organization's turn, and goes
 * through its rows without holding the core's thread for long.
 */
import { yieldToEventLoop } from "../../base/yield-to-event-loop.ts";
import type { FileTurns } from "./file-turns.ts";
import { rowsFrom, type PackedRows } from "./pack-rows.ts";

/** Time for the work of one turn, ms; a COMMIT that follows is not included. */
export const WORK_MS = 10;

/**
 * Throws when the file is no longer wanted: the caller has disconnected, or its token has expired.
 */
export type CallersCheck = () => Promise<void>;

/** A file as its caller has sent it. `body`: body of the request, unchanged. */
export type SentFile = { readonly body: Uint8Array; readonly checkCaller: CallersCheck };

/**
 * Reads a file at its organization's turn. Transfers the body's memory to the thread.
 *
 * @param check Calls the thread that reads files of this kind.
 * @throws AppError E2005; the errors of `checkCaller` and of `check`.
 */
export function readInTurn<T>(
  turns: FileTurns,
  organizationID: string,
  { body, checkCaller }: SentFile,
  check: (body: Uint8Array, options: { readonly transfer: readonly ArrayBuffer[] }) => Promise<T>,
): Promise<T> {
  return turns.take(organizationID, async () => {
    await checkCaller();
    return check(body, { transfer: body.buffer instanceof ArrayBuffer ? [body.buffer] : [] });
  });
}

/** Visits all good rows, in turns of a few milliseconds. @throws The errors of `checkCaller`. */
export async function visitRows<Row>(
  { good, packed }: { readonly good: number; readonly packed: PackedRows<Row> },
  checkCaller: CallersCheck,
  visit: (row: Row) => void,
): Promise<void> {
  for (let at = 0; at < good;) {
    const untilMs = performance.now() + WORK_MS;
    await checkCaller();
    while (at < good && performance.now() < untilMs)
      for (const row of rowsFrom(packed, at, good)) {
        at += 1;
        visit(row);
      }
    await yieldToEventLoop();
  }
}
