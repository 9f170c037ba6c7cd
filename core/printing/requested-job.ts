/**
 * Print jobs that another station requested: created once under the request's id, for one specific
 * printer.
 */
import type { ReadDeps, WriteDeps } from "../db/deps.ts";
import type { Document } from "../db/documents/documents.schema.ts";
import { enqueueFirst, enqueueReprint, recordState } from "./enqueue.ts";
import { printerOfTarget, targetOf } from "./job-target.ts";
import { printErrorText, readPrintError, type PrintError } from "./print-error.ts";
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
  /** The job is not started after this time, by this machine's clock. */
  readonly expiresAt: string;
  /** A document to print in place of the shipment's label. */
  readonly paper?: { readonly document: Pick<Document, "hash">; readonly title: string };
};

/**
 * Enqueues a requested job. Does nothing when the job is already in the journal. Needs an open
 * transaction.
 */
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
  if (queued === undefined) throw new Error("a print job was not inserted");
}

/**
 * Finds the job's status, its last error (encoded by print-error.ts), and whether a copy was
 * printed; undefined when the journal has no such job.
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
    : { status: job.status, error: job.lastError, hasPrinted: job.copiesDone > 0 };
}

const ELSEWHERE: PrintError = {
  code: "printed elsewhere",
  message: "The label was sent to a printer of another station instead.",
};

/**
 * Ends the shipment's labels that wait for a printer role of this desk and belong to no batch,
 * because another station prints the label. Otherwise it would be printed twice. Needs an open
 * transaction.
 */
export function endWaitingLabels(deps: WriteDeps, shipmentID: string): void {
  for (const job of store.listOpenJobs(deps.db, shipmentID)) {
    if (
      job.kind !== "LABEL" ||
      printerOfTarget(job.role) !== undefined ||
      job.status !== "QUEUED" ||
      job.copiesDone > 0 ||
      job.batchID !== null
    )
      continue;
    if (
      store.markEnded(deps.db, job.id, "QUEUED", {
        status: "FAILED",
        error: printErrorText(ELSEWHERE),
        now: deps.now(),
      })
    )
      recordState(deps, job, "FAILED");
  }
}

/**
 * Requeues the label that `endWaitingLabels` ended, because the other station did not print it.
 * Does nothing when a newer label of the shipment was enqueued. Needs an open transaction.
 *
 * @returns Whether a label waits again.
 */
export function resumeWaitingLabel(deps: WriteDeps, shipmentID: string): boolean {
  const job = store.findLastLabel(deps.db, shipmentID);
  if (
    job === undefined ||
    readPrintError(job.lastError).code !== ELSEWHERE.code ||
    !store.markQueuedAgain(deps.db, job.id, job.lastError, deps.now())
  )
    return false;
  recordState(deps, job, "QUEUED");
  return true;
}

/** Ends a waiting job because the requesting station withdrew it. Needs an open transaction. */
export function withdrawRequested(deps: WriteDeps, id: string): void {
  const error = printErrorText({
    code: "cancelled",
    message: "The station that requested this print has cancelled it.",
  });
  if (store.markEnded(deps.db, id, "QUEUED", { status: "FAILED", error, now: deps.now() }))
    recordState(deps, store.requireJob(deps.db, id), "FAILED");
}
