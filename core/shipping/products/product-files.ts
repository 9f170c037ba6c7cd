/**
 * Product files, in two steps. The first step reads the file in a thread, compares its barcodes
 * with the products, and lists the faults; the second writes the good rows, some at each call. The
 * caller shows the progress, and stops by not calling again. Nothing is written before the second.
 */
import { yieldToEventLoop } from "../../base/yield-to-event-loop.ts";
import { isAppError } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import type { ShippingDeps } from "../deps.ts";
import {
  readInTurn,
  visitRows,
  WORK_MS,
  type CallersCheck,
  type SentFile,
} from "../imports/check-file.ts";
import { openFileThread } from "../imports/file-thread.ts";
import { createFileTurns } from "../imports/file-turns.ts";
import { createOpenFiles, type OpenFiles } from "../imports/open-files.ts";
import { packRows, rowsFrom, type PackedRows } from "../imports/pack-rows.ts";
import { productFault } from "./product-fault.ts";
import type { ProductFileOperations, ProductFileRow } from "./product-file-protocol.ts";
import type { ProductFile, ProductFileProgress, RejectedProduct } from "./product-files.schema.ts";
import { productID } from "./product-ids.ts";
import { findOwner, noteChanged, writeProduct } from "./write-product.ts";
import { findProduct } from "./products.store.ts";

const MOST_LISTED = 1_000;

type OpenFile = {
  readonly total: number;
  readonly packed: PackedRows<ProductFileRow>;
  taken: number;
  added: number;
  changed: number;
  rejected: number;
};

/** Product files of one station. */
export type ProductFiles = {
  /**
   * Checks a file, and keeps its good rows for `take`. A member has at most one open file.
   *
   * @throws AppError E2029, E2096, E1085, E2005; the errors of `checkCaller`.
   */
  check(deps: ShippingDeps, actor: Actor, file: SentFile): Promise<ProductFile>;
  /**
   * Writes some of the good rows. When the caller disconnects, fewer are written, and the file stays
   * open for the rest.
   *
   * @throws AppError E2068 when the file is no longer open; the errors of `checkCaller`.
   */
  take(
    deps: ShippingDeps,
    actor: Actor,
    id: string,
    some: { readonly atMost: number; readonly checkCaller: CallersCheck },
  ): Promise<ProductFileProgress>;
  close(): void;
};

/** Creates the import. The thread starts with the first file. */
export function createProductFiles(): ProductFiles {
  const turns = createFileTurns();
  const open = createOpenFiles<OpenFile>();
  const thread = openFileThread<ProductFileOperations>({
    url: new URL("./product-file-worker.ts", import.meta.url),
    name: "product file's thread",
  });
  return {
    async check(deps, actor, sent) {
      const file = await readInTurn(turns, actor.organizationID, sent, (body, options) =>
        thread.call("check", { body }, options),
      );
      const { free, taken, known } = await compare(deps, actor, file, sent.checkCaller);
      const id = open.keep(deps, actor, {
        total: free.length,
        packed: packRows(free),
        taken: 0,
        added: 0,
        changed: 0,
        rejected: 0,
      });
      const { fileName, rows, unread, rejected, rejectedCount } = file;
      const lines = new Set(taken.map(({ line }) => line));
      return {
        id,
        fileName,
        rows,
        added: free.length - known,
        known,
        unread: [...unread],
        rejectedCount: rejectedCount + lines.size,
        rejected: [...rejected, ...taken].toSorted((a, b) => a.line - b.line).slice(0, MOST_LISTED),
      };
    },
    take: (deps, actor, id, some) => takeRows(open, deps, actor, id, some),
    close: () => void thread.close(new Error("the product file's thread was ended")),
  };
}

/** Compares the rows with the products, in turns of a few milliseconds. */
async function compare(
  deps: ShippingDeps,
  { organizationID }: Actor,
  file: { readonly good: number; readonly packed: PackedRows<ProductFileRow> },
  checkCaller: CallersCheck,
): Promise<{
  readonly free: readonly ProductFileRow[];
  readonly taken: readonly RejectedProduct[];
  readonly known: number;
}> {
  const free: ProductFileRow[] = [];
  const taken: RejectedProduct[] = [];
  let known = 0;
  await visitRows(file, checkCaller, (row) => {
    const faults = takenBarcodes(deps, organizationID, row);
    taken.push(...faults);
    if (faults.length > 0) return;
    free.push(row);
    const product = findProduct(deps.db, productID(organizationID, row.input.stockCode));
    if (product?.isActive === 1) known += 1;
  });
  return { free, taken, known };
}

function takenBarcodes(
  { db }: Pick<ShippingDeps, "db">,
  organizationID: string,
  { line, input, barcodeColumn: column }: ProductFileRow,
): RejectedProduct[] {
  const id = productID(organizationID, input.stockCode);
  return (input.barcodes ?? []).flatMap((value) => {
    const owner = findOwner({ db }, organizationID, value, id);
    return owner === undefined
      ? []
      : [productFault({ line, column, value }, "BARCODE_TAKEN", owner.stockCode)];
  });
}

async function takeRows(
  open: OpenFiles<OpenFile>,
  deps: ShippingDeps,
  actor: Actor,
  id: string,
  { atMost, checkCaller }: Parameters<ProductFiles["take"]>[3],
): Promise<ProductFileProgress> {
  const file = open.get(actor, id);
  const until = Math.min(file.taken + atMost, file.total);
  while (file.taken < until) {
    await checkCaller();
    inTransaction(deps, () => takeSome(deps, actor, file, until));
    await yieldToEventLoop();
  }
  const { taken: done, total, added, changed, rejected } = file;
  if (done === total) open.drop(id);
  return { done, total, added, changed, rejected };
}

/** Writes rows for some milliseconds. Needs an open transaction. */
function takeSome(deps: WriteDeps, actor: Actor, file: OpenFile, until: number): void {
  const untilMs = performance.now() + WORK_MS;
  const counts = { taken: 0, added: 0, changed: 0, rejected: 0 };
  for (const { input } of rowsFrom(file.packed, file.taken, until)) {
    counts.taken += 1;
    const change = tryWrite(deps, actor, input);
    if (change !== "none") counts[change] += 1;
    if (performance.now() >= untilMs) break;
  }
  if (counts.added + counts.changed > 0) noteChanged(deps, actor);
  file.taken += counts.taken;
  file.added += counts.added;
  file.changed += counts.changed;
  file.rejected += counts.rejected;
}

/** Writes a row. Another station may have given its barcode to another product since the check. */
function tryWrite(
  deps: WriteDeps,
  actor: Actor,
  input: ProductFileRow["input"],
): "added" | "changed" | "none" | "rejected" {
  try {
    return writeProduct(deps, actor, input, "add").change;
  } catch (error) {
    if (isAppError(error, "barcodeTaken")) return "rejected";
    throw error;
  }
}
