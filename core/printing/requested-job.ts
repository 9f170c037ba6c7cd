/**
 * The journal's job of a print that another station asked for: made once, under the request's own
 * id, for one printer alone.
 */
import type { ReadDeps, WriteDeps } from "../db/deps.ts";
import type { Document } from "../db/documents/documents.schema.ts";
import { enqueueFirst, enqueueReprint, recordState } from "./enqueue.ts";
import { printerOfTarget, targetOf } from "./job-target.ts";
import { printErrorText } from "./print-error.ts";
import type { PrintJob } from "./printing.schema.ts";
import * as store from "./printing.store.ts";

export type RequestedJob = {
  readonly id: string;
  readonly organizationID: string;
  readonly memberID: string;
  readonly shipmentID: string;
  readonly barcode: string;
  readonly printerID: string;
  readonly copies: number;
  /** It is not begun after this, by this machine's clock. */
  readonly expiresAt: string;
  /** Printed in place of the shipment's label. */
  readonly paper?: { readonly document: Pick<Document, "hash">; readonly title: string };
};

/** Does nothing when the job is in the journal. Needs an open transaction. */
export function enqueueRequested(
  deps: WriteDeps,
  { printerID, paper, ...order }: RequestedJob,
): void {
  if (store.findJob(deps.db, order.organizationID, order.id) !== undefined) return;
  const job = { ...order, target: targetOf(printerID) };
  const queued =
    paper === undefined
      ? (enqueueFirst(deps, job) ?? enqueueReprint(deps, job, "other"))
      : enqueueFirst(deps, { ...job, ...paper, kind: "PAPER" });
  if (queued === undefined) throw new Error("a print job was not written");
}

/**
 * @returns What became of it, with its last error as print-error.ts writes it; undefined when the
 *   journal has none of this id.
 */
export function findRequestedJob(
  deps: ReadDeps,
  organizationID: string,
  id: string,
):
  | { readonly status: PrintJob["status"]; readonly error: string; readonly hasPrinted: boolean }
  | undefined {
  const job = store.findJob(deps.db, organizationID, id);
  return job === undefined
    ? undefined
    : { status: job.status, error: job.last_error, hasPrinted: job.copies_done > 0 };
}

const ELSEWHERE = printErrorText({
  code: "printed elsewhere",
  message: "It was sent to a printer of another station instead.",
});

/**
 * The shipment's label is printed at another station instead: what still waits for this desk's
 * label printer, outside of batches, would be a second one. Needs an open transaction.
 */
export function endWaitingLabels(deps: WriteDeps, shipmentID: string): void {
  for (const job of store.listOpenOf(deps.db, shipmentID)) {
    if (
      job.kind !== "LABEL" ||
      printerOfTarget(job.role) !== undefined ||
      job.status !== "QUEUED" ||
      job.copies_done > 0 ||
      job.batch_id !== null
    )
      continue;
    if (
      store.markEnded(deps.db, job.id, "QUEUED", {
        status: "FAILED",
        error: ELSEWHERE,
        now: deps.now(),
      })
    )
      recordState(deps, job, "FAILED");
  }
}

/**
 * The other station has not printed it: what waited here before waits again, if no other label of
 * the shipment was queued since. Needs an open transaction.
 * @returns Whether it does.
 */
export function resumeWaitingLabel(deps: WriteDeps, shipmentID: string): boolean {
  const job = store.findLastLabel(deps.db, shipmentID);
  if (job === undefined || !store.markQueuedAgain(deps.db, job.id, ELSEWHERE, deps.now()))
    return false;
  recordState(deps, job, "QUEUED");
  return true;
}

/**
 * Ends the job while it waits: the station that asked for it has given it up. Needs an open
 * transaction.
 */
export function withdrawRequested(deps: WriteDeps, id: string): void {
  const error = printErrorText({
    code: "cancelled",
    message: "The station that asked for it has given it up.",
  });
  if (store.markEnded(deps.db, id, "QUEUED", { status: "FAILED", error, now: deps.now() }))
    recordState(deps, store.requireJob(deps.db, id), "FAILED");
}
