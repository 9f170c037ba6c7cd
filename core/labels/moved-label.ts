/**
 * Labels that were bought at another server before the organization moved here. Their files are read
 * from that server when they are first needed, and kept; ours is never drawn for them, because it
 * may lack what their carrier scans.
 */
import { errors, isAppError } from "../base/errors.ts";
import type { ReadDeps, WriteDeps } from "../db/deps.ts";
import {
  documentOfShipment,
  findDocument,
  keepDocument,
} from "../db/documents/documents.service.ts";
import { detailsOf, type StoredOffer } from "../shipping/offers/offers.service.ts";
import { readPurchase } from "../shipping/shipments/stored-snapshot.ts";
import type { LabelDeps } from "./deps.ts";
import { labelDocumentOf } from "./label-document.ts";
import { findBoughtLabel } from "./labels.store.ts";

/** Returns whether a shipment's label was bought at the server from which the organization moved. */
export function isMovedLabel(deps: ReadDeps, shipmentID: string): boolean {
  return findMovedOffer(deps, shipmentID) !== undefined;
}

function findMovedOffer({ db }: ReadDeps, shipmentID: string): StoredOffer | undefined {
  const bought = findBoughtLabel(db, shipmentID);
  const snapshot = bought === undefined ? null : readPurchase(bought);
  if (snapshot === null || snapshot.isErased) return undefined;
  const { paidThere, key } = detailsOf(snapshot.offer);
  // Each label that this station bought at a marketplace has the key of its request.
  return paidThere === true && key === "" ? snapshot.offer : undefined;
}

/**
 * Obtains the file of such a label.
 *
 * @returns Its hash; undefined for any other label.
 * @throws AppError E2190 when it is not here and cannot be read from the server now; E2036
 */
export async function obtainMovedLabel(
  deps: WriteDeps & Pick<LabelDeps, "connections">,
  shipmentID: string,
): Promise<string | undefined> {
  const offer = findMovedOffer(deps, shipmentID);
  if (offer === undefined) return undefined;
  const kept = documentOfShipment(deps, shipmentID, "label");
  if (kept !== undefined && findDocument(deps, kept) !== undefined) return kept;
  try {
    return await readAgain(deps, shipmentID, offer);
  } catch (error) {
    // Another station of the organization may have read it before.
    if (kept !== undefined && isAppError(error, "labelAtServer")) return kept;
    throw error;
  }
}

async function readAgain(
  deps: WriteDeps & Pick<LabelDeps, "connections">,
  shipmentID: string,
  offer: StoredOffer,
): Promise<string> {
  const connection =
    offer.providerAccountID === null ? undefined : deps.connections.find(offer.providerAccountID);
  if (connection?.readLabel === undefined)
    throw errors.labelAtServer("The account that leads to the label's server is no longer linked.");
  const outcome = await connection.readLabel(
    detailsOf(offer),
    AbortSignal.timeout(connection.timeoutMs),
  );
  if (outcome.outcome !== "done")
    throw errors.labelAtServer(
      `The label is at the server where it was bought, and cannot be read now: ${outcome.outcome === "refused" ? outcome.reason : outcome.cause}`,
    );
  const document = labelDocumentOf(outcome.value);
  if (document === undefined)
    throw errors.labelAtServer(
      "The server where this label was bought gave a file that is no label.",
    );
  // Personal data that was erased meanwhile does not come back.
  if (findMovedOffer(deps, shipmentID) !== undefined) keepDocument(deps, document, { shipmentID });
  return document.hash;
}
