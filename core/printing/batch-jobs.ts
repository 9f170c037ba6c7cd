/**
 * Print jobs of a batch: enqueues them, holds them while the batch is paused, and withdraws them.
 */
import { inTransaction } from "../db/change.ts";
import type { ReadDeps, WriteDeps } from "../db/deps.ts";
import type { PrintingDeps } from "./deps.ts";
import { requireShipment, listPrinted } from "../shipping/shipments/shipments.service.ts";
import { enqueueFirst, enqueueReprint, recordState, type NewJob } from "./enqueue.ts";
import { PAUSED, type JobTarget } from "./job-target.ts";
import { printErrorText, type PrintError } from "./print-error.ts";
import { hasBeenPrinted, labelTarget } from "./printing.service.ts";
import type { ReprintReason } from "./printing.schema.ts";
import * as batchJobs from "./batch-jobs.store.ts";
import * as store from "./printing.store.ts";

const STOPPED: PrintError = {
  code: "batch stopped",
  message: "The batch was stopped before this label was printed.",
};

/**
 * Enqueues a label of a batch. Needs an open transaction.
 *
 * @param reason Why a person wants a reprint; "" for a first print, which is skipped when the label
 *   was printed in the meantime.
 * @returns The job's id, or the id of the label's newest job when the print is skipped.
 */
export function enqueueBatchLabel(
  deps: WriteDeps,
  job: Required<
    Pick<NewJob, "organizationID" | "memberID" | "shipmentID" | "barcode" | "batchID" | "target">
  >,
  reason: "" | ReprintReason,
): string {
  const first = enqueueFirst(deps, job);
  if (first !== undefined) return first.id;
  const printed =
    reason === "" && hasBeenPrinted(deps, job.shipmentID)
      ? batchJobs.findNewestLabelJob(deps.db, job.shipmentID)
      : undefined;
  return (printed ?? enqueueReprint(deps, job, reason === "" ? "other" : reason)).id;
}

/**
 * Counts a batch's jobs that wait or are being sent (`open`), and its jobs with an unknown outcome.
 */
export function countOpenBatchJobs(
  deps: ReadDeps,
  batchID: string,
): { readonly open: number; readonly unknown: number } {
  const counts = batchJobs.countBatchJobs(deps.db, batchID);
  const of = (status: string): number => counts.find((one) => one.status === status)?.n ?? 0;
  return { open: of("QUEUED") + of("SENDING"), unknown: of("UNKNOWN") };
}

/** Pauses the batch's waiting jobs: no printer takes them. Needs an open transaction. */
export function holdBatch(deps: Pick<PrintingDeps, "db" | "now">, batchID: string): void {
  for (const job of batchJobs.listWaitingBatchJobs(deps.db, batchID))
    batchJobs.updateTarget(deps.db, job.id, PAUSED, deps.now());
}

/**
 * Lets printers take the batch's held jobs again. Needs an open transaction.
 *
 * @param target The new target; "" keeps each label's own role.
 */
export function releaseBatch(deps: WriteDeps, batchID: string, target: JobTarget | ""): void {
  for (const job of batchJobs.listWaitingBatchJobs(deps.db, batchID)) {
    batchJobs.updateTarget(
      deps.db,
      job.id,
      target === "" ? labelTarget(requireShipment(deps, job.shipmentID)) : target,
      deps.now(),
    );
    recordState(deps, job, "QUEUED");
  }
}

/**
 * Removes the batch's waiting jobs from the journal, so that other jobs are printed first. A job
 * that was sent to a printer before stays in the journal as FAILED. Needs an open transaction.
 *
 * @returns The withdrawn jobs by id, each with whether part of its label may have been printed.
 */
export function withdrawBatch(
  deps: WriteDeps,
  batchID: string,
): ReadonlyMap<string, { readonly wasTried: boolean }> {
  const jobs = batchJobs.listWaitingBatchJobs(deps.db, batchID);
  for (const job of jobs) {
    if (job.attempts > 0)
      store.markEnded(deps.db, job.id, "QUEUED", {
        status: "FAILED",
        error: printErrorText(STOPPED),
        now: deps.now(),
      });
    else batchJobs.deleteWaiting(deps.db, job.id);
    recordState(deps, job, "FAILED");
  }
  return new Map(jobs.map(({ id, attempts }) => [id, { wasTried: attempts > 0 }]));
}

/** Ends the batch's waiting jobs as FAILED, so that they are not sent to a printer. */
export function endBatchJobs(deps: WriteDeps, batchID: string): void {
  inTransaction(deps, () => {
    for (const job of batchJobs.listWaitingBatchJobs(deps.db, batchID)) {
      if (
        store.markEnded(deps.db, job.id, "QUEUED", {
          status: "FAILED",
          error: printErrorText(STOPPED),
          now: deps.now(),
        })
      )
        recordState(deps, job, "FAILED");
    }
  });
}

/** Returns the ids of the given shipments for which `hasBeenPrinted` is true. */
export function listPrintedBefore(deps: ReadDeps, shipmentIDs: readonly string[]): string[] {
  return [
    ...new Set([
      ...batchJobs.listSentShipments(deps.db, shipmentIDs),
      ...listPrinted(deps.db, shipmentIDs),
    ]),
  ];
}
