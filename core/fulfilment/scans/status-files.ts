/**
 * Carriers' status files, in two steps. The first step reads the file in a thread, finds the parcel
 * of each row, and lists refused rows and unknown codes; the second records the scans, some at each
 * call. The caller shows the progress, and stops by not calling again.
 */
import { yieldToEventLoop } from "../../base/yield-to-event-loop.ts";
import { inTransaction } from "../../db/change.ts";
import type { Actor } from "../../http/actor.ts";
import {
  readInTurn,
  visitRows,
  WORK_MS,
  type CallersCheck,
  type SentFile,
} from "../../shipping/imports/check-file.ts";
import { openFileThread } from "../../shipping/imports/file-thread.ts";
import { createFileTurns } from "../../shipping/imports/file-turns.ts";
import { createOpenFiles, type OpenFiles } from "../../shipping/imports/open-files.ts";
import { rowsFrom, type PackedRows } from "../../shipping/imports/pack-rows.ts";
import { insertStatusFile } from "../../shipping/tracking/tracking.service.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { enterScan } from "./enter-scans.ts";
import { createMatcher, type Matcher } from "./match-row.ts";
import { listCodes, suggestStatus } from "./status-codes.ts";
import { missingColumns, type ColumnPlaces } from "./status-columns.ts";
import type { ReadStatusFile, StatusFileOperations, StatusRow } from "./status-file-protocol.ts";
import {
  MOST_CODES,
  MOST_REFUSED,
  type RefusedStatus,
  type StatusFile,
  type StatusFileProgress,
} from "./status-files.schema.ts";

type OpenFile = {
  readonly name: string;
  readonly providerCode: string;
  readonly rows: number;
  readonly total: number;
  readonly packed: PackedRows<StatusRow>;
  taken: number;
  recorded: number;
  known: number;
  refused: number;
};

/** Status files of one station. */
export type StatusFiles = {
  /**
   * Checks a file, and keeps its rows for `apply`. A member has at most one open file.
   *
   * @throws AppError E2029, E1085, E2005; the errors of `checkCaller`.
   */
  check(
    deps: FulfilmentDeps,
    actor: Actor,
    file: SentFile & { readonly providerCode: string; readonly places: ColumnPlaces },
  ): Promise<StatusFile>;
  /**
   * Records some of the scans. When the caller disconnects, fewer are recorded, and the file stays
   * open for the rest.
   *
   * @throws AppError E2068 when the file is no longer open; the errors of `checkCaller`.
   */
  apply(
    deps: FulfilmentDeps,
    actor: Actor,
    id: string,
    some: { readonly atMost: number; readonly checkCaller: CallersCheck },
  ): Promise<StatusFileProgress>;
  close(): void;
};

/** Creates the import. The thread starts with the first file. */
export function createStatusFiles(): StatusFiles {
  const turns = createFileTurns();
  const open = createOpenFiles<OpenFile>();
  const thread = openFileThread<StatusFileOperations>({
    url: new URL("./status-file-worker.ts", import.meta.url),
    name: "status file's thread",
  });
  return {
    async check(deps, actor, { providerCode, places, ...sent }) {
      const { checkCaller } = sent;
      const file = await readInTurn(turns, actor.organizationID, sent, (body, options) =>
        thread.call("check", { body, places }, options),
      );
      const missing = missingColumns(file.columns);
      const found = await matchAll(deps, actor, { file, providerCode, checkCaller });
      const { fileName, headings, columns, rows, good: total, packed } = file;
      const kept = { name: fileName, providerCode, rows, total, packed };
      const nothing = { taken: 0, recorded: 0, known: 0, refused: rows - total };
      const id = missing.length > 0 ? null : open.keep(deps, actor, { ...kept, ...nothing });
      return {
        id,
        fileName,
        providerCode,
        headings: [...headings],
        columns,
        missing,
        rows,
        ...found,
        unknownCodes: unknownCodes(deps, actor, providerCode, file),
      };
    },
    apply: (deps, actor, id, some) => applyRows(open, deps, actor, id, some),
    close: () => void thread.close(new Error("the status file's thread was ended")),
  };
}

function unknownCodes(
  deps: FulfilmentDeps,
  actor: Actor,
  providerCode: string,
  { codes }: ReadStatusFile,
): StatusFile["unknownCodes"] {
  const mapped = new Set(listCodes(deps, actor, providerCode).list.map(({ code }) => code));
  return codes
    .filter(({ code }) => !mapped.has(code))
    .slice(0, MOST_CODES)
    .map(({ code, words, rows }) => ({ code: words, rows, suggestion: suggestStatus(code) }));
}

/** Finds the parcel of each row, in turns of a few milliseconds. */
async function matchAll(
  deps: FulfilmentDeps,
  actor: Actor,
  of: {
    readonly file: ReadStatusFile;
    readonly providerCode: string;
    readonly checkCaller: CallersCheck;
  },
): Promise<Pick<StatusFile, "matched" | "known" | "refusedCount" | "refused">> {
  const { file, providerCode, checkCaller } = of;
  const match = createMatcher(deps, actor, providerCode);
  const refused: RefusedStatus[] = [...file.refused];
  let [matched, known, refusedCount] = [0, 0, file.refusedCount];
  await visitRows(file, checkCaller, (row) => {
    const found = match(row);
    if ("reason" in found) {
      refusedCount += 1;
      if (refused.length < MOST_REFUSED) refused.push(found);
    } else if (found.isKnown) known += 1;
    else matched += 1;
  });
  return { matched, known, refusedCount, refused: refused.toSorted((a, b) => a.line - b.line) };
}

async function applyRows(
  open: OpenFiles<OpenFile>,
  deps: FulfilmentDeps,
  actor: Actor,
  id: string,
  { atMost, checkCaller }: Parameters<StatusFiles["apply"]>[3],
): Promise<StatusFileProgress> {
  const file = open.get(actor, id);
  const match = createMatcher(deps, actor, file.providerCode);
  const until = Math.min(file.taken + atMost, file.total);
  while (file.taken < until) {
    await checkCaller();
    inTransaction(deps, () => takeSome(deps, file, until, match));
    await yieldToEventLoop();
  }
  const { name, rows, total, taken: done, recorded, known, refused } = file;
  if (done === total) {
    open.drop(id);
    // A file of which no row names a parcel of ours does not show that its carrier reports.
    if (recorded + known > 0) noteFile(deps, actor, { ...file, name, rows });
  }
  return { step: done === total ? "applied" : "applying", done, total, recorded, known, refused };
}

/** Records rows for some milliseconds. Needs an open transaction. */
function takeSome(deps: FulfilmentDeps, file: OpenFile, until: number, match: Matcher): void {
  const untilMs = performance.now() + WORK_MS;
  for (const row of rowsFrom(file.packed, file.taken, until)) {
    const found = match(row);
    if ("reason" in found) file.refused += 1;
    else if (enterScan(deps, found.shipmentID, found.scan, "file")) file.recorded += 1;
    else file.known += 1;
    file.taken += 1;
    if (performance.now() >= untilMs) return;
  }
}

function noteFile(
  deps: FulfilmentDeps,
  { organizationID, memberID: createdBy }: Actor,
  { providerCode, name, rows: rowCount, recorded }: OpenFile,
): void {
  inTransaction(deps, () =>
    insertStatusFile(deps.db, {
      id: deps.newId(),
      createdAt: deps.now(),
      organizationID,
      providerCode,
      name,
      rowCount,
      recorded,
      createdBy,
    }),
  );
}
