/**
 * Labels: the model, built from the purchase's snapshot, and the documents and pictures drawn from
 * it.
 */
import { isDeepStrictEqual } from "node:util";
import { errors, isAppError } from "../base/errors.ts";
import { guarded } from "../base/guarded.ts";
import type { ReadDeps, WriteDeps } from "../db/deps.ts";
import type { LabelDeps } from "./deps.ts";
import type { DocumentFile, DocumentLanguage } from "../db/documents/documents.schema.ts";
import {
  compareRaster,
  documentOf,
  findDrawn,
  findRasterHash,
  keepDocument,
  type DrawnOf,
} from "../db/documents/documents.service.ts";
import { LABEL_MEDIA, type Media } from "../db/documents/media.schema.ts";
import { findLabelLogo } from "../organizations/label-settings.ts";
import { readPurchase } from "../shipping/shipments/stored-snapshot.ts";
import { obtainCarrierLabel } from "./carrier-label.ts";
import { labelModel } from "./label-model.ts";
import type { LabelFormat } from "./label-renderer.ts";
import { labelModelSchema, type Dpi, type LabelModel } from "./labels.schema.ts";
import { findBoughtLabel } from "./labels.store.ts";
import { PLAIN_SETTINGS, type PrintSettings } from "./print-settings.ts";

/** The label format for printers of each language. */
export const LABEL_FORMATS: Readonly<Record<DocumentLanguage, LabelFormat>> = {
  ZPL: "zpl",
  PDF: "pdf",
  TSPL: "tspl",
  EPL: "epl",
};

/** Target of a drawn label: language, density, paper and settings. */
export type LabelTarget = {
  readonly language: DocumentLanguage;
  /** The printer's density. Modules in a PDF are whole dots of this density. */
  readonly dpi: Dpi;
  /** 100 × 150 mm when absent. */
  readonly media?: Media;
  /** The printer's settings that change the label's bytes. */
  readonly settings?: PrintSettings;
  /** Number of the reprint, printed on the label; 0 or absent for the first print. */
  readonly copyNumber?: number;
};

/**
 * Builds the model of a bought label from the purchase's snapshot.
 *
 * @throws AppError E2020 when this station does not have the label, E2055 when its personal data
 * was erased.
 */
export function getLabelModel(deps: ReadDeps, shipmentID: string): LabelModel {
  const bought = findBoughtLabel(deps.db, shipmentID);
  const snapshot = bought === undefined ? null : readPurchase(bought);
  if (bought === undefined || snapshot === null) throw errors.labelNotHere();
  if (snapshot.isErased) throw errors.labelErased();
  return labelModelSchema.parse(
    labelModel(
      snapshot,
      {
        carrierName: bought.carrierName,
        barcode: bought.barcode,
        routingCode: bought.routingCode,
      },
      findLabelLogo(deps.db, snapshot.label.logoID),
    ),
  );
}

/**
 * Builds the model of a label that this station draws.
 *
 * @throws AppError E2020 also for a label that only its marketplace may draw; the errors of
 *   `getLabelModel`.
 */
export function getDrawnModel(deps: ReadDeps, shipmentID: string): LabelModel {
  if (findBoughtLabel(deps.db, shipmentID)?.isMarketplaces === 1)
    throw errors.labelNotHere(
      "The marketplace that sold this label drew it, so it is printed alone, as it came.",
    );
  return getLabelModel(deps, shipmentID);
}

/** `rasterHash`: SHA-256 of the document's dots, hex; "" for a PDF, and when unknown. */
export type LabelDocument = DocumentFile & { readonly rasterHash: string };

/**
 * Gets a shipment's label as a document: the carrier's own label if there is one, converted, else
 * ours.
 *
 * @throws AppError the errors of `drawLabelDocument` and of `obtainCarrierLabel`.
 */
export async function getLabelDocument(
  deps: WriteDeps & Pick<LabelDeps, "labels" | "files" | "connections">,
  shipmentID: string,
  target: LabelTarget,
): Promise<Pick<LabelDocument, "bytes">> {
  return (
    (await convertCarrierLabel(deps, shipmentID, target)) ??
    (await drawLabelDocument(deps, shipmentID, target))
  );
}

/**
 * Converts the carrier's own label of a shipment.
 *
 * @returns Undefined when the label is ours, and when the carrier's file cannot be read.
 * @throws AppError E2020, E2055, E2035; also the errors of `obtainCarrierLabel`.
 */
async function convertCarrierLabel(
  deps: WriteDeps & Pick<LabelDeps, "labels" | "files" | "connections">,
  shipmentID: string,
  { language, dpi, media = LABEL_MEDIA, settings }: LabelTarget,
): Promise<Pick<LabelDocument, "bytes"> | undefined> {
  const carriers = await obtainCarrierLabel(deps, shipmentID);
  if (carriers === undefined) return undefined;
  getLabelModel(deps, shipmentID); // throws when the data was erased
  // For no certain printer, the carrier's PDF is right as it came.
  const isForPrinter = settings !== undefined || !isDeepStrictEqual(media, LABEL_MEDIA);
  if (carriers.language === "PDF" && language === "PDF" && !isForPrinter) return carriers;
  const target = { language, dpi, media, ...(settings === undefined ? {} : { settings }) };
  try {
    const { bytes } = await deps.labels.convert(carriers, target);
    return { bytes };
  } catch (error) {
    if (carriers.isOnly || !isAppError(error, "fileUnreadable")) throw error;
    return undefined;
  }
}

/**
 * Gets our label of a shipment as a document: the stored one, otherwise a new drawing, which is stored.
 * On a full disk the label is returned without being stored, because a paid label must be printed
 * anyway. A label whose dots differ from its first drawing is also returned; the difference is
 * logged and stored with it.
 *
 * @throws AppError E2020, E2055; also the errors of `LabelRenderer.draw`.
 */
export async function drawLabelDocument(
  deps: WriteDeps & Pick<LabelDeps, "labels">,
  shipmentID: string,
  { language, dpi, media = LABEL_MEDIA, settings, copyNumber = 0 }: LabelTarget,
): Promise<LabelDocument> {
  const { widthMm, heightMm } = media;
  const model = { ...getDrawnModel(deps, shipmentID), copyNumber };
  const of: DrawnOf = {
    shipmentID,
    kind: "label",
    media: { widthMm, heightMm },
    language,
    dpi,
    layout: model.layout,
    variant: variantOf(settings, copyNumber),
  };
  const kept = findDrawn(deps, of);
  if (kept !== undefined)
    return {
      ...kept,
      rasterHash: language === "PDF" ? "" : findRasterHash(deps, { ...of, copyNumber }, kept.hash),
    };
  const { bytes, rasterHash } = await deps.labels.draw({
    model,
    format: LABEL_FORMATS[language],
    media: of.media,
    dpi,
    ...(settings === undefined ? {} : { settings }),
  });
  // throws if the data was erased during the drawing; the label is then neither returned nor stored
  getLabelModel(deps, shipmentID);
  const drawn = documentOf(bytes, {
    kind: "label",
    media: of.media,
    language,
    dpi,
    source: "drawn",
  });
  guarded(
    deps.log,
    "a drawn label could not be stored; it is drawn again when it is needed",
    () => {
      const firstRaster =
        rasterHash === "" ? "" : compareRaster(deps, { ...of, copyNumber }, rasterHash);
      keepDocument(deps, drawn, { shipmentID, drawnBy: of, firstRaster });
    },
  );
  return { ...drawn, rasterHash };
}

/**
 * Returns the settings that change bytes, and the copy number, as a short text; "" for the
 * defaults.
 */
function variantOf(settings: PrintSettings | undefined, copyNumber: number): string {
  const parts = [
    copyNumber === 0 ? "" : `copy ${copyNumber}`,
    settings === undefined || isDeepStrictEqual(settings, PLAIN_SETTINGS)
      ? ""
      : settingsText(settings),
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function settingsText({ offset, darkness, speed, graphics, gapMm }: PrintSettings): string {
  return JSON.stringify([
    offset.x,
    offset.y,
    darkness ?? null,
    speed ?? null,
    graphics,
    ...(gapMm === undefined ? [] : [gapMm]),
  ]);
}

export type LabelPicture = { readonly paper: Media; readonly dpi: Dpi };

/**
 * Draws a shipment's label as a PNG. Pictures are quick to draw and large, so they are not stored.
 *
 * @throws AppError E2020, E2055, E1072, E2057; also the errors of `obtainCarrierLabel`.
 */
export async function getLabelPicture(
  deps: WriteDeps & Pick<LabelDeps, "labels" | "files" | "connections">,
  shipmentID: string,
  { paper, dpi }: LabelPicture,
): Promise<Uint8Array> {
  const carriers = await obtainCarrierLabel(deps, shipmentID);
  // ZPL is drawn as it is: converting it takes some times as long.
  const zpl =
    carriers?.language === "ZPL"
      ? carriers
      : await convertCarrierLabel(deps, shipmentID, { language: "ZPL", dpi, media: paper });
  if (zpl !== undefined) {
    getLabelModel(deps, shipmentID); // throws when the data was erased
    return await deps.labels.picture(zpl.bytes, dpi, paper);
  }
  return (
    await deps.labels.draw({
      model: getDrawnModel(deps, shipmentID),
      format: "png",
      media: paper,
      dpi,
    })
  ).bytes;
}
