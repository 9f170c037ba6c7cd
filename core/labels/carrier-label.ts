/**
 * Labels that a carrier made itself, with the code that it scans. They are printed and shown in
 * place of ours, converted for each printer and format. The carrier gives such a file once, so it
 * is kept as it came.
 */
import type { ReadDeps, WriteDeps } from "../db/deps.ts";
import { findDocument } from "../db/documents/documents.service.ts";
import type { DocumentFile } from "../db/documents/documents.schema.ts";
import { obtainDocument } from "../db/documents/shared-files.ts";
import type { LabelDeps } from "./deps.ts";
import { findBoughtLabel } from "./labels.store.ts";
import { obtainMovedLabel } from "./moved-label.ts";

type ObtainDeps = WriteDeps & Pick<LabelDeps, "files" | "connections">;

/** Finds the hash of the carrier's own label of a shipment; undefined when the label is ours. */
function findCarrierLabel(deps: ReadDeps, shipmentID: string): string | undefined {
  const hash = findBoughtLabel(deps.db, shipmentID)?.labelHash ?? "";
  return hash === "" ? undefined : hash;
}

/**
 * Obtains the carrier's own label of a shipment, from the hub if another station received it, or
 * from the server where it was bought before the organization moved here.
 *
 * @returns Undefined when the label is ours, also because the carrier's file is kept no longer: ours
 *   has the same code.
 * @throws AppError E2158 when another desk has the file and it cannot be fetched now; E2190 when
 *   that server has it; E2036.
 */
export async function obtainCarrierLabel(
  deps: ObtainDeps,
  shipmentID: string,
): Promise<DocumentFile | undefined> {
  const hash = findCarrierLabel(deps, shipmentID) ?? (await obtainMovedLabel(deps, shipmentID));
  if (hash === undefined) return undefined;
  await obtainDocument(deps, hash);
  return findDocument(deps, hash);
}
