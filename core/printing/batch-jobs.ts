/**
 * The journal's jobs of a batch: put in, held back while the batch is paused, and taken out again.
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
 * Puts a label of a batch into the journal. Needs an open transaction.
 * @param reason Of one that a person wants once more; "": a label that was printed meanwhile is not
 *   printed again.
 * @returns The job's id.
 */
export function enqueueOfBatch(
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
      ? batchJobs.findNewestOf(deps.db, job.shipmentID)
      : undefined;
  return (printed ?? enqueueReprint(deps, job, reason === "" ? "other" : reason)).id;
}

/**
 * @returns How many labels of a batch are in the journal and have not ended, and of how many the
 *   outcome is asked.
 */
export function countOpenOfBatch(
  deps: ReadDeps,
  batchID: string,
): { readonly open: number; readonly unknown: number } {
  const counts = batchJobs.countOfBatch(deps.db, batchID);
  const of = (status: string): number => counts.find((one) => one.status === status)?.n ?? 0;
  return { open: of("QUEUED") + of("SENDING"), unknown: of("UNKNOWN") };
}

/** No printer takes the labels of a batch that wait in the journal. Needs an open transaction. */
export function holdBatch(deps: Pick<PrintingDeps, "db" | "now">, batchID: string): void {
  for (const job of batchJobs.listWaitingOfBatch(deps.db, batchID))
    batchJobs.updateTarget(deps.db, job.id, PAUSED, deps.now());
}

/**
 * The labels that were held back may be taken. Needs an open transaction.
 * @param target "": each label's own role.
 */
export function releaseBatch(deps: WriteDeps, batchID: string, target: JobTarget | ""): void {
  for (const job of batchJobs.listWaitingOfBatch(deps.db, batchID)) {
    batchJobs.updateTarget(
      deps.db,
      job.id,
      target === "" ? labelTarget(requireShipment(deps, job.shipment_id)) : target,
      deps.now(),
    );
    recordState(deps, job, "QUEUED");
  }
}

/**
 * Takes the labels of a batch that wait out of the journal, so that others come before them. One
 * that was taken to a printer before stays in it as FAILED. Needs an open transaction.
 *
 * @returns The jobs, each with whether something of its label may have come out.
 */
export function withdrawBatch(
  deps: WriteDeps,
  batchID: string,
): ReadonlyMap<string, { readonly wasTried: boolean }> {
  const jobs = batchJobs.listWaitingOfBatch(deps.db, batchID);
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

/** Labels of a batch that wait are not printed. */
export function dropBatch(deps: WriteDeps, batchID: string): void {
  inTransaction(deps, () => {
    for (const job of batchJobs.listWaitingOfBatch(deps.db, batchID)) {
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

/** @returns Those of these shipments of which `hasBeenPrinted` is true. */
export function listPrintedBefore(deps: ReadDeps, shipmentIDs: readonly string[]): string[] {
  return [
    ...new Set([
      ...batchJobs.listTaken(deps.db, shipmentIDs),
      ...listPrinted(deps.db, shipmentIDs),
    ]),
  ];
}
