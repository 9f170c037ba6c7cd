/** Inserts print jobs: one first print per shipment, and reprints with their reason. */
import type { ReadDeps, WriteDeps } from "../db/deps.ts";
import type { Document } from "../db/documents/documents.schema.ts";
import { recordFact } from "../db/outbox/record-fact.ts";
import { listPrinted } from "../shipping/shipments/shipments.service.ts";
import type { JobTarget } from "./job-target.ts";
import type { PrintJob, PrintJobKind, ReprintReason } from "./printing.schema.ts";
import * as store from "./printing.store.ts";
import { listPapers, markQueued } from "./shipment-papers.store.ts";

export type NewJob = {
  /** Absent: a new id is generated. */
  readonly id?: string;
  readonly organizationID: string;
  readonly memberID: string;
  /** "" for a job without a shipment. */
  readonly shipmentID: string;
  /** The shipment's barcode; "" for a job without a shipment. */
  readonly barcode: string;
  /** LABEL when absent. */
  readonly kind?: PrintJobKind;
  /** The printer with the label role when absent. */
  readonly target?: JobTarget;
  /** The document to print. Absent: the shipment's label, drawn when the printer is known. */
  readonly document?: Pick<Document, "hash">;
  /** Title that the calling program gave the job. */
  readonly title?: string;
  readonly copies?: number;
  /** The job is not started after this time, ISO 8601. */
  readonly expiresAt?: string;
  readonly batchID?: string;
};

/**
 * Enqueues the first print of a shipment's label, or the print of a document. Needs an open
 * transaction.
 *
 * @returns Undefined when the shipment's label was printed or is already in the journal; nothing is
 * written then.
 */
export function enqueueFirst(deps: WriteDeps, job: NewJob): store.PrintJobRow | undefined {
  if (isPrintedLabel(deps, job)) return undefined;
  const row = insert(deps, job, {});
  if (row?.kind === "LABEL" && row.shipmentID !== "")
    enqueuePapers(deps, { shipmentID: row.shipmentID, barcode: row.barcode });
  return row;
}

/** Enqueues the shipment's papers that were waiting for its label. Needs an open transaction. */
export function enqueuePapers(
  deps: WriteDeps,
  { shipmentID, barcode }: Pick<NewJob, "shipmentID" | "barcode">,
): void {
  for (const paper of listPapers(deps.db, shipmentID)) {
    if (paper.printJobID !== null) continue;
    const {
      organizationID,
      createdBy: memberID,
      documentHash: hash,
      role: target,
      title,
      copies,
    } = paper;
    const job = insert(
      deps,
      {
        organizationID,
        memberID,
        shipmentID,
        barcode,
        kind: "PAPER",
        target,
        document: { hash },
        title,
        copies,
      },
      {},
    );
    if (job !== undefined) markQueued(deps.db, paper.id, job.id);
  }
}

/**
 * Enqueues a reprint. A label that is drawn here is marked as a copy if it was printed before.
 * Needs an open transaction.
 */
export function enqueueReprint(
  deps: WriteDeps,
  job: NewJob,
  reason: ReprintReason,
): store.PrintJobRow {
  const row = insert(deps, job, {
    isReprint: 1,
    reprintReason: reason,
    copyNumber: findLastCopy(deps, job.shipmentID) + 1,
  });
  if (row === undefined) throw new Error("a print job was not inserted");
  return row;
}

/**
 * Finds the highest copy number of a label that was or will be sent to a printer: 0 for the first
 * label, −1 without a label.
 *
 * The journal covers one month and this station's prints only. The shipment's row, which every
 * station has, records that its label was printed.
 */
export function findLastCopy(deps: ReadDeps, shipmentID: string): number {
  const wasPrinted = listPrinted(deps.db, [shipmentID]).length > 0;
  return Math.max(store.findLastCopy(deps.db, shipmentID), wasPrinted ? 0 : -1);
}

function isPrintedLabel(deps: ReadDeps, { kind = "LABEL", shipmentID }: NewJob): boolean {
  return kind === "LABEL" && shipmentID !== "" && listPrinted(deps.db, [shipmentID]).length > 0;
}

/** Publishes a job's new status, so that screens read the job again. Needs an open transaction. */
export function recordState(
  deps: WriteDeps,
  row: Pick<store.PrintJobRow, "id" | "organizationID" | "createdBy" | "shipmentID">,
  status: PrintJob["status"],
): void {
  recordFact(deps, {
    topic: "printjob.changed",
    organizationID: row.organizationID,
    subjectID: row.id,
    visibleTo: row.createdBy,
    payload: { status, shipmentID: row.shipmentID },
  });
}

function insert(
  deps: WriteDeps,
  job: NewJob,
  reprint: Partial<store.PrintJobRow>,
): store.PrintJobRow | undefined {
  const now = deps.now();
  const row: store.PrintJobRow = {
    id: job.id ?? deps.newId(),
    createdAt: now,
    updatedAt: now,
    organizationID: job.organizationID,
    shipmentID: job.shipmentID,
    createdBy: job.memberID,
    barcode: job.barcode,
    role: job.target ?? "label",
    printerID: null,
    printerName: "",
    isReprint: 0,
    status: "QUEUED",
    attempts: 0,
    nextAttemptAt: now,
    lastError: "",
    documentHash: job.document?.hash ?? null,
    sentHash: "",
    verification: "",
    doubt: "",
    sentAt: null,
    confirmedAt: null,
    kind: job.kind ?? "LABEL",
    title: job.title ?? "",
    copies: job.copies ?? 1,
    copiesDone: 0,
    expiresAt: job.expiresAt ?? null,
    reprintReason: "",
    copyNumber: 0,
    batchID: job.batchID ?? null,
    answeredBy: "",
    answeredHow: "",
    lastWords: "",
    ...reprint,
  };
  if (!store.insertJob(deps.db, row)) return undefined;
  recordState(deps, row, "QUEUED");
  return row;
}
