/** The label of a bought shipment: all its texts and symbols, from the purchase's snapshot. */
import type { AddressRow } from "../shipping/addresses/addresses.service.ts";
import type { PurchaseSnapshot } from "../shipping/shipments/purchase-snapshot.ts";
import type { LabelModel, LabelParty, Logo } from "./labels.schema.ts";

const HOUR_MS = 60 * 60 * 1_000;

/**
 * @param bought What the carrier answered.
 * @param logo The one that the snapshot names; null when it names none, or when it is not known.
 */
export function labelModel(
  { sender, recipient, offer, label }: PurchaseSnapshot,
  bought: { readonly carrierName: string; readonly barcode: string; readonly routingCode?: string },
  logo: Logo | null,
): LabelModel {
  const { test, isSample, layout, logoID: _, boxNo, boxCount, ...texts } = label;
  return {
    ...texts,
    version: 2,
    layout: layoutOf(layout),
    // A label is read in the sender's country: the language of the packer's screen does not count.
    language: sender.country_code === "TR" ? "tr" : "en",
    carrierName: bought.carrierName,
    serviceName: offer.service_name,
    barcode: bought.barcode,
    routingCode: bought.routingCode ?? "",
    sender: labelParty(sender),
    recipient: labelParty(recipient),
    payer: "sender",
    pieces: { no: boxNo, of: boxCount },
    promisedOn: promisedOn(label.createdAt, offer.estimated_hours),
    appointmentOn: offer.schedule_date ?? "",
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

function promisedOn(createdAt: string, hours: number): string {
  const from = Date.parse(createdAt);
  return hours > 0 && Number.isFinite(from) ? new Date(from + hours * HOUR_MS).toISOString() : "";
}

/** @returns The party of an address as labels write it. */
export function labelParty(address: AddressRow): LabelParty {
  return {
    name: address.name,
    lines: [address.address1, address.address2].filter((line) => line !== ""),
    street: address.street_name,
    district: address.district_name,
    city: address.city_name,
    zip: address.zip,
    countryCode: address.country_code,
    phone: address.phone,
  };
}
