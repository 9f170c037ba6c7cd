/** Labels: the model, made from the purchase's snapshot, and the documents and pictures drawn from it. */
import { AppError } from "../base/errors.ts";
import { guarded } from "../base/guarded.ts";
import type { Deps } from "../deps.ts";
import type { DocumentFile, DocumentLanguage } from "../documents/documents.schema.ts";
import { documentOf, findDrawn, keepDocument, type DrawnOf } from "../documents/documents.service.ts";
import { readPurchase } from "../shipments/purchase-snapshot.ts";
import { labelModel } from "./label-model.ts";
import type { LabelFormat } from "./label-renderer.ts";
import { labelModelSchema, type Dpi, type LabelModel } from "./labels.schema.ts";
import { findBoughtLabel } from "./labels.store.ts";

const FORMATS: Readonly<Record<DocumentLanguage, LabelFormat>> = { ZPL: "zpl", PDF: "pdf" };

/** @throws AppError E2020 when this station does not have the label. */
export function getLabelModel(deps: Pick<Deps, "db">, shipmentID: string): LabelModel {
  const bought = findBoughtLabel(deps.db, shipmentID);
  const snapshot = bought === undefined ? null : readPurchase(bought);
  if (bought === undefined || snapshot === null) throw new AppError("E2020");
  return labelModelSchema.parse(labelModel(snapshot, { carrierName: bought.carrier_name, barcode: bought.barcode }));
}

/**
 * The label of a shipment as a document: the kept one, else drawn now and kept. On a full disk it is answered without being kept: a
 * label that was paid for is printed nevertheless.
 *
 * @param dpi Density of the printer; PDF has none.
 * @throws AppError E2020, E1072
 */
export async function getLabelDocument(deps: Deps, shipmentID: string, language: DocumentLanguage, dpi: Dpi): Promise<DocumentFile> {
  const of: DrawnOf = { shipmentID, kind: "label", language, dpi: language === "PDF" ? 0 : dpi };
  const kept = findDrawn(deps, of);
  if (kept !== undefined) return kept;
  const model = getLabelModel(deps, shipmentID);
  const bytes = await deps.labels.draw(model, FORMATS[language], dpi);
  const drawn = documentOf(bytes, { kind: "label", media: { widthMm: model.widthMm, heightMm: model.heightMm }, language, source: "drawn" });
  guarded(deps.log, "a drawn label could not be kept; it is drawn again when it is needed", () => keepDocument(deps, drawn, of));
  return drawn;
}

/**
 * The label of a shipment as a PNG. Pictures are quick to draw and large: they are not kept.
 *
 * @throws AppError E2020, E1072
 */
export function getLabelPicture(deps: Deps, shipmentID: string, dpi: Dpi): Promise<Uint8Array> {
  return deps.labels.draw(getLabelModel(deps, shipmentID), "png", dpi);
}
