/** Presents a shipment in the API's shape from its parts, without reading rows. */
import type { ReadDeps } from "../../db/deps.ts";
import type { Address } from "../addresses/addresses.schema.ts";
import { presentAddress } from "../addresses/address.ts";
import { objectSchema, parseJsonOr } from "../../base/json.ts";
import { moneyText } from "../../base/money.ts";
import { measureText } from "../../base/units.ts";
import { TEST_SERVICE } from "../carriers/own-service.ts";
import type { ShippingDeps } from "../deps.ts";
import {
  offersOfPurchase,
  presentOffer,
  presentOffers,
  priceTexts,
  type RateRequestRow,
  type StoredOffer,
} from "../offers/offers.service.ts";
import type { DefaultAddresses } from "../../organizations/organizations.service.ts";
import { presentTracking, type TrackingRow } from "../tracking/tracking.service.ts";
import type { OrderRow } from "./orders.store.ts";
import type { PurchaseSnapshot } from "./purchase-snapshot.ts";
import { readItems } from "./shipment-columns.ts";
import type { Item, Order, Shipment } from "./shipments.schema.ts";
import type { ShipmentRow } from "./shipments.store.ts";
import { labelLink, trackingLink } from "./signed-links.ts";
import type { FrozenAddresses } from "./shipment-draft.ts";

/** Parts of a shipment, gathered by `shipment-parts.ts` or known after its purchase. */
export type ShipmentParts = {
  readonly row: ShipmentRow;
  /** Whether the shipment has a label in force: it has a link and may have tracking. */
  readonly hasLabel: boolean;
  /** Snapshot of its purchase; null before. */
  readonly purchase: PurchaseSnapshot | null;
  /** Frozen addresses once bought, else the current ones. */
  readonly addresses: FrozenAddresses;
  readonly order: OrderRow | undefined;
  /**
   * Last rate request; undefined before a carrier was asked, and when only the bought offer is
   * stored.
   */
  readonly rateRequest: RateRequestRow | undefined;
  /** Offers of the last rate request, cheapest first. */
  readonly offers: readonly StoredOffer[];
  /** Newest event that moved the shipment; undefined before the first, and without a label. */
  readonly tracking: TrackingRow | undefined;
};

/** Collects the parts of a shipment that was just bought, without reading the database. */
export function partsOfPurchase(
  row: ShipmentRow,
  purchase: PurchaseSnapshot,
  order: OrderRow | undefined,
): ShipmentParts {
  return {
    row,
    hasLabel: row.barcode !== "",
    purchase,
    addresses: purchase,
    order,
    rateRequest: undefined,
    offers: [],
    tracking: undefined,
  };
}

export type ShipmentAddresses = {
  readonly sender: Address;
  readonly recipient: Address;
  readonly return: Address;
};

/** Presents the addresses of a shipment. @param defaults Default addresses of its organization. */
export function presentAddresses(
  deps: Pick<ShippingDeps, "geo">,
  rows: FrozenAddresses,
  defaults: DefaultAddresses,
): ShipmentAddresses {
  const sender = presentAddress(deps, rows.sender, defaults);
  return {
    sender,
    recipient: presentAddress(deps, rows.recipient, defaults),
    return: rows.return === null ? sender : presentAddress(deps, rows.return, defaults),
  };
}

/**
 * Presents a shipment.
 *
 * @param deps.db Provides the secret that signs links.
 * @param defaults Default addresses of the shipment's organization.
 * @param origin The station's address as the caller wrote it; links start with it.
 */
export function presentParts(
  deps: Pick<ShippingDeps, "db" | "geo">,
  parts: ShipmentParts,
  defaults: DefaultAddresses,
  origin: string,
): Shipment {
  const { row, order } = parts;
  const accepted = parts.purchase?.offer ?? null;
  const items = readItems(row.items);
  const size = sizeTexts(row);
  return {
    id: row.id,
    organizationShipmentID: row.number,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    test: row.test === 1,
    statusCode: row.status,
    ...priceTexts(accepted ?? { amount_minor: 0, tax_minor: 0, vat_minor: 0, total_minor: 0 }),
    ...size,
    desi: measureText(row.desi),
    oldDesi: measureText(row.desi),
    oldWeight: size.weight,
    distanceUnit: row.distance_unit,
    massUnit: row.mass_unit,
    useWeightOfItems: false,
    useDimensionsOfItems: false,
    trackingStatus: parts.tracking === undefined ? null : presentTracking(parts.tracking),
    ...presentLabel(deps, parts, origin),
    hidePackageContentOnTag: row.hide_contents === 1,
    shipmentDate: row.shipment_date,
    packageAcceptedAt: row.accepted_at,
    cancelDate: row.cancel_date,
    ...NO_INVOICES,
    productPaymentOnDelivery: row.payment_on_delivery === 1,
    orderID: row.order_id,
    order: order === undefined ? null : presentOrder(order, items),
    ...addressFields(row, presentAddresses(deps, parts.addresses, defaults)),
    parcelTemplateID: row.parcel_template_id,
    createReturnLabel: false,
    ...presentAllOffers(parts, accepted, size),
    providerCode: row.provider_code,
    providerServiceCode: row.provider_service_code,
    providerAccountID: row.provider_account_id,
    enableAutomation: false,
    items,
    metadata: parseJsonOr(row.metadata, objectSchema, {}),
    providerBranchName: null,
    providerInvoiceNo: null,
    providerReceiptNo: null,
    providerSerialNo: null,
    hasError: row.last_error_code !== null,
    lastErrorMessage: row.last_error_message,
    lastErrorCode: row.last_error_code,
    isReturned: row.is_returned === 1,
    isReturn: row.is_return === 1,
    isTrackingOnly: false,
    isRecipientSmsActivated: false,
    tenantId: null,
  };
}

/** Empty invoice fields, since the station makes no invoices. */
const NO_INVOICES = { invoiceGenerated: false, invoiceID: null, refundInvoiceID: null } as const;

function addressFields(
  row: ShipmentRow,
  { sender, recipient }: ShipmentAddresses,
): Pick<
  Shipment,
  | "senderAddressID"
  | "senderAddress"
  | "recipientAddressID"
  | "recipientAddress"
  | "returnAddressID"
> {
  return {
    senderAddressID: row.sender_address_id,
    senderAddress: sender,
    recipientAddressID: row.recipient_address_id,
    recipientAddress: recipient,
    returnAddressID: row.return_address_id,
  };
}

type SizeTexts = Pick<Shipment, "length" | "width" | "height" | "weight">;

function sizeTexts(row: ShipmentRow): SizeTexts {
  return {
    length: text(row.length),
    width: text(row.width),
    height: text(row.height),
    weight: text(row.weight),
  };
}

/** Presents codes and links of the label; the links are empty without a label. */
function presentLabel(
  deps: ReadDeps,
  { row, hasLabel }: ShipmentParts,
  origin: string,
): Pick<
  Shipment,
  "trackingNumber" | "trackingUrl" | "barcode" | "labelFileType" | "labelURL" | "responsiveLabelURL"
> {
  const link = hasLabel ? labelLink(deps.db, origin, row.id) : "";
  return {
    trackingNumber: row.tracking_number,
    trackingUrl:
      hasLabel && row.provider_service_code === TEST_SERVICE
        ? trackingLink(deps.db, origin, row.id)
        : row.tracking_url,
    barcode: row.barcode,
    labelFileType: row.label_file_type,
    labelURL: hasLabel ? `${link}.${row.label_file_type === "ZPL" ? "zpl" : "pdf"}` : "",
    responsiveLabelURL: hasLabel ? `${link}.html` : "",
  };
}

function presentAllOffers(
  { rateRequest, offers }: ShipmentParts,
  accepted: StoredOffer | null,
  size: SizeTexts,
): Pick<Shipment, "offers" | "acceptedOfferID" | "acceptedOffer"> {
  return {
    offers:
      rateRequest === undefined && accepted !== null
        ? offersOfPurchase(accepted, size)
        : presentOffers(rateRequest, offers, size, accepted?.id ?? null),
    acceptedOfferID: accepted?.id ?? null,
    acceptedOffer: accepted === null ? null : presentOffer(accepted, accepted.id),
  };
}

function presentOrder(row: OrderRow, items: readonly Item[]): Order {
  return {
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    itemIDs: items.map((i) => i.id),
    buyerShippingCost: moneyText(row.buyer_shipping_cost),
    buyerShippingCostCurrency: row.total_amount_currency,
    buyerShipmentMethod: row.buyer_shipment_method,
    totalAmount: moneyText(row.total_amount),
    totalTax: moneyText(row.total_tax),
    totalAmountCurrency: row.total_amount_currency,
    sourceCode: row.source_code,
    sourceIdentifier: row.source_identifier,
    orderNumber: row.order_number,
    orderCode: row.order_code,
    notes: row.notes,
    merchantCode: row.merchant_code,
    organizationID: row.organization_id,
  };
}

/** Formats a measure; "" when it was never given. */
function text(value: number | null): string {
  return value === null ? "" : measureText(value);
}
