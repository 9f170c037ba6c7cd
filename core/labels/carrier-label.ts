/**
 * Labels that a carrier made itself, with the code that it scans. They are printed and shown in
 * place of ours, converted for each printer and format. The carrier gives such a file once, so it
 * is kept as it came.
 */
import { errors } from "../base/errors.ts";
import type { WriteDeps } from "../db/deps.ts";
import { findDocument } from "../db/documents/documents.service.ts";
import type { DocumentFile } from "../db/documents/documents.schema.ts";
import { obtainDocument } from "../db/documents/shared-files.ts";
import type { LabelDeps } from "./deps.ts";
import { findBoughtLabel } from "./labels.store.ts";

type ObtainDeps = WriteDeps & Pick<LabelDeps, "files">;

/** A carrier's label. `isOnly`: ours must not be printed in its place. */
export type CarrierLabel = DocumentFile & { readonly isOnly: boolean };

/**
 * Obtains the carrier's own label of a shipment, from the hub if another station received it.
 *
 * @returns Undefined when the label is ours, also because the carrier's file is kept no longer: ours
 *   has the same code.
 * @throws AppError E2158 when another desk has the file and it cannot be fetched now; E2036; E2020
 *   when only a marketplace may draw the label and its file is not here.
 */
export async function obtainCarrierLabel(
  deps: ObtainDeps,
  shipmentID: string,
): Promise<CarrierLabel | undefined> {
  const { labelHash: hash = "", isMarketplaces } = findBoughtLabel(deps.db, shipmentID) ?? {};
  const isOnly = isMarketplaces === 1;
  if (hash !== "") await obtainDocument(deps, hash);
  const document = hash === "" ? undefined : findDocument(deps, hash);
  if (document !== undefined) return { ...document, isOnly };
  if (!isOnly) return undefined;
  throw errors.labelNotHere(
    "The marketplace that sold this label drew it, and its file is not on this station. Fetch the label there. Nothing was printed.",
  );
}
