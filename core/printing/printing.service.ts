/**
 * The print journal: the labels to print and the state of each print. Asking for a print is
 * `request-print.ts`, sending `printer-queue.ts`.
 *
 * QUEUED → SENDING → SENT → CONFIRMED; back to QUEUED when surely nothing reached the printer;
 * UNKNOWN when something may have. Only a person, or a scan of the label that came out, answers
 * UNKNOWN: nothing is printed twice by itself.
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
import { deleteWaitingOf } from "./shipment-papers.store.ts";
import { maySee } from "../shipping/shipments/may-see.ts";

const CANCELLED: PrintError = {
  code: "shipment cancelled",
  message: "The shipment was cancelled before its label was printed.",
};
const MAY_BE_PRINTED: PrintError = {
  code: "shipment cancelled, may be printed",
  message:
    "The shipment was cancelled, and whether its label came out is not known. If it did, throw it away.",
};

/** @throws AppError E2027 */
export function getPrintJob(
  deps: Pick<PrintingDeps, "db" | "geo">,
  actor: Actor,
  id: string,
): PrintJobHistory {
  return presentWithHistory(deps, requireJob(deps, actor, id));
}

/**
 * A limitedAccessUser sees the jobs of its own shipments.
 * @throws AppError E1051 for a shipment it may not see.
 */
export function listPrintJobs(
  deps: Pick<PrintingDeps, "db" | "geo">,
  actor: Actor,
  q: { status?: PrintJob["status"] | undefined; shipmentID?: string | undefined; limit: number },
): PrintJob[] {
  if (q.shipmentID !== undefined && onlyOf(actor) !== undefined)
    getShipmentRow(deps, actor, q.shipmentID);
  // Without a shipment: those it asked for itself, which are all of its own but for what an admin
  // printed for it.
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
 * @returns How many labels wait, and of how many the outcome is asked; a limitedAccessUser counts
 *   those that it asked for. A label whose printer is tried again still waits: no fact follows a
 *   try that changes nothing, and who counted during the try would keep one too few.
 */
export function countOpenJobs(deps: ReadDeps, actor: Actor): { queued: number; unknown: number } {
  const whose = { organizationID: actor.organizationID, createdBy: onlyOf(actor) ?? null };
  const count = (status: "QUEUED" | "UNKNOWN"): number =>
    journal.countJobs(deps.db, { ...whose, status });
  return {
    queued: count("QUEUED") + journal.countTriedAgain(deps.db, whose),
    unknown: count("UNKNOWN"),
  };
}

/**
 * @throws AppError E2027 when there is none, or none that this member may see: of its shipments,
 *   and without a shipment of its own.
 */
function requireJob(deps: ReadDeps, actor: Actor, id: string): store.PrintJobRow {
  const row = store.findJob(deps.db, actor.organizationID, id);
  if (row === undefined || !maySeeJob(deps, actor, row)) throw errors.printJobNotFound();
  return row;
}

function maySeeJob(deps: ReadDeps, actor: Actor, row: store.PrintJobRow): boolean {
  if (row.shipment_id !== "") return maySee(actor, requireShipment(deps, row.shipment_id));
  const only = onlyOf(actor);
  return only === undefined || only === row.created_by;
}

/**
 * The operator's answer to UNKNOWN: the label came out (SENT), or it did not (QUEUED again; FAILED
 * when its shipment was cancelled meanwhile).
 *
 * @throws AppError E2027, E2028
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
        `This print job is ${row.status}; only one whose outcome is unknown is answered.`,
      );
    store.markAnswered(deps.db, id, { by: actor.memberID, how });
    if (printed) notePrinted(deps, row, "SENT");
    else waitAgain(deps, { ...row, status: "UNKNOWN" }, { error: "", nextAttemptAt: deps.now() });
    return present(deps, store.requireJob(deps.db, id));
  });
}

/**
 * A scan of a label's barcode proves that it was printed, and answers a job with the unknown
 * outcome. Inside or outside a transaction.
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
 * A cancelled shipment's labels are not printed any more: the waiting ones, and those whose outcome
 * is unknown. One that is on the wire ends as what it is. Inside the transaction that cancels it.
 */
export function dropOpen(deps: WriteDeps, shipmentID: string): void {
  deleteWaitingOf(deps.db, shipmentID);
  for (const row of store.listOpenOf(deps.db, shipmentID)) {
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

/** A label that must not be printed: its shipment was cancelled. */
export function isCancelled(deps: ReadDeps, row: Pick<store.PrintJobRow, "shipment_id">): boolean {
  return row.shipment_id !== "" && requireShipment(deps, row.shipment_id).status === "CANCELED";
}

/**
 * A label that waits: its carrier was asked to cancel it and has not answered. It is printed when
 * the carrier refuses.
 */
export function isBeingCancelled(
  deps: ReadDeps,
  row: Pick<store.PrintJobRow, "shipment_id">,
): boolean {
  if (row.shipment_id === "") return false;
  const { purchase_id } = requireShipment(deps, row.shipment_id);
  return purchase_id !== null && hasUnresolvedJob(deps, "cancel", purchase_id);
}

/**
 * Puts a job back into the queue, of which nothing reached the printer; one whose shipment was
 * cancelled ends. Needs an open transaction.
 *
 * @param job With the state it is in; when it has left that, nothing is written.
 */
export function waitAgain(
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
  // One fact when the label begins to wait, not one for each try.
  if (
    store.markWaiting(deps.db, job.id, job.status, { ...wait, now }) &&
    (job.status === "UNKNOWN" || job.last_error !== wait.error)
  )
    recordState(deps, job, "QUEUED");
}

/**
 * Marks a label as printed, and moves its shipment at the first print. A job with copies left waits
 * for the next one; it ends CONFIRMED when each of them was. Needs an open transaction. Does
 * nothing when the job has ended.
 */
export function notePrinted(
  deps: WriteDeps,
  row: store.PrintJobRow,
  state: "SENT" | "CONFIRMED",
  words = "",
): void {
  const now = deps.now();
  const isLast = row.copies_done + 1 >= row.copies;
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
  if (isLast && row.kind === "LABEL" && row.shipment_id !== "")
    tryMoveShipment(deps, requireShipment(deps, row.shipment_id), "labelPrinted"); // a further print moves nothing
  recordState(deps, row, isLast ? reached : "QUEUED");
}

/** @returns The role whose printer prints the label of a shipment. */
export function labelTarget({ is_return }: Pick<ShipmentRow, "is_return">): PrinterRole {
  return is_return === 1 ? "returnLabel" : "label";
}

/** @returns Whether a label of the shipment was taken to a printer or waits for one. */
export function hasBeenPrinted(deps: ReadDeps, shipmentID: string): boolean {
  return findLastCopy(deps, shipmentID) >= 0;
}

const KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

/** Deletes print jobs that ended and were made thirty days ago. @returns How many. */
export function prunePrintJobs(deps: WriteDeps, atMost: number): number {
  return inTransaction(deps, () =>
    store.deleteEndedBefore(deps.db, earliestIdAt(Date.parse(deps.now()) - KEPT_MS), atMost),
  );
}
