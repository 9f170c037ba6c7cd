/**
 * Prints batches of labels: feeds them into the journal a few at a time, pauses and resumes them,
 * also after a restart or a jam. A batch prints each of its labels once, and after a jam prints
 * copies of lost labels.
 */
import { earliestIdAt } from "../../base/ids.ts";
import { errors } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import type { Actor } from "../../http/actor.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import {
  countOpenBatchJobs,
  endBatchJobs,
  enqueueBatchLabel,
  holdBatch,
  releaseBatch,
} from "../../printing/batch-jobs.ts";
import { findPrinterFor } from "../../printing/printers.ts";
import { labelTarget } from "../../printing/printing.service.ts";
import { onlyOf, requireShipment } from "../../shipping/shipments/shipments.service.ts";
import { presentBatch, presentItems } from "./present-batch.ts";
import type { Batch, BatchItem, BatchStatus, PauseReason } from "./batches.schema.ts";
import * as store from "./batches.store.ts";

/**
 * Number of a batch's unprinted labels that are in the journal at once. The next label can be drawn
 * while a label is printed. The number is small, because a pause must hold these labels back.
 */
const AHEAD = 3;

/**
 * Lists the last twenty batches and all open batches, newest first; a limitedAccessUser sees only
 * its own batches.
 */
export function listBatches(deps: ReadDeps, actor: Actor): Batch[] {
  const whose = { organizationID: actor.organizationID, createdBy: onlyOf(actor) ?? null };
  const last = store.listBatches(deps.db, { ...whose, limit: 20 });
  const older = store
    .listOpen(deps.db, whose)
    .filter(({ id }) => last.every((row) => row.id !== id));
  return [...last, ...older].map((row) => presentBatch(deps, row));
}

/** Gets a batch. @throws AppError E2076 */
export function getBatch(deps: ReadDeps, actor: Actor, id: string): Batch {
  return presentBatch(deps, getBatchRow(deps, actor, id));
}

/** Gets a batch's row. @throws AppError E2076 */
export function getBatchRow(deps: ReadDeps, actor: Actor, id: string): store.BatchRow {
  const row = store.findBatch(deps.db, actor.organizationID, id);
  const only = onlyOf(actor);
  if (row === undefined || (only !== undefined && row.createdBy !== only))
    throw errors.batchNotFound();
  return row;
}

/** Lists labels of a batch in their order. @throws AppError E2076 */
export function listBatchItems(
  deps: Pick<FulfilmentDeps, "db" | "geo">,
  actor: Actor,
  id: string,
  { from, limit }: { readonly from: number; readonly limit: number },
): BatchItem[] {
  return presentItems(deps, store.listItems(deps.db, getBatchRow(deps, actor, id).id, from, limit));
}

/**
 * Pauses a batch: only the label that is being sent is still printed.
 *
 * @throws AppError E2076; E2077 when the batch has ended.
 */
export function pauseBatch(deps: WriteDeps, actor: Actor, id: string): Batch {
  return inTransaction(deps, () => {
    const row = getBatchRow(deps, actor, id);
    if (row.status === "PAUSED") return presentBatch(deps, row);
    if (row.status !== "RUNNING") throw errors.batchNotOpen("The batch has ended.");
    return presentBatch(deps, hold(deps, row, "person"));
  });
}

/**
 * Resumes a paused batch; needs an open transaction.
 *
 * @throws AppError E2077 when the batch was stopped.
 */
export function release(deps: WriteDeps, row: store.BatchRow): store.BatchRow {
  if (row.status === "STOPPED") throw errors.batchNotOpen("The batch was stopped.");
  releaseBatch(deps, row.id, row.target);
  return setStatus(deps, row, "RUNNING", "");
}

/**
 * Stops a batch: its remaining labels are not printed.
 *
 * @throws AppError E2076; E2077 when the batch has ended.
 */
export function stopBatch(deps: WriteDeps, actor: Actor, id: string): Batch {
  return inTransaction(deps, () => {
    const row = getBatchRow(deps, actor, id);
    if (row.status === "DONE" || row.status === "STOPPED")
      throw errors.batchNotOpen("The batch has ended.");
    return presentBatch(deps, stop(deps, row));
  });
}

function stop(deps: WriteDeps, row: store.BatchRow): store.BatchRow {
  endBatchJobs(deps, row.id);
  return setStatus(deps, row, "STOPPED", "");
}

/**
 * Pauses running batches after a restart until a person resumes them, since labels may have been
 * lost.
 */
export function pauseAtStart(deps: WriteDeps): void {
  inTransaction(deps, () =>
    store.listRunning(deps.db).forEach((row) => hold(deps, row, "restart")),
  );
}

/**
 * Stops all open batches after an older copy of the database was restored, since their labels may
 * have been printed already. Needs an open transaction.
 */
export function stopRestored(deps: WriteDeps): void {
  for (const row of store.listUnended(deps.db)) stop(deps, row);
}

/**
 * Puts the next label of each running batch into the journal, and ends a batch without further
 * labels. Pauses a batch with a label of unknown outcome: the printer has probably jammed, and the
 * following labels would be lost too. Stops a batch whose printer was removed.
 *
 * @returns Whether anything was written: there may be more to do.
 */
export function feedBatches(deps: WriteDeps & Pick<FulfilmentDeps, "settings">): boolean {
  let isChanged = false;
  for (const row of store.listRunning(deps.db))
    isChanged = inTransaction(deps, () => feed(deps, row)) || isChanged;
  return isChanged;
}

function feed(deps: WriteDeps & Pick<FulfilmentDeps, "settings">, row: store.BatchRow): boolean {
  if (row.target !== "" && findPrinterFor(deps, row.target) === undefined) {
    stop(deps, row);
    return true;
  }
  const { open, unknown } = countOpenBatchJobs(deps, row.id);
  if (unknown > 0) {
    hold(deps, row, "question");
    return true;
  }
  const item = open < AHEAD ? store.findNextItem(deps.db, row.id) : undefined;
  if (item === undefined) {
    if (open === 0) setStatus(deps, row, "DONE", "");
    return open === 0;
  }
  const shipment = requireShipment(deps, item.shipmentID);
  const target = row.target === "" ? labelTarget(shipment) : row.target;
  const jobID = enqueueBatchLabel(
    deps,
    {
      organizationID: row.organizationID,
      memberID: row.createdBy,
      shipmentID: shipment.id,
      barcode: shipment.barcode,
      batchID: row.id,
      target,
    },
    item.reason,
  );
  store.setItemJob(deps.db, { ...item, jobID });
  return true;
}

function hold(deps: WriteDeps, row: store.BatchRow, reason: PauseReason): store.BatchRow {
  holdBatch(deps, row.id);
  return setStatus(deps, row, "PAUSED", reason);
}

function setStatus(
  deps: WriteDeps,
  row: store.BatchRow,
  status: BatchStatus,
  pauseReason: PauseReason,
): store.BatchRow {
  const now = deps.now();
  store.updateBatch(deps.db, row.id, { status, pauseReason, now });
  const changed = { ...row, status, pauseReason, updatedAt: now };
  noteChanged(deps, changed);
  return changed;
}

/** Records the fact that a batch has changed; needs an open transaction. */
export function noteChanged(deps: WriteDeps, row: store.BatchRow): void {
  recordFact(deps, {
    topic: "printbatch.changed",
    organizationID: row.organizationID,
    subjectID: row.id,
    visibleTo: row.createdBy,
    payload: { status: row.status },
  });
}

const KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

/**
 * Deletes ended batches older than thirty days, with their labels.
 *
 * @param atMost Maximum number of deleted rows, of both tables together.
 * @returns Number of deleted rows.
 */
export function pruneBatches(deps: WriteDeps, atMost: number): number {
  const beforeID = earliestIdAt(Date.parse(deps.now()) - KEPT_MS);
  return inTransaction(deps, () => {
    for (let done = 0; ;) {
      const id = done < atMost ? store.findEndedBefore(deps.db, beforeID) : undefined;
      if (id === undefined) return done;
      done += store.deleteItems(deps.db, id, atMost - done);
      if (done === atMost) return done; // the batch may have more labels
      store.deleteBatch(deps.db, id);
      done += 1;
    }
  });
}
