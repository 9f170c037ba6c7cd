/** What a purchase freezes of its shipment: addresses, offer, and the words of the label. */
import { moneyText } from "../base/money.ts";
import { measureText, toKg } from "../base/units.ts";
import type { Deps } from "../deps.ts";
import type { StoredOffer } from "../offers/offers.service.ts";
import type { ShipmentDraft } from "../shipments/create-shipment.ts";
import type { LabelText, PurchaseSnapshot } from "../shipments/purchase-snapshot.ts";
import { readReference } from "../shipments/stored-metadata.ts";
import { readItems } from "../shipments/stored-items.ts";

/** A shipment that is bought: a draft, or a stored one in the same form. */
export type Bought = Pick<ShipmentDraft, "columns" | "parcel" | "addresses" | "order">;

export function freezePurchase(deps: Pick<Deps, "now">, shipment: Bought, offer: StoredOffer): PurchaseSnapshot {
  return { ...shipment.addresses, offer, label: labelText(deps, shipment, offer) };
}

function labelText(deps: Pick<Deps, "now">, { columns, parcel, order }: Bought, offer: StoredOffer): LabelText {
  const items = readItems(columns.items);
  const collects = columns.payment_on_delivery === 1 && order !== undefined;
  return {
    shipmentNumber: columns.number,
    orderNumber: columns.order_number,
    reference: offer.provider_account_id === null ? "" : readReference(columns.metadata),
    desi: measureText(Math.ceil(columns.desi * 100) / 100),
    weightKg: measureText(toKg(parcel.weight ?? 0, parcel.mass_unit)),
    contents: columns.hide_contents === 1 ? [] : items.map((i) => `${i.quantity}× ${[i.title, i.variantTitle].filter((t) => t !== "").join(" ")}`),
    cashOnDelivery: collects ? { amount: moneyText(order.total_amount), currency: order.total_amount_currency } : null,
    test: columns.test === 1,
    isReturn: columns.is_return === 1,
    createdAt: deps.now(),
  };
}
