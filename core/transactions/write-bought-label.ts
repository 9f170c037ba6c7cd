/** What a purchase leaves on its shipment: numbers, frozen addresses, the label model. Inside the settle commit. */
import { moneyText } from "../base/money.ts";
import { measureText, toKg } from "../base/units.ts";
import type { Address } from "../addresses/addresses.schema.ts";
import type { Bought } from "../carriers/carrier.ts";
import type { Deps } from "../deps.ts";
import { freezeLabel } from "../labels/labels.service.ts";
import type { LabelModel, LabelParty } from "../labels/labels.schema.ts";
import type { StoredOffer } from "../offers/offers.service.ts";
import { labelFileTypeOf } from "../organizations/organizations.service.ts";
import { addressesOf, freezeAddresses, indexShipment, moveShipment, orderTotal, requireShipment, updateShipment, type ShipmentAddresses, type ShipmentRow } from "../shipments/shipments.service.ts";
import type { Item } from "../shipments/shipments.schema.ts";

const LABEL_WIDTH_MM = 100;
const LABEL_HEIGHT_MM = 150;

export function writeBoughtLabel(deps: Deps, shipment: ShipmentRow, offer: StoredOffer, bought: Bought): void {
  const addresses = addressesOf(deps, shipment);
  const numbers = { barcode: bought.barcode, tracking_number: bought.trackingNumber, tracking_url: bought.trackingUrl };
  moveShipment(deps, shipment, shipment.status === "OFFER_ACCEPTED" ? "bought" : ["purchaseOpened", "bought"], {
    ...numbers,
    frozen_addresses: freezeAddresses(deps, shipment),
    accepted_offer: JSON.stringify(offer),
    amount_minor: offer.amount_minor,
    provider_code: offer.provider_code,
    provider_service_code: offer.provider_service_code,
    provider_account_id: offer.provider_account_id,
    label_file_type: labelFileTypeOf(deps, shipment.organization_id),
    last_error_code: null,
    last_error_message: null,
  });
  if (shipment.is_return === 1 && shipment.original_shipment_id !== null) updateShipment(deps, requireShipment(deps, shipment.original_shipment_id), { is_returned: 1 });
  indexShipment(deps, { ...shipment, ...numbers }, addresses.recipient);
  freezeLabel(deps, { shipmentID: shipment.id, organizationID: shipment.organization_id, model: labelModel(deps, shipment, addresses, offer, bought) });
}

function labelModel(deps: Deps, shipment: ShipmentRow, addresses: ShipmentAddresses, offer: StoredOffer, bought: Bought): LabelModel {
  const items = JSON.parse(shipment.items) as Item[];
  const { reference1 } = JSON.parse(shipment.metadata) as { reference1?: string };
  return {
    version: 1,
    widthMm: LABEL_WIDTH_MM,
    heightMm: LABEL_HEIGHT_MM,
    carrierName: bought.carrierName,
    serviceName: offer.service_name,
    barcode: bought.barcode,
    sender: party(addresses.sender),
    recipient: party(addresses.recipient),
    shipmentNumber: shipment.number,
    orderNumber: shipment.order_number,
    reference: offer.provider_account_id === null ? "" : (reference1 ?? ""),
    desi: measureText(Math.ceil(shipment.desi * 100) / 100),
    weightKg: measureText(toKg(shipment.weight ?? 0, shipment.mass_unit)),
    contents: shipment.hide_contents === 1 ? [] : items.map((i) => `${i.quantity}× ${[i.title, i.variantTitle].filter((t) => t !== "").join(" ")}`),
    cashOnDelivery: shipment.payment_on_delivery === 1 ? collected(deps, shipment) : null,
    test: shipment.test === 1,
    isReturn: shipment.is_return === 1,
    createdAt: deps.now(),
  };
}

function collected(deps: Deps, shipment: ShipmentRow): { amount: string; currency: string } | null {
  const total = orderTotal(deps, shipment);
  return total === undefined ? null : { amount: moneyText(total.amount), currency: total.currency };
}

function party(address: Address): LabelParty {
  return {
    name: address.name,
    lines: [address.address1, address.address2, address.streetName].filter((line) => line !== ""),
    district: address.districtName,
    city: address.cityName,
    zip: address.zip,
    countryCode: address.countryCode,
    phone: address.phone,
  };
}
