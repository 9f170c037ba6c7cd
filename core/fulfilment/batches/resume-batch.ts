/**
 * Resumes a batch where it was paused or, after a jam, with the label that follows the last good
 * label. Labels printed after the last good label are lost, torn or mixed up, so they are printed
 * again, as copies; the unprinted labels follow in their order.
 */
import { errors } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import type { Actor } from "../../http/actor.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { withdrawBatch } from "../../printing/batch-jobs.ts";
import { answerUnknown } from "../../printing/printing.service.ts";
import { findByScan } from "../../shipping/shipments/find-by-scan.ts";
import { getBatchRow, release } from "./batches.service.ts";
import type { Batch, BatchRest } from "./batches.schema.ts";
import * as store from "./batches.store.ts";
import { presentBatch, presentItems } from "./present-batch.ts";

/**
 * Finds the last good label, and counts the labels that the batch would print after it.
 *
 * @param after Barcode, order number or shipment number of the last good label.
 * @throws AppError E2076; E2078 when no label of the batch has that number.
 */
export function findBatchRest(
  deps: Pick<FulfilmentDeps, "db" | "geo">,
  actor: Actor,
  id: string,
  after: string,
): BatchRest {
  const row = getBatchRow(deps, actor, id);
  const last = lastGood(deps, actor, row, after);
  const behind = store.listItems(deps.db, row.id, last.position + 1, row.total);
  const [item] = presentItems(deps, store.listItems(deps.db, row.id, last.position, 1));
  if (item === undefined) throw errors.batchLabelNotFound();
  const again = behind.filter(isOut).length;
  return { last: item, again, first: behind.length - again };
}

/**
 * Resumes a batch. @throws AppError E2076; E2077 when it was stopped; E2078 when no label of the
 * batch has the number `after`.
 */
export function resumeBatch(
  deps: WriteDeps & Pick<FulfilmentDeps, "geo">,
  actor: Actor,
  id: string,
  after?: string,
): Batch {
  return inTransaction(deps, () => {
    const row = getBatchRow(deps, actor, id);
    if (after !== undefined) printRestAgain(deps, actor, row, lastGood(deps, actor, row, after));
    const isOver = row.status === "RUNNING" || (row.status === "DONE" && after === undefined);
    return presentBatch(deps, isOver ? row : release(deps, row));
  });
}

function lastGood(deps: ReadDeps, actor: Actor, row: store.BatchRow, code: string): store.ItemRow {
  const shipment = findByScan(deps, actor, code);
  const item = shipment === undefined ? undefined : store.findItemOf(deps.db, row.id, shipment.id);
  if (item === undefined)
    throw errors.batchLabelNotFound(
      `No label of this batch has the number "${code.slice(0, 60)}". Scan the last label that came out well.`,
    );
  return item;
}

/** Returns whether a label was printed, or may have been. */
function isOut({ status }: store.ItemWithStatus): boolean {
  return status === "SENT" || status === "CONFIRMED" || status === "UNKNOWN";
}

/**
 * Withdraws the batch's waiting prints, and makes the labels that were printed after the last good
 * label wait in their order again. Answers open questions about labels that may have been printed.
 */
function printRestAgain(
  deps: WriteDeps & Pick<FulfilmentDeps, "geo">,
  actor: Actor,
  row: store.BatchRow,
  last: store.ItemRow,
): void {
  const items = store.listItems(deps.db, row.id, 1, row.total);
  const withdrawn = withdrawBatch(deps, row.id);
  for (const item of items) {
    // Closes the open question about this label. If the label follows the last good label, a copy
    // replaces it.
    if (item.status === "UNKNOWN" && item.jobID !== null)
      answerUnknown(deps, actor, item.jobID, true, "scan");
    const waited = item.jobID === null ? undefined : withdrawn.get(item.jobID);
    const isLost = item.position > last.position && isOut(item);
    if (isLost || waited?.wasTried === true)
      store.setItemJob(deps.db, { ...item, reason: "jam", jobID: null });
    else if (waited !== undefined) store.setItemJob(deps.db, { ...item, jobID: null });
  }
}
