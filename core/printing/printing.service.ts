/**
 * The print journal: print jobs and their status. `enqueue.ts` inserts the jobs; `printer-queue.ts`
 * sends them.
 *
 * QUEUED → SENDING → SENT or CONFIRMED; back to QUEUED when certainly nothing reached the printer;
 * UNKNOWN when something may have reached it; FAILED when the job will not be printed. An UNKNOWN
 * job waits for a person's answer, a scan of the printed label or the shipment's cancellation, so
 * that nothing is printed twice automatically.
 */
import { earliestIdAt } from "../base/ids.ts";
import { errors } from "../base/errors.ts";
import { inTransaction } from "../db/change.ts";
import type { Actor } from "../http/actor.ts";
import type { ReadDeps, WriteDeps } from "../db/deps.ts";
import type { PrintingDeps } from "./deps.ts";
import {
  getShipmentRow,
  onlyOf,
  requireShipment,
  type ShipmentRow,
} from "../shipping/shipments/shipments.service.ts";
import { hasUnresolvedJob } from "../jobs/jobs.service.ts";
import { tryMoveShipment } from "../shipping/shipments/move-shipment.ts";
import { findLastCopy, recordState } from "./enqueue.ts";
import { present, presentAll, presentWithHistory } from "./present-print-jobs.ts";
import { hasUnconfirmed } from "./print-attempts.store.ts";
import { printErrorText, type PrintError } from "./print-error.ts";
import type { PrinterRole } from "./printers.schema.ts";
import type { PrintJob, PrintJobHistory } from "./printing.schema.ts";
import * as journal from "./print-journal.store.ts";
import * as store from "./printing.store.ts";
import { deleteWaitingPapers } from "./shipment-papers.store.ts";
import { maySee } from "../shipping/shipments/may-see.ts";

const CANCELLED: PrintError = {
  code: "shipment cancelled",
  message: "The shipment was cancelled before its label was printed.",
};
const MAY_BE_PRINTED: PrintError = {
  code: "shipment cancelled, may be printed",
  message:
    "The shipment was cancelled, and it is unknown whether its label was printed. If the label was printed, throw it away.",
};

/**
 * Gets a print job with its attempts.
 *
 * @throws AppError E2027 when this member may see no such job.
 */
export function getPrintJob(
  deps: Pick<PrintingDeps, "db" | "geo">,
  actor: Actor,
  id: string,
): PrintJobHistory {
  return presentWithHistory(deps, requireJob(deps, actor, id));
}

/**
 * Lists print jobs, newest first. A limitedAccessUser gets the jobs of a shipment that it may see
 * or, without a shipment in the query, the jobs that it requested.
 *
 * @throws AppError E1051 for a shipment that the caller may not see.
 */
export function listPrintJobs(
  deps: Pick<PrintingDeps, "db" | "geo">,
  actor: Actor,
  q: { status?: PrintJob["status"] | undefined; shipmentID?: string | undefined; limit: number },
): PrintJob[] {
  if (q.shipmentID !== undefined && onlyOf(actor) !== undefined)
    getShipmentRow(deps, actor, q.shipmentID);
  // Without a shipment in the query, a limitedAccessUser gets the jobs that it requested itself;
  // prints that an admin requested for its shipments are missing.
  const createdBy = q.shipmentID === undefined ? (onlyOf(actor) ?? null) : null;
  const rows = journal.listJobs(deps.db, {
    organizationID: actor.organizationID,
    createdBy,
    status: q.status ?? null,
    shipmentID: q.shipmentID ?? null,
    limit: q.limit,
  });
  return presentAll(deps, rows);
}

/**
 * Counts waiting print jobs, and print jobs with an unknown outcome; for a limitedAccessUser, only
 * the jobs that this member requested. A job that is being retried counts as waiting: a retry that
 * changes nothing publishes no event, so a screen that counted during the retry would keep a number
 * that is too low.
 */
export function countOpenJobs(deps: ReadDeps, actor: Actor): { queued: number; unknown: number } {
  const whose = { organizationID: actor.organizationID, createdBy: onlyOf(actor) ?? null };
  const count = (status: "QUEUED" | "UNKNOWN"): number =>
    journal.countJobs(deps.db, { ...whose, status });
  return {
    queued: count("QUEUED") + journal.countRetried(deps.db, whose),
    unknown: count("UNKNOWN"),
  };
}

/** Counts an organization's prints at this station that wait for a printer or for an answer. */
export function countOpenPrints(deps: ReadDeps, organizationID: string): number {
  const whose = { organizationID, createdBy: null };
  return (
    journal.countJobs(deps.db, { ...whose, status: "QUEUED" }) +
    journal.countJobs(deps.db, { ...whose, status: "UNKNOWN" }) +
    journal.countRetried(deps.db, whose)
  );
}

/**
 * Gets a job's row.
 *
 * @throws AppError E2027 when the job does not exist, or this member may not see it: a
 * limitedAccessUser sees jobs whose shipment it may see, and the jobs without a shipment that it
 * requested.
 */
function requireJob(deps: ReadDeps, actor: Actor, id: string): store.PrintJobRow {
  const row = store.findJob(deps.db, actor.organizationID, id);
  if (row === undefined || !maySeeJob(deps, actor, row)) throw errors.printJobNotFound();
  return row;
}

function maySeeJob(deps: ReadDeps, actor: Actor, row: store.PrintJobRow): boolean {
  if (row.shipmentID !== "") return maySee(actor, requireShipment(deps, row.shipmentID));
  const only = onlyOf(actor);
  return only === undefined || only === row.createdBy;
}

/**
 * Applies the operator's answer to an UNKNOWN job: printed (SENT, or QUEUED for the next copy), or
 * not printed (QUEUED again; FAILED when its shipment was cancelled in the meantime).
 *
 * @throws AppError E2027 when this member may see no such job, E2028 for a job that is not UNKNOWN.
 */
export function answerUnknown(
  deps: WriteDeps & Pick<PrintingDeps, "geo">,
  actor: Actor,
  id: string,
  printed: boolean,
  how: store.AnsweredHow = "button",
): PrintJob {
  return inTransaction(deps, () => {
    const row = requireJob(deps, actor, id);
    if (row.status !== "UNKNOWN")
      throw errors.printJobNotAnswerable(
        `This print job is ${row.status}; only a job with an unknown outcome can be answered.`,
      );
    store.markAnswered(deps.db, id, { by: actor.memberID, how });
    if (printed) recordPrinted(deps, row, "SENT");
    else requeueJob(deps, { ...row, status: "UNKNOWN" }, { error: "", nextAttemptAt: deps.now() });
    return present(deps, store.requireJob(deps.db, id));
  });
}

/**
 * Resolves UNKNOWN jobs of a label whose barcode was scanned, because the scan proves that the
 * label was printed. Works inside or outside a transaction.
 */
export function answerByScan(
  deps: WriteDeps & Pick<PrintingDeps, "geo">,
  actor: Actor,
  shipmentID: string,
  barcode: string,
): void {
  for (const job of listPrintJobs(deps, actor, { status: "UNKNOWN", shipmentID, limit: 5 })) {
    if (job.barcode === barcode && job.kind === "LABEL")
      answerUnknown(deps, actor, job.id, true, "scan");
  }
}

/**
 * Ends the open print jobs of a cancelled shipment: waiting jobs, and jobs with an unknown outcome.
 * Deletes the papers that wait for its label. A job that is being sent ends with its own outcome.
 * Needs the transaction that cancels the shipment.
 */
export function endOpenJobs(deps: WriteDeps, shipmentID: string): void {
  deleteWaitingPapers(deps.db, shipmentID);
  for (const row of store.listOpenJobs(deps.db, shipmentID)) {
    const why = row.status === "UNKNOWN" ? MAY_BE_PRINTED : CANCELLED;
    if (
      store.markEnded(deps.db, row.id, row.status === "UNKNOWN" ? "UNKNOWN" : "QUEUED", {
        status: "FAILED",
        error: printErrorText(why),
        now: deps.now(),
      })
    )
      recordState(deps, row, "FAILED");
  }
}

/** Returns whether a label must not be printed because its shipment was cancelled. */
export function isCancelled(deps: ReadDeps, row: Pick<store.PrintJobRow, "shipmentID">): boolean {
  return row.shipmentID !== "" && requireShipment(deps, row.shipmentID).status === "CANCELED";
}

/**
 * Returns whether a label must wait because its carrier was asked to cancel it and has not
 * answered. If the carrier rejects the cancellation, the label is printed.
 */
export function isBeingCancelled(
  deps: ReadDeps,
  row: Pick<store.PrintJobRow, "shipmentID">,
): boolean {
  if (row.shipmentID === "") return false;
  const { purchaseID } = requireShipment(deps, row.shipmentID);
  return purchaseID !== null && hasUnresolvedJob(deps, "cancel", purchaseID);
}

/**
 * Puts a job that was not printed back into the queue, or ends it if its shipment was cancelled.
 * Needs an open transaction.
 *
 * @param job The job with its expected status; if its status has changed, nothing is written.
 */
export function requeueJob(
  deps: WriteDeps,
  job: store.PrintJobRow & { readonly status: "QUEUED" | "SENDING" | "UNKNOWN" },
  wait: {
    readonly error: string;
    readonly nextAttemptAt: string;
    /** Name of the printer that the job waits for; absent: unchanged. */
    readonly printerName?: string;
  },
): void {
  const now = deps.now();
  if (isCancelled(deps, job)) {
    if (
      store.markEnded(deps.db, job.id, job.status, {
        status: "FAILED",
        error: printErrorText(CANCELLED),
        now,
      })
    )
      recordState(deps, job, "FAILED");
    return;
  }
  // Publishes an event when the label starts to wait or waits for another reason, but not for each
  // retry.
  if (
    store.markWaiting(deps.db, job.id, job.status, { ...wait, now }) &&
    (job.status === "UNKNOWN" || job.lastError !== wait.error)
  )
    recordState(deps, job, "QUEUED");
}

/**
 * Records that one copy of a job was printed. The last copy of a shipment's label also moves the
 * shipment. A job with remaining copies is queued for the next copy, and ends CONFIRMED only if
 * every copy was confirmed. Does nothing for a job that is neither SENDING nor UNKNOWN. Needs an
 * open transaction.
 */
export function recordPrinted(
  deps: WriteDeps,
  row: store.PrintJobRow,
  state: "SENT" | "CONFIRMED",
  words = "",
): void {
  const now = deps.now();
  const isLast = row.copiesDone + 1 >= row.copies;
  const reached = isLast && row.copies > 1 && hasUnconfirmed(deps.db, row.id) ? "SENT" : state;
  if (
    !store.markSent(deps.db, row.id, {
      state: isLast ? reached : "QUEUED",
      isConfirmed: isLast && reached === "CONFIRMED",
      words,
      now,
    })
  )
    return;
  if (isLast && row.kind === "LABEL" && row.shipmentID !== "")
    // a reprint finds the shipment already moved
    tryMoveShipment(deps, requireShipment(deps, row.shipmentID), "labelPrinted");
  recordState(deps, row, isLast ? reached : "QUEUED");
}

/** Returns the role whose printer prints the shipment's label. */
export function labelTarget({ isReturn }: Pick<ShipmentRow, "isReturn">): PrinterRole {
  return isReturn === 1 ? "returnLabel" : "label";
}

/** Returns whether a label of the shipment was sent to a printer or waits for one. */
export function hasBeenPrinted(deps: ReadDeps, shipmentID: string): boolean {
  return findLastCopy(deps, shipmentID) >= 0;
}

const KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

/**
 * Deletes up to `atMost` ended print jobs that were created more than thirty days ago. The jobs of
 * a stored batch stay.
 * @returns The number of deleted jobs.
 */
export function prunePrintJobs(deps: WriteDeps, atMost: number): number {
  return inTransaction(deps, () =>
    store.deleteEndedBefore(deps.db, earliestIdAt(Date.parse(deps.now()) - KEPT_MS), atMost),
  );
}
