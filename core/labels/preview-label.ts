/**
 * Preview of a label: its picture, whether it fits on the paper, and which texts are omitted,
 * transliterated, or sent to the carrier in another form.
 */
import type { ReadDeps } from "../db/deps.ts";
import { errors } from "../base/errors.ts";
import { applyTextRules } from "../shipping/carriers/carrier-text.ts";
import type { Carrier } from "../shipping/carriers/carrier.ts";
import type { Actor } from "../http/actor.ts";
import type { LabelDeps } from "./deps.ts";
import { LABEL_MEDIA, NAMED_MEDIA } from "../db/documents/media.schema.ts";
import {
  findCheapestOffer,
  findStoredOffer,
  type StoredOffer,
} from "../shipping/offers/offers.service.ts";
import { findLabelLogo } from "../organizations/label-settings.ts";
import { getLabelSettings } from "../organizations/organizations.service.ts";
import { consign, draftOf } from "../shipping/shipments/consign-shipment.ts";
import { EMPTY_OFFER } from "../shipping/shipments/purchase-snapshot.ts";
import { freezePurchase, NEWEST_LAYOUTS } from "../shipping/shipments/stored-snapshot.ts";
import { getShipmentRow, type ShipmentRow } from "../shipping/shipments/shipments.service.ts";
import { labelModel } from "./label-model.ts";
import type { LabelModel } from "./labels.schema.ts";
import { getLabelModel } from "./labels.service.ts";
import type { LabelLayoutFact, LabelPreview, PreviewInput } from "./preview.schema.ts";
import { sampleLabel } from "./sample-labels.ts";

/** Placeholder barcode when the carrier is unknown or does not state the form of its barcodes. */
const BARCODE_SHAPE = "00000000000000";

/** The label to show, before its layout is chosen. */
type ShownLabel = Pick<LabelPreview, "carrierText"> & {
  readonly model: LabelModel;
  readonly isPlaceholder: boolean;
};

/**
 * Returns the layouts of new labels in their newest versions, with the named papers for which each
 * is suitable.
 */
export async function listLayouts(deps: Pick<LabelDeps, "labels">): Promise<LabelLayoutFact[]> {
  const layouts = await deps.labels.layouts();
  const newest = layouts.filter(({ name }, i) => layouts[i + 1]?.name !== name);
  return newest.map(({ least, ...layout }) => ({
    ...layout,
    papers: NAMED_MEDIA.filter(({ widthMm, heightMm }) =>
      least.some((paper) => widthMm >= paper.widthMm && heightMm >= paper.heightMm),
    ).map((paper) => ({ ...paper })),
  }));
}

/**
 * Draws a shipment's label as it would be bought now, its bought label, or a sample label.
 *
 * @throws AppError E1051 for an unknown shipment, E1064 for an offer of another shipment, E1085 for
 * an unknown layout; E2020, E2055 and E2058 for a bought label that cannot be drawn.
 */
export async function previewLabel(
  deps: Pick<LabelDeps, "db" | "now" | "carriers" | "labels">,
  actor: Actor,
  input: PreviewInput,
): Promise<LabelPreview> {
  const { widthMm = LABEL_MEDIA.widthMm, heightMm = LABEL_MEDIA.heightMm, dpi = 203 } = input;
  const chosen = input.layout === undefined ? undefined : await newestLayout(deps, input.layout);
  const { model, carrierText, isPlaceholder } =
    input.shipmentID === undefined
      ? shownSample(deps, actor, input, chosen)
      : shownShipment(deps, actor, getShipmentRow(deps, actor, input.shipmentID), input.offerID);
  const layout = chosen ?? model.layout;
  const { png, refused, omitted, transliterated } = await deps.labels.preview({
    model: { ...model, layout },
    media: { widthMm, heightMm },
    dpi,
  });
  return {
    layout,
    dataURL: png === null ? null : `data:image/png;base64,${Buffer.from(png).toString("base64")}`,
    fits: refused ?? true,
    omitted: [...omitted],
    transliterated: [...transliterated],
    carrierText,
    barcode: { text: model.barcode, isPlaceholder },
  };
}

async function newestLayout(
  deps: Pick<LabelDeps, "labels">,
  name: string,
): Promise<LabelModel["layout"]> {
  const known = (await deps.labels.layouts()).findLast((layout) => layout.name === name);
  if (known === undefined)
    throw errors.badRequest(`layout: no layout is called ${name.slice(0, 40)}.`);
  return { name, version: known.version };
}

function shownSample(
  deps: ReadDeps,
  actor: Actor,
  { sample = "short" }: PreviewInput,
  layout: LabelModel["layout"] = { name: "standard", version: NEWEST_LAYOUTS.standard },
): ShownLabel {
  const { arePhonesMasked, logoID } = getLabelSettings(deps.db, actor.organizationID);
  return {
    model: sampleLabel(sample, layout, { arePhonesMasked, logo: findLabelLogo(deps.db, logoID) }),
    carrierText: [],
    isPlaceholder: true,
  };
}

function shownShipment(
  deps: Pick<LabelDeps, "db" | "now" | "carriers">,
  actor: Actor,
  row: ShipmentRow,
  offerID: string | undefined,
): ShownLabel {
  if (row.barcode !== "")
    return { model: getLabelModel(deps, row.id), carrierText: [], isPlaceholder: false };
  const offer = offerOf(deps, actor, row, offerID);
  const carrier = offer === undefined ? undefined : deps.carriers.find(offer.carrierID);
  const shipment = draftOf(deps, row);
  const snapshot = freezePurchase(deps, {
    shipment,
    offer: offer ?? EMPTY_OFFER,
    carrier: carrier ?? {},
    labels: getLabelSettings(deps.db, row.organizationID),
  });
  const bought = {
    carrierName: carrier?.name ?? "",
    barcode: carrier?.barcodeShape ?? BARCODE_SHAPE,
  };
  return {
    model: labelModel(snapshot, bought, findLabelLogo(deps.db, snapshot.label.logoID)),
    carrierText: carrierTextOf(deps, carrier, shipment),
    isPlaceholder: true,
  };
}

function carrierTextOf(
  deps: Pick<LabelDeps, "now">,
  carrier: Carrier | undefined,
  shipment: ReturnType<typeof draftOf>,
): LabelPreview["carrierText"] {
  const consignment = carrier?.textRules === undefined ? undefined : consign(shipment, deps.now());
  return carrier?.textRules === undefined || consignment === undefined
    ? []
    : [...applyTextRules(consignment, carrier.textRules).changes];
}

function offerOf(
  deps: ReadDeps,
  actor: Actor,
  row: ShipmentRow,
  offerID: string | undefined,
): StoredOffer | undefined {
  if (offerID === undefined) return findCheapestOffer(deps, row.id);
  const offer = findStoredOffer(deps, actor.organizationID, offerID);
  if (offer?.shipmentID !== row.id) throw errors.offerNotFound();
  return offer;
}
