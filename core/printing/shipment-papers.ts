/**
 * Papers of a shipment, such as its invoice. They are enqueued in the transaction that enqueues the
 * label, each for its role's printer, so that a parcel gets them as one set. A paper that is added
 * later is enqueued at once.
 */
import { errors } from "../base/errors.ts";
import { inTransaction } from "../db/change.ts";
import type { Actor } from "../http/actor.ts";
import type { ReadDeps, WriteDeps } from "../db/deps.ts";
import { findDocument } from "../db/documents/documents.service.ts";
import { getShipmentRow } from "../shipping/shipments/shipments.service.ts";
import { enqueuePapers } from "./enqueue.ts";
import type { NewPaper, Paper } from "./shipment-papers.schema.ts";
import * as store from "./shipment-papers.store.ts";

const MAX_PAPERS = 20;

/**
 * Adds a paper to a shipment.
 *
 * @throws AppError E1051; E1072 for a cancelled shipment, or a shipment with 20 papers; E2056 when
 * the document is not on this station.
 */
export function addPaper(
  deps: WriteDeps,
  actor: Actor,
  shipmentID: string,
  { documentHash, role, copies, title }: NewPaper,
): Paper {
  return inTransaction(deps, () => {
    const shipment = getShipmentRow(deps, actor, shipmentID);
    if (shipment.status === "CANCELED")
      throw errors.labelNotCreated("This shipment is cancelled: nothing is printed for it.", {
        reason: "cancelled",
      });
    const document = findDocument(deps, documentHash);
    if (document === undefined || document.source === "drawn") throw errors.documentNotFound();
    if (store.listPapers(deps.db, shipmentID).length >= MAX_PAPERS)
      throw errors.labelNotCreated(`A shipment has at most ${MAX_PAPERS} papers.`, {
        reason: "papers",
        most: MAX_PAPERS,
      });
    const id = deps.newId();
    store.insertPaper(deps.db, {
      id,
      createdAt: deps.now(),
      organizationID: actor.organizationID,
      createdBy: actor.memberID,
      shipmentID,
      documentHash,
      role,
      title,
      copies,
      printJobID: null,
    });
    if (store.isLabelQueued(deps.db, shipmentID))
      enqueuePapers(deps, { shipmentID, barcode: shipment.barcode });
    return getPaper(deps, shipmentID, id);
  });
}

/**
 * Lists a shipment's papers in the order in which they were added.
 * @throws AppError E1051
 */
export function listPapers(deps: ReadDeps, actor: Actor, shipmentID: string): Paper[] {
  getShipmentRow(deps, actor, shipmentID);
  return store.listPapers(deps.db, shipmentID).map(present);
}

/** Counts a shipment's papers; the caller checks the access. */
export function countPapers({ db }: ReadDeps, shipmentID: string): number {
  return store.listPapers(db, shipmentID).length;
}

/**
 * Removes a paper that waits for its label.
 *
 * @throws AppError E1051; E2056 when the paper does not exist; E2071 when the paper is already in
 * the journal.
 */
export function removePaper(deps: WriteDeps, actor: Actor, shipmentID: string, id: string): Paper {
  return inTransaction(deps, () => {
    getShipmentRow(deps, actor, shipmentID);
    const paper = getPaper(deps, shipmentID, id);
    if (!store.deleteWaiting(deps.db, id))
      throw errors.printJobNotWaiting(
        "This paper is in the print journal already. Cancel its print job.",
      );
    return paper;
  });
}

function getPaper(deps: ReadDeps, shipmentID: string, id: string): Paper {
  const row = store.listPapers(deps.db, shipmentID).find((paper) => paper.id === id);
  if (row === undefined) throw errors.documentNotFound("The shipment has no such paper.");
  return present(row);
}

function present(row: store.PaperRow): Paper {
  return {
    id: row.id,
    createdAt: row.createdAt,
    documentHash: row.documentHash,
    role: row.role,
    copies: row.copies,
    title: row.title,
    printJobID: row.printJobID,
  };
}
