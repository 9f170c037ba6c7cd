/**
 * Imports an address file in two steps. The first step checks the file and lists the faults; the
 * second writes the good rows to the book, some at each call. The caller shows the progress, and
 * stops the import by not calling again. Between the calls, the checked rows are kept here.
 */
import { yieldToEventLoop } from "../../base/yield-to-event-loop.ts";
import { indexAllAddresses } from "../addresses/address-book.ts";
import { takeAddresses } from "../addresses/take-addresses.ts";
import { inTransaction } from "../../db/change.ts";
import type { Actor } from "../../http/actor.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { ShippingDeps } from "../deps.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import type { AddressFileOperations, CheckedAddress } from "./address-file-protocol.ts";
import { readInTurn, WORK_MS, type CallersCheck, type SentFile } from "./check-file.ts";
import { rowsFrom, type PackedRows } from "./pack-rows.ts";
import { openFileThread } from "./file-thread.ts";
import { createFileTurns } from "./file-turns.ts";
import { createOpenFiles, type OpenFiles } from "./open-files.ts";
import type { AddressFile, AddressFileProgress } from "./address-imports.schema.ts";

const LONGEST_WAIT_MS = 2_000;
type OpenFile = {
  readonly isRecipient: boolean;
  readonly total: number;
  readonly packed: PackedRows<CheckedAddress>;
  taken: number;
  added: number;
  known: number;
};

/** Address files of one station. */
export type AddressFiles = {
  /**
   * Checks a file, and keeps its good rows for `take`. A member has at most one open file.
   *
   * @throws AppError E2029, E2096, E1085, E2005; the errors of `checkCaller`.
   */
  check(
    deps: ShippingDeps,
    actor: Actor,
    file: SentFile & { readonly isRecipient: boolean },
  ): Promise<AddressFile>;
  /**
   * Writes some of the good rows. When the caller disconnects, fewer rows are written, and the file
   * stays open for the rest.
   *
   * @throws AppError E2068 when the file is no longer open; the errors of `checkCaller`.
   */
  take(
    deps: ShippingDeps,
    actor: Actor,
    id: string,
    some: { readonly atMost: number; readonly checkCaller: CallersCheck },
  ): Promise<AddressFileProgress>;
  close(): void;
};

/**
 * Creates the import. The thread starts with the first file.
 *
 * @param resourcesDir Contains the geo data.
 */
export function createAddressFiles(resourcesDir: string): AddressFiles {
  const turns = createFileTurns();
  const open = createOpenFiles<OpenFile>();
  const thread = openFileThread<AddressFileOperations>({
    url: new URL("./address-file-worker.ts", import.meta.url),
    name: "address file's thread",
    data: { resourcesDir },
  });
  return {
    async check(deps, actor, { isRecipient, ...sent }) {
      const file = await readInTurn(turns, actor.organizationID, sent, (body, options) =>
        thread.call("check", { body, isRecipient }, options),
      );
      const { good: total, packed } = file;
      const id = open.keep(deps, actor, {
        isRecipient,
        total,
        packed,
        taken: 0,
        added: 0,
        known: 0,
      });
      const { fileName, rows, good, repaired, unread, rejectedCount, rejected } = file;
      return {
        id,
        fileName,
        rows,
        good,
        repaired,
        unread: [...unread],
        rejectedCount,
        rejected: [...rejected],
      };
    },
    take: (deps, actor, id, some) => takeRows(open, deps, actor, id, some),
    close: () => void thread.close(new Error("the address file's thread was ended")),
  };
}

async function takeRows(
  open: OpenFiles<OpenFile>,
  deps: WriteDeps,
  actor: Actor,
  id: string,
  { atMost, checkCaller }: Parameters<AddressFiles["take"]>[3],
): Promise<AddressFileProgress> {
  const file = open.get(actor, id);
  // Each row is compared with the saved addresses. While too many of them are not indexed yet, no
  // row is written, and the caller asks again.
  if (!(await indexAllAddresses(deps, LONGEST_WAIT_MS)))
    return { done: file.taken, total: file.total, added: file.added, known: file.known };
  const before = file.added;
  const until = Math.min(file.taken + atMost, file.total);
  try {
    while (file.taken < until) {
      await checkCaller();
      const some = rowsFrom(file.packed, file.taken, until);
      const { n, added } = inTransaction(deps, () =>
        takeAddresses(deps, actor, some, { isRecipient: file.isRecipient, workMs: WORK_MS }),
      );
      file.taken += n;
      file.added += added;
      file.known += n - added;
      await yieldToEventLoop();
    }
  } finally {
    if (file.added > before)
      inTransaction(deps, () =>
        recordFact(deps, {
          topic: "address.changed",
          organizationID: actor.organizationID,
          subjectID: actor.organizationID,
        }),
      );
  }
  if (file.taken === file.total) open.drop(id);
  return { done: file.taken, total: file.total, added: file.added, known: file.known };
}
