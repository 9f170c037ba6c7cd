/**
 * Labels that a marketplace sold and drew. Their files are read from it again when they are needed
 * and not here, for example after an organization has moved here, or years later; ours is never
 * drawn for them, because it may lack what their carrier scans.
 */
import { errors, isAppError } from "../base/errors.ts";
import type { ReadDeps, WriteDeps } from "../db/deps.ts";
import {
  documentOfShipment,
  findDocument,
  findOtherOwner,
  keepDocument,
} from "../db/documents/documents.service.ts";
import { obtainDocument } from "../db/documents/shared-files.ts";
import { detailsOf, type StoredOffer } from "../shipping/offers/offers.service.ts";
import { readPurchase } from "../shipping/shipments/stored-snapshot.ts";
import type { LabelDeps } from "./deps.ts";
import { labelDocumentOf } from "./label-document.ts";
import { findBoughtLabel } from "./labels.store.ts";

type ObtainDeps = WriteDeps & Pick<LabelDeps, "connections" | "files">;

/**
 * Obtains the file of such a label.
 *
 * @param labelHash Hash of the file that came with the purchase; "" when none came.
 * @returns The hash of the file, which is here then.
 * @throws AppError E2190 when it is not here and cannot be read from the marketplace now; E2036
 */
export async function obtainMarketplaceLabel(
  deps: ObtainDeps,
  shipmentID: string,
  labelHash: string,
): Promise<string> {
  const kept = labelHash === "" ? documentOfShipment(deps, shipmentID, "label") : labelHash;
  if (kept !== undefined && (await isObtained(deps, kept))) return kept;
  const offer = findOffer(deps, shipmentID);
  if (offer === undefined) throw errors.labelAtServer();
  return await readAgain(deps, shipmentID, offer);
}

/** Obtains a file from another station if it is not here. Returns whether it is here then. */
async function isObtained(deps: ObtainDeps, hash: string): Promise<boolean> {
  try {
    await obtainDocument(deps, hash);
  } catch (error) {
    if (!isAppError(error, "labelFileElsewhere")) throw error;
  }
  return findDocument(deps, hash) !== undefined;
}

/** Finds the offer of a shipment's label; undefined after its personal data was erased. */
function findOffer({ db }: ReadDeps, shipmentID: string): StoredOffer | undefined {
  const bought = findBoughtLabel(db, shipmentID);
  const snapshot = bought === undefined ? null : readPurchase(bought);
  return snapshot === null || snapshot.isErased ? undefined : snapshot.offer;
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
  if (findOtherOwner(deps, document.hash, shipmentID) !== undefined)
    throw errors.labelAtServer(
      "The server where this label was bought gave the label of another parcel.",
    );
  // Personal data that was erased meanwhile does not come back.
  if (findOffer(deps, shipmentID) === undefined) throw errors.labelAtServer();
  keepDocument(deps, document, { shipmentID });
  return document.hash;
}
