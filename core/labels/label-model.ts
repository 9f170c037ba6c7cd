/** The label of a bought shipment: all its texts and symbols, from the purchase's snapshot. */
import type { AddressRow } from "../addresses/addresses.service.ts";
import { LABEL_MEDIA } from "../documents/media.schema.ts";
import type { PurchaseSnapshot } from "../shipments/purchase-snapshot.ts";
import type { LabelModel, LabelParty } from "./labels.schema.ts";

/** @param bought What the carrier answered. */
export function labelModel(snapshot: PurchaseSnapshot, bought: { readonly carrierName: string; readonly barcode: string }): LabelModel {
  return {
    version: 1,
    ...LABEL_MEDIA,
    carrierName: bought.carrierName,
    serviceName: snapshot.offer.service_name,
    barcode: bought.barcode,
    sender: party(snapshot.sender),
    recipient: party(snapshot.recipient),
    ...snapshot.label,
    contents: [...snapshot.label.contents],
  };
}

function party(address: AddressRow): LabelParty {
  return {
    name: address.name,
    lines: [address.address1, address.address2, address.street_name].filter((line) => line !== ""),
    district: address.district_name,
    city: address.city_name,
    zip: address.zip,
    countryCode: address.country_code,
    phone: address.phone,
  };
}
