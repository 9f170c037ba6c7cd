/** Draws the packing slip of a shipment. */
import { errors } from "../../base/errors.ts";
import type { Actor } from "../../http/actor.ts";
import type { FulfilmentDeps } from "../deps.ts";
import type { Bytes } from "../../http/route.ts";
import { labelParty } from "../../labels/label-model.ts";
import { getLabelModel } from "../../labels/labels.service.ts";
import type { PackingSlip, PaperBatch, SlipPaper } from "../../labels/papers/paper-orders.ts";
import { findLabelLogo } from "../../organizations/label-settings.ts";
import { getLabelSettings } from "../../organizations/organizations.service.ts";
import { parcelItems, parcelOrder } from "../../shipping/shipments/joined-orders.ts";
import { recipientURL } from "../../shipping/shipments/recipient-link.ts";
import {
  addressRowsOf,
  findOrderOf,
  getShipmentRow,
  type ShipmentRow,
} from "../../shipping/shipments/shipments.service.ts";
import { isBought } from "../../shipping/shipments/status-machine.ts";
import { readPurchase } from "../../shipping/shipments/stored-snapshot.ts";

/**
 * Draws a shipment's packing slip as a PDF, which is not stored. Uses the shipment's current data,
 * but after the purchase it uses the addresses and the logo of the purchase. Always lists the
 * items: the setting that hides the contents concerns the label, which strangers read, and not the
 * slip in the parcel.
 *
 * @throws AppError E1051 when the actor sees no shipment with this id; E2055 when its personal data
 * was erased.
 */
export async function getPackingSlip(
  deps: Pick<FulfilmentDeps, "db" | "now" | "settings" | "labels">,
  actor: Actor,
  shipmentID: string,
  paper: SlipPaper,
): Promise<Bytes> {
  const { bytes, name } = await drawPackingSlip(deps, actor, shipmentID, paper);
  return { bytes, type: "application/pdf", fileName: `${name}.pdf` };
}

/**
 * Draws a packing slip. Returns the PDF, and a file name without extension.
 *
 * @throws AppError the errors of `getPackingSlip`
 */
export async function drawPackingSlip(
  deps: Pick<FulfilmentDeps, "db" | "now" | "settings" | "labels">,
  actor: Actor,
  shipmentID: string,
  paper: SlipPaper,
): Promise<{ readonly bytes: Uint8Array; readonly name: string }> {
  const row = getShipmentRow(deps, actor, shipmentID);
  const bytes = await deps.labels.paper({ kind: "slip", slip: slipOf(deps, row, paper) }, noParts);
  return {
    bytes,
    name: `packing-slip-${row.orderNumber === "" ? row.number : row.orderNumber.replaceAll(/[^\w-]/g, "_").slice(0, 60)}`,
  };
}

function slipOf(
  deps: Pick<FulfilmentDeps, "db" | "now" | "settings">,
  row: ShipmentRow,
  paper: SlipPaper,
): PackingSlip {
  if (readPurchase(row)?.isErased === true) throw errors.labelErased();
  const { sender, recipient } = addressRowsOf(deps, row);
  const order = parcelOrder(findOrderOf(deps, row), row);
  const label =
    row.barcode !== "" && isBought(row.status) ? getLabelModel(deps, row.id) : undefined;
  return {
    paper,
    language: sender.countryCode === "TR" ? "tr" : "en",
    sender: labelParty(sender),
    logo:
      label === undefined
        ? findLabelLogo(deps.db, getLabelSettings(deps.db, row.organizationID).logoID)
        : label.logo,
    recipient: labelParty(recipient),
    shipmentNumber: row.number,
    orderNumber: row.orderNumber,
    invoiceNumber: order?.invoiceNumber ?? "",
    madeAt: label?.createdAt ?? deps.now(),
    items: parcelItems(row).map(({ title, variantTitle, sku, quantity }) => ({
      title,
      variant: variantTitle,
      sku,
      quantity,
    })),
    note: order?.notes ?? "",
    bought:
      label === undefined
        ? null
        : {
            carrierName: label.carrierName,
            serviceName: label.serviceName,
            barcode: label.barcode,
          },
    followURL: label === undefined ? "" : recipientURL(deps, row),
    mark: label?.mark ?? (row.test === 1 ? "TEST" : ""),
  };
}

async function* noParts(): AsyncGenerator<PaperBatch> {}
