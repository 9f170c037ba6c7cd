/** Asking for a print: a purchase does it once by itself, a person as often as is wanted. */
import { AppError } from "../base/errors.ts";
import { inTransaction } from "../db/change.ts";
import type { Actor, Deps } from "../deps.ts";
import type { Document } from "../documents/documents.schema.ts";
import { findDocument } from "../documents/documents.service.ts";
import { getShipmentRow, requireShipment } from "../shipments/shipments.service.ts";
import { isBought } from "../shipments/status-machine.ts";
import type { JobTarget } from "./job-target.ts";
import { present } from "./present-print-jobs.ts";
import { recordState } from "./printing.service.ts";
import type { PrintJob } from "./printing.schema.ts";
import * as store from "./printing.store.ts";

type LabelJob = {
  readonly shipmentID: string; readonly organizationID: string; readonly memberID: string; readonly barcode: string;
  /** Absent: the shipment's label, which is drawn when the printer is known. */
  readonly document?: Pick<Document, "hash">;
};

/** Queues the label of a purchase. Inside its transaction. A second call for the same shipment adds nothing. */
export function enqueueFirstPrint(deps: Deps, job: LabelJob): void {
  enqueueLabel(deps, job, undefined);
}

/**
 * Prints a bought label: for the first time when it never was, else once more on request.
 *
 * @param order.documentHash A downloaded or uploaded document that is printed instead of the shipment's own label.
 * @param order.reason Why a label that was printed is printed once more.
 * @throws AppError E1051, E1072, E2056 when there is no such document
 */
export function requestPrint(deps: Deps, actor: Actor, { shipmentID, documentHash, reason = "" }: { readonly shipmentID: string; readonly documentHash?: string | undefined; readonly reason?: string | undefined }): PrintJob {
  return inTransaction(deps, () => {
    const shipment = getShipmentRow(deps, actor, shipmentID);
    if (!isBought(shipment.status) || shipment.barcode === "") throw new AppError("E1072", "This shipment has no label to print. Buy one first.");
    const document = documentHash === undefined ? undefined : findDocument(deps, documentHash);
    if (documentHash !== undefined && (document === undefined || document.source === "drawn")) throw new AppError("E2056");
    const job = { shipmentID, ...(document === undefined ? {} : { document }), organizationID: actor.organizationID, memberID: actor.memberID, barcode: shipment.barcode };
    const row = enqueueLabel(deps, job, undefined) ?? enqueueLabel(deps, job, { reason, copyNumber: store.countReprints(deps.db, shipmentID) + 1 });
    if (row === undefined) throw new Error("a print job was not written");
    return present(deps, row);
  });
}

function enqueueLabel(deps: Deps, job: LabelJob, reprint: { readonly reason: string; readonly copyNumber: number } | undefined): store.PrintJobRow | undefined {
  return enqueuePrint(deps, {
    kind: "LABEL",
    role: requireShipment(deps, job.shipmentID).is_return === 1 ? "returnLabel" : "label",
    organization_id: job.organizationID,
    created_by: job.memberID,
    shipment_id: job.shipmentID,
    barcode: job.barcode,
    document_hash: job.document?.hash ?? null,
    is_reprint: reprint === undefined ? 0 : 1,
    reprint_reason: reprint?.reason ?? "",
    copy_number: reprint?.copyNumber ?? 0,
  });
}

/** What a job is made of; the rest begins empty. */
type NewJob = Pick<store.PrintJobRow, "kind" | "organization_id" | "created_by" | "shipment_id" | "barcode" | "document_hash"> & { readonly role: JobTarget } & Partial<Pick<store.PrintJobRow, "is_reprint" | "reprint_reason" | "copy_number" | "title" | "copies" | "expires_at" | "batch_id">>;

/** Writes a job that waits. Needs an open transaction. @returns Undefined when it is a shipment's first print, and that is in the journal already. */
export function enqueuePrint(deps: Deps, job: NewJob): store.PrintJobRow | undefined {
  const now = deps.now();
  const row: store.PrintJobRow = {
    id: deps.newId(),
    created_at: now,
    updated_at: now,
    printer_id: null,
    printer_name: "",
    is_reprint: 0,
    status: "QUEUED",
    attempts: 0,
    next_attempt_at: now,
    last_error: "",
    sent_hash: "",
    verification: "",
    sent_at: null,
    confirmed_at: null,
    title: "",
    copies: 1,
    copies_done: 0,
    expires_at: null,
    reprint_reason: "",
    copy_number: 0,
    batch_id: null,
    answered_by: "",
    answered_how: "",
    last_words: "",
    ...job,
  };
  if (!store.insertJob(deps.db, row)) return undefined;
  recordState(deps, row, "QUEUED");
  return row;
}
