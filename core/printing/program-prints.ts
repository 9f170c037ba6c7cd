/**
 * Prints that other programs request: their PDF, PNG or ZPL is stored and converted like an upload,
 * and printed on a printer of this desk.
 *
 * A token that may only print sees the jobs that it created. Every other caller sees the jobs that
 * its member may see.
 */
import { errors } from "../base/errors.ts";
import { inTransaction } from "../db/change.ts";
import type { Actor } from "../http/actor.ts";
import type { WriteDeps } from "../db/deps.ts";
import type { PrintingDeps } from "./deps.ts";
import type { Document } from "../db/documents/documents.schema.ts";
import { findDocument } from "../db/documents/documents.service.ts";
import { enqueueFirst, recordState } from "./enqueue.ts";
import { targetOf } from "./job-target.ts";
import { presentAll } from "./present-print-jobs.ts";
import { printErrorText } from "./print-error.ts";
import { insertJobToken, isCreatedBy, listCreatedBy } from "./print-job-tokens.store.ts";
import { getPrinter } from "./printers.ts";
import type { PrintJob, PrintJobHistory } from "./printing.schema.ts";
import { getPrintJob, listPrintJobs } from "./printing.service.ts";
import * as store from "./printing.store.ts";
import type { PrintFile } from "./program-prints.schema.ts";
import { uploadDocument } from "./upload-document.ts";

/**
 * Enqueues a print of a program's file.
 *
 * @param keep Stores the Idempotency-Key with the job, in the transaction that creates the job.
 * @throws AppError E2025 for an unknown printer, E2056 for a document that is not stored here,
 * E2029 for an invalid file, E2060 when too many documents wait, E2070 for ZPL from a token that
 * may not send it.
 */
export async function printFile(
  deps: WriteDeps & Pick<PrintingDeps, "settings" | "geo">,
  actor: Actor,
  order: PrintFile,
  keep: ((jobID: string) => void) | undefined,
): Promise<PrintJob> {
  if (order.printerID !== undefined) getPrinter(deps, order.printerID);
  const document = await takeDocument(deps, actor, order);
  return inTransaction(deps, () => {
    const job = enqueueFirst(deps, {
      organizationID: actor.organizationID,
      memberID: actor.memberID,
      shipmentID: "",
      barcode: "",
      kind: "DOCUMENT",
      target: order.printerID === undefined ? (order.role ?? "label") : targetOf(order.printerID),
      document,
      title: order.title,
      copies: order.copies,
      ...(order.timeToLiveSeconds === undefined
        ? {}
        : {
            expiresAt: new Date(
              Date.parse(deps.now()) + order.timeToLiveSeconds * 1_000,
            ).toISOString(),
          }),
    });
    if (job === undefined) throw new Error("a print job was not inserted");
    if (actor.token !== undefined)
      insertJobToken(deps.db, { jobID: job.id, tokenID: actor.token.id });
    keep?.(job.id);
    return withoutHistory(getPrintJob(deps, actor, job.id));
  });
}

async function takeDocument(
  deps: WriteDeps & Pick<PrintingDeps, "settings">,
  actor: Actor,
  { content, documentHash, widthMm, heightMm, dpi }: PrintFile,
): Promise<Document> {
  const mayBeZpl = actor.token?.prints !== "documents";
  if (documentHash !== undefined) {
    const document = findDocument(deps, documentHash);
    if (document === undefined || document.source === "drawn") throw errors.documentNotFound();
    if (document.language === "ZPL" && !mayBeZpl) throw errors.rawPrintNotAllowed();
    return document;
  }
  return uploadDocument(deps, { content: content ?? "", widthMm, heightMm, dpi }, (language) => {
    if (language === "ZPL" && !mayBeZpl) throw errors.rawPrintNotAllowed();
  });
}

/**
 * Gets a job that this caller may see.
 *
 * @throws AppError E2027 when the job does not exist, or this caller may not see it.
 */
export function getOwnPrintJob(
  deps: Pick<PrintingDeps, "db" | "geo">,
  actor: Actor,
  id: string,
): PrintJobHistory {
  const token = tokenThatPrintsAlone(actor);
  if (token !== undefined && !isCreatedBy(deps.db, { jobID: id, tokenID: token.id }))
    throw errors.printJobNotFound();
  return getPrintJob(deps, actor, id);
}

/**
 * Lists the journal's jobs that this caller may see, newest first.
 *
 * @throws AppError E1051 for a shipment that the caller may not see.
 */
export function listOwnPrintJobs(
  deps: Pick<PrintingDeps, "db" | "geo">,
  actor: Actor,
  query: Parameters<typeof listPrintJobs>[2],
): PrintJob[] {
  const token = tokenThatPrintsAlone(actor);
  if (token === undefined) return listPrintJobs(deps, actor, query);
  if (query.shipmentID !== undefined) throw errors.shipmentNotFound();
  return presentAll(
    deps,
    listCreatedBy(deps.db, {
      organizationID: actor.organizationID,
      tokenID: token.id,
      status: query.status ?? null,
      limit: query.limit,
    }),
  );
}

/**
 * Cancels a waiting job; no further copy is printed.
 *
 * @throws AppError E2027 when this caller may see no such job; E2071 when the job no longer waits.
 */
export function cancelPrintJob(
  deps: WriteDeps & Pick<PrintingDeps, "geo">,
  actor: Actor,
  id: string,
): PrintJob {
  return inTransaction(deps, () => {
    getOwnPrintJob(deps, actor, id);
    const error = printErrorText({
      code: "cancelled",
      message: "The print was cancelled while it was waiting.",
    });
    if (!store.markEnded(deps.db, id, "QUEUED", { status: "FAILED", error, now: deps.now() }))
      throw errors.printJobNotWaiting();
    recordState(deps, store.requireJob(deps.db, id), "FAILED");
    return withoutHistory(getPrintJob(deps, actor, id));
  });
}

/** Returns the job without its attempts, for endpoints that create, list or change jobs. */
export function withoutHistory({ history: _history, ...job }: PrintJobHistory): PrintJob {
  return job;
}

/**
 * Rejects prints of shipments' labels by a token that may only print, since such a token cannot
 * read shipments.
 * @throws AppError E1055
 */
export function checkMayPrintShipments(actor: Actor): void {
  if (tokenThatPrintsAlone(actor) !== undefined)
    throw errors.notAuthorised("This token may only print its own files, not labels of shipments.");
}

function tokenThatPrintsAlone({ token }: Actor): Actor["token"] {
  return token?.canRead === false ? token : undefined;
}
