/**
 * Builds the label model of a bought shipment: all its texts and symbols, from the purchase's
 * snapshot.
 */
import type { AddressRow } from "../shipping/addresses/addresses.service.ts";
import type { PurchaseSnapshot } from "../shipping/shipments/purchase-snapshot.ts";
import type { LabelModel, LabelParty, Logo } from "./labels.schema.ts";

const HOUR_MS = 60 * 60 * 1_000;

/**
 * Builds the model.
 *
 * @param bought The carrier's answer to the purchase.
 * @param logo The logo that the snapshot names; null when the snapshot names none, or when this
 *   station does not have the logo.
 */
export function labelModel(
  { sender, recipient, offer, label }: PurchaseSnapshot,
  bought: { readonly carrierName: string; readonly barcode: string; readonly routingCode?: string },
  logo: Logo | null,
): LabelModel {
  const { test, isSample, layout, logoID: _, joined: _joined, boxNo, boxCount, ...texts } = label;
  return {
    ...texts,
    version: 2,
    layout: layoutOf(layout),
    // Labels are read in the sender's country, so the packer's screen language does not matter.
    language: sender.countryCode === "TR" ? "tr" : "en",
    carrierName: bought.carrierName,
    serviceName: offer.serviceName,
    barcode: bought.barcode,
    routingCode: bought.routingCode ?? "",
    sender: labelParty(sender),
    recipient: labelParty(recipient),
    pieces: { no: boxNo, of: boxCount },
    promisedOn:
      offer.promisedOn === ""
        ? promisedOn(label.createdAt, offer.estimatedHours)
        : `${offer.promisedOn}T09:00:00.000Z`,
    appointmentOn: offer.scheduleDate ?? "",
    contents: [...texts.contents],
    logo,
    copyNumber: 0,
    mark: test ? "TEST" : isSample ? "SAMPLE" : "",
  };
}

function layoutOf(key: string): LabelModel["layout"] {
  const [name = "", version] = key.split("@");
  return { name, version: Number(version) };
}

/** Computes the promised time of a purchase of an earlier version, which has hours and no day. */
function promisedOn(createdAt: string, hours: number): string {
  const from = Date.parse(createdAt);
  return hours > 0 && Number.isFinite(from) ? new Date(from + hours * HOUR_MS).toISOString() : "";
}

/** Converts an address to a label's sender or recipient. */
export function labelParty(address: AddressRow): LabelParty {
  return {
    name: address.name,
    lines: [address.address1, address.address2].filter((line) => line !== ""),
    street: address.streetName,
    district: address.districtName,
    city: address.cityName,
    zip: address.zip,
    countryCode: address.countryCode,
    phone: address.phone,
  };
}
