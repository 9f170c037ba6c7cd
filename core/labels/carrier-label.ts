/**
 * Labels that a carrier made itself, with the code that it scans. They are printed and shown in
 * place of ours, converted for each printer and format. The carrier gives such a file once, so it
 * is kept as it came.
 */
import type { WriteDeps } from "../db/deps.ts";
import { findDocument } from "../db/documents/documents.service.ts";
import type { DocumentFile } from "../db/documents/documents.schema.ts";
import { obtainDocument } from "../db/documents/shared-files.ts";
import type { LabelDeps } from "./deps.ts";
import { findBoughtLabel } from "./labels.store.ts";
import { obtainMarketplaceLabel } from "./marketplace-label.ts";

type ObtainDeps = WriteDeps & Pick<LabelDeps, "files" | "connections">;

/** A carrier's label. `isOnly`: ours must not be printed in its place. */
export type CarrierLabel = DocumentFile & { readonly isOnly: boolean };

/**
 * Obtains the carrier's own label of a shipment: from this station, from the hub if another station
 * received it, or again from the marketplace that sold it.
 *
 * @returns Undefined when the label is ours, also because the carrier's file is kept no longer: ours
 *   has the same code.
 * @throws AppError E2158 when another desk has the file and it cannot be fetched now; E2190 when a
 *   marketplace has it; E2036.
 */
export async function obtainCarrierLabel(
  deps: ObtainDeps,
  shipmentID: string,
): Promise<CarrierLabel | undefined> {
  const { labelHash = "", isMarketplaces } = findBoughtLabel(deps.db, shipmentID) ?? {};
  const isOnly = isMarketplaces === 1;
  const hash = isOnly ? await obtainMarketplaceLabel(deps, shipmentID, labelHash) : labelHash;
  if (hash === "") return undefined;
  if (!isOnly) await obtainDocument(deps, hash);
  const document = findDocument(deps, hash);
  return document === undefined ? undefined : { ...document, isOnly };
}
