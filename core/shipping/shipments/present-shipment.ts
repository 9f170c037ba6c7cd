/** Presents a shipment in the API's shape from its parts, without reading rows. */
import type { ReadDeps } from "../../db/deps.ts";
import type { Address } from "../addresses/addresses.schema.ts";
import { presentAddress } from "../addresses/address.ts";
import { objectSchema, parseJsonOr } from "../../base/json.ts";
import { moneyText } from "../../base/money.ts";
import { measureText } from "../../base/units.ts";
import { TEST_SERVICE } from "../carriers/own-service.ts";
import type { ShippingDeps } from "../deps.ts";
import { priceTexts } from "../offers/offer-price.ts";
import {
  offersOfPurchase,
  presentOffer,
  presentOffers,
  type RateRequestRow,
  type StoredOffer,
} from "../offers/offers.service.ts";
import type { DefaultAddresses } from "../../organizations/organizations.service.ts";
import { presentTracking, type TrackingRow } from "../tracking/tracking.service.ts";
import type { OrderRow } from "./orders.store.ts";
import { EMPTY_OFFER, type PurchaseSnapshot } from "./purchase-snapshot.ts";
import { parcelItems, parcelOrder } from "./joined-orders.ts";
import type { Item, Order, Shipment } from "./shipments.schema.ts";
import type { ShipmentRow } from "./shipments.store.ts";
import { labelLink, trackingLink } from "./signed-links.ts";
import type { FrozenAddresses } from "./shipment-draft.ts";

/** Parts of a shipment, gathered by `shipment-parts.ts` or known after its purchase. */
export type ShipmentParts = {
  readonly row: ShipmentRow;
  /** Whether the shipment has a label in force, and so a link, and possibly tracking. */
  readonly hasLabel: boolean;
  /** Snapshot of the shipment's purchase; null before a purchase. */
  readonly purchase: PurchaseSnapshot | null;
  /** Frozen addresses of a bought shipment, otherwise the current addresses. */
  readonly addresses: FrozenAddresses;
  readonly order: OrderRow | undefined;
  /**
   * Last rate request; undefined before a carrier was asked, and when only the bought offer is
   * stored.
   */
  readonly rateRequest: RateRequestRow | undefined;
  /** Offers of the last rate request, cheapest first. */
  readonly offers: readonly StoredOffer[];
  /**
   * Newest event that fitted the shipment's status; undefined before the first such event, and
   * without a label.
   */
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

/**
 * Presents the addresses of a shipment.
 *
 * @param defaults Default addresses of the shipment's organization.
 */
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
  const items = parcelItems(row);
  const size = sizeTexts(row);
  return {
    id: row.id,
    organizationShipmentID: row.number,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    test: row.test === 1,
    statusCode: row.status,
    ...priceTexts(accepted ?? EMPTY_OFFER),
    ...size,
    desi: measureText(row.desi),
    oldDesi: measureText(row.desi),
    oldWeight: size.weight,
    distanceUnit: row.distanceUnit,
    massUnit: row.massUnit,
    useWeightOfItems: false,
    useDimensionsOfItems: false,
    trackingStatus: parts.tracking === undefined ? null : presentTracking(parts.tracking),
    ...presentLabel(deps, parts, origin),
    hidePackageContentOnTag: row.hideContents === 1,
    shipmentDate: row.shipmentDate,
    packageAcceptedAt: row.acceptedAt,
    cancelDate: row.cancelDate,
    ...NO_INVOICES,
    productPaymentOnDelivery: row.paymentOnDelivery === 1,
    orderID: row.orderID,
    order: order === undefined ? null : presentOrder(parcelOrder(order, row), items),
    ...addressFields(row, presentAddresses(deps, parts.addresses, defaults)),
    parcelTemplateID: row.parcelTemplateID,
    createReturnLabel: false,
    ...presentAllOffers(parts, accepted, size),
    providerCode: row.providerCode,
    providerServiceCode: row.providerServiceCode,
    providerAccountID: row.providerAccountID,
    enableAutomation: false,
    items,
    metadata: parseJsonOr(row.metadata, objectSchema, {}),
    providerBranchName: null,
    providerInvoiceNo: null,
    providerReceiptNo: null,
    providerSerialNo: null,
    hasError: row.lastErrorCode !== null,
    lastErrorMessage: row.lastErrorMessage,
    lastErrorCode: row.lastErrorCode,
    isReturned: row.isReturned === 1,
    isReturn: row.isReturn === 1,
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
    senderAddressID: row.senderAddressID,
    senderAddress: sender,
    recipientAddressID: row.recipientAddressID,
    recipientAddress: recipient,
    returnAddressID: row.returnAddressID,
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

/** Presents codes and links of the label; the label's links are empty without a label. */
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
    trackingNumber: row.trackingNumber,
    trackingUrl:
      hasLabel && row.providerServiceCode === TEST_SERVICE
        ? trackingLink(deps.db, origin, row.id)
        : row.trackingUrl,
    barcode: row.barcode,
    labelFileType: row.labelFileType,
    labelURL: hasLabel ? `${link}.${row.labelFileType === "ZPL" ? "zpl" : "pdf"}` : "",
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
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    itemIDs: items.map((i) => i.id),
    buyerShippingCost: moneyText(row.buyerShippingCost),
    buyerShippingCostCurrency: row.totalAmountCurrency,
    buyerShipmentMethod: row.buyerShipmentMethod,
    totalAmount: moneyText(row.totalAmount),
    totalTax: moneyText(row.totalTax),
    totalAmountCurrency: row.totalAmountCurrency,
    sourceCode: row.sourceCode,
    sourceIdentifier: row.sourceIdentifier,
    orderNumber: row.orderNumber,
    orderCode: row.orderCode,
    notes: row.notes,
    merchantCode: row.merchantCode,
    organizationID: row.organizationID,
    ...(row.payer === "" ? {} : { payer: row.payer }),
    ...(row.collection === "" ? {} : { collection: row.collection }),
    ...(row.declaredValue === 0 ? {} : { declaredValue: moneyText(row.declaredValue) }),
    ...(row.waybillNumber === "" ? {} : { waybillNumber: row.waybillNumber }),
    ...(row.invoiceNumber === "" ? {} : { invoiceNumber: row.invoiceNumber }),
  };
}

/** Formats a measure; "" when it was never given. */
function text(value: number | null): string {
  return value === null ? "" : measureText(value);
}
