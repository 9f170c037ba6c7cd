/**
 * What is frozen when a label is bought: addresses, offer, and what the label says beside them. Written once, in the
 * transaction that reserves the purchase; later changes of an address or an order change no bought shipment.
 * Kept without empty fields, since every bought shipment has one.
 */
import { sparse } from "../base/sparse.ts";
import type { AddressRow } from "../addresses/addresses.service.ts";
import type { StoredOffer } from "../offers/offers.service.ts";

export type LabelText = {
  readonly shipmentNumber: number;
  readonly orderNumber: string;
  readonly reference: string;
  readonly desi: string;
  readonly weightKg: string;
  /** Empty when the sender hides the contents. */
  readonly contents: readonly string[];
  /** "150.00" and "TL", collected at the door; null when nothing is. */
  readonly cashOnDelivery: { readonly amount: string; readonly currency: string } | null;
  readonly test: boolean;
  readonly isReturn: boolean;
  readonly createdAt: string;
};

/** `return` null: the same as the sender. Read from a snapshot, addresses have no organization and no member. */
export type FrozenAddresses = { readonly sender: AddressRow; readonly recipient: AddressRow; readonly return: AddressRow | null };

export type PurchaseSnapshot = FrozenAddresses & { readonly offer: StoredOffer; readonly label: LabelText };

const VERSION = 1;

/** As most are. A page of the database has room for three snapshots while they are below some 1,300 bytes. */
const EMPTY_ADDRESS: AddressRow = {
  id: "", created_at: "", updated_at: "", organization_id: "", created_by: "", short_name: "", name: "", email: "", phone: "", address1: "", address2: "",
  country_code: "TR", city_code: "", city_name: "", district_id: 0, district_name: "", street_name: "", state: "", zip: "", is_recipient: 0, is_saved: 0, is_active: 1,
};

const EMPTY_OFFER: StoredOffer = {
  id: "", created_at: "", organization_id: "", shipment_id: "", round: 0, parent_offer_id: null, schedule_date: null, carrier_kind: "ratecard", provider_code: "",
  provider_service_code: "", service_name: "", provider_account_id: null, provider_account_name: null, amount_minor: 0, tax_minor: 0, vat_minor: 0,
  total_minor: 0, estimated_hours: 0, duration_terms: "", rating: 0, expires_at: null, details: "{}",
};

const EMPTY_LABEL: LabelText = { shipmentNumber: 0, orderNumber: "", reference: "", desi: "", weightKg: "", contents: [], cashOnDelivery: null, test: false, isReturn: false, createdAt: "" };

export function writeSnapshot({ sender, recipient, return: back, offer, label }: PurchaseSnapshot): string {
  return JSON.stringify({
    version: VERSION,
    sender: frozen(sender),
    recipient: frozen(recipient),
    ...(back === null ? {} : { return: frozen(back) }),
    offer: sparse({ ...offer, organization_id: "", shipment_id: "", round: 0 }, EMPTY_OFFER),
    label: sparse(label, EMPTY_LABEL),
  });
}

/** Without whose it is: the transaction says that. */
function frozen(address: AddressRow): Partial<AddressRow> {
  const isUnchanged = address.updated_at === address.created_at;
  return sparse({ ...address, organization_id: "", created_by: "", ...(isUnchanged ? { updated_at: "" } : {}) }, EMPTY_ADDRESS);
}

function thawed(address: Partial<AddressRow>): AddressRow {
  const whole = { ...EMPTY_ADDRESS, ...address };
  return whole.updated_at === "" ? { ...whole, updated_at: whole.created_at } : whole;
}

/** @throws Error for a version that this app does not know. */
export function readSnapshot(text: string): PurchaseSnapshot {
  const body = JSON.parse(text) as { version: number; sender: Partial<AddressRow>; recipient: Partial<AddressRow>; return?: Partial<AddressRow>; offer: Partial<StoredOffer>; label: Partial<LabelText> };
  if (body.version !== VERSION) throw new Error(`a purchase snapshot of version ${body.version}, this app knows ${VERSION}`);
  return {
    sender: thawed(body.sender),
    recipient: thawed(body.recipient),
    return: body.return === undefined ? null : thawed(body.return),
    offer: { ...EMPTY_OFFER, ...body.offer },
    label: { ...EMPTY_LABEL, ...body.label },
  };
}
