/** Converts a shipment's rows to the request that carriers get. */
import type { ReadDeps } from "../../db/deps.ts";
import { errors } from "../../base/errors.ts";
import { minor } from "../../base/money.ts";
import { instant, toCm, toKg } from "../../base/units.ts";
import type { AddressRow } from "../addresses/addresses.service.ts";
import type { NamedService } from "../carriers/carrier.ts";
import type { ConsignedItem, Consignment, OriginalLabel, Party } from "../carriers/consignment.ts";
import type { ShippingDeps } from "../deps.ts";
import type { QuoteSubject } from "../offers/quote-shipment.ts";
import type { PurchaseSnapshot } from "./purchase-snapshot.ts";
import { detailsOf } from "../offers/offers.service.ts";
import { findLabelPurchase } from "./original-label.store.ts";
import { declaredValueOf, payerOf } from "./order-terms.ts";
import { parcelItems, parcelOrder } from "./joined-orders.ts";
import { readAskedBy, readCustomerCodes, readReference } from "./shipments.store.ts";
import {
  addressRowsOf,
  countBoxes,
  findOrderOf,
  listBoxes,
  requireShipment,
  type ShipmentRow,
} from "./shipments.service.ts";
import type { Consigned } from "./shipment-draft.ts";

/**
 * Requires that sender and recipient still have names after an erasure, since the carrier needs a
 * person at both addresses.
 *
 * @throws AppError E1133 without the recipient's name, which can be entered again; E2055 without
 * the sender's name, which cannot be entered, because the sender of a return is the recipient of
 * the original shipment.
 */
export function requirePersons({ addresses }: Consigned): void {
  if (addresses.recipient.name === "")
    throw errors.recipientNameEmpty(
      "The personal data of this shipment's recipient was erased, so a label would name nobody. Enter the recipient first. Nothing was bought.",
    );
  if (addresses.sender.name === "")
    throw errors.labelErased(
      "The personal data of the person from whom this parcel would be picked up was erased. Nothing was bought.",
    );
}

/**
 * Builds a consignment.
 *
 * @param at Start of the operation: a request for prices, or a purchase.
 * @returns Undefined when the shipment has neither a weight nor a complete size, since no carrier
 * can compute its price. Weight alone is enough: a document or a bag is charged by weight.
 */
export function consign(
  {
    columns,
    parcel,
    addresses,
    order,
    boxCount = columns.boxNo,
  }: Omit<Consigned, "boxCount"> & Partial<Pick<Consigned, "boxCount">>,
  at: string,
): Consignment | undefined {
  const { length, width, height, weight } = parcel;
  if (weight === null && (length === null || width === null || height === null)) return undefined;
  return {
    organizationID: columns.organizationID,
    shipmentID: columns.id,
    isTest: columns.test === 1,
    isReturn: columns.isReturn === 1,
    sender: partyOf(addresses.sender),
    recipient: partyOf(addresses.recipient),
    returnTo: addresses.return === null ? null : partyOf(addresses.return),
    parcels: [
      {
        lengthCm: toCm(length ?? 0, parcel.distanceUnit),
        widthCm: toCm(width ?? 0, parcel.distanceUnit),
        heightCm: toCm(height ?? 0, parcel.distanceUnit),
        weightKg: toKg(weight ?? 0, parcel.massUnit),
      },
    ],
    // Read lazily: carriers that price by size never use the items.
    get items() {
      return itemsOf(columns);
    },
    hidesContents: columns.hideContents === 1,
    payer: payerOf(columns, order),
    cashOnDelivery: cashOnDeliveryOf(columns, order),
    declaredValue: declaredValueOf(columns, order),
    get references() {
      const { orderNumber } = columns;
      const waybillNumber = order?.waybillNumber ?? "";
      return {
        orderNumber,
        reference1: readReference(columns.metadata),
        waybillNumber: waybillNumber === "" ? orderNumber : waybillNumber,
      };
    },
    origin: { source: order?.sourceCode ?? "", merchant: columns.merchantCode },
    box: { no: columns.boxNo, of: boxCount },
    get customerCodes() {
      return readCustomerCodes(columns.metadata);
    },
    get askedBy() {
      return readAskedBy(columns.metadata);
    },
    at: instant(at),
  };
}

function cashOnDeliveryOf(
  { paymentOnDelivery }: Consigned["columns"],
  order: Consigned["order"],
): Consignment["cashOnDelivery"] {
  if (paymentOnDelivery !== 1) return null;
  return {
    amount: minor(order?.totalAmount ?? 0),
    currency: order?.totalAmountCurrency ?? "TL",
    by: order?.collection === "card" ? "card" : "cash",
  };
}

/**
 * Builds the consignment of a purchase: the frozen parties, and the shipment's parcel, items and
 * order, which no longer change.
 *
 * @throws Error for a shipment with neither a weight nor a complete size, for which no carrier
 * sells a label.
 */
export function consignmentOfPurchase(
  deps: ReadDeps,
  row: ShipmentRow,
  snapshot: PurchaseSnapshot,
): Consignment {
  const { sender, recipient, return: back } = snapshot;
  const consignment = consign(
    {
      columns: row,
      parcel: row,
      addresses: { sender, recipient, return: back },
      order: parcelOrder(findOrderOf(deps, row), row),
      boxCount: snapshot.label.boxCount,
    },
    snapshot.label.createdAt,
  );
  if (consignment === undefined) throw new Error(`shipment ${row.id} was bought without a size`);
  return consignment;
}

/** Builds the request about a shipment in its current state for a remote carrier. */
export function remoteSubject(
  deps: Pick<ShippingDeps, "db" | "now">,
  shipmentID: string,
): QuoteSubject & { readonly createdBy: string } {
  const row = requireShipment(deps, shipmentID);
  return { ...subjectOf(deps, draftOf(deps, row)), createdBy: row.createdBy };
}

/** Converts a stored shipment to the form from which requests to carriers are built. */
export function draftOf(deps: ReadDeps, row: ShipmentRow): Consigned {
  return {
    columns: row,
    parcel: row,
    addresses: addressRowsOf(deps, row),
    order: parcelOrder(findOrderOf(deps, row), row),
    boxCount: row.isReturn === 1 ? row.boxNo : countBoxes(row, listBoxes(deps, row)),
  };
}

/** Builds the request about a shipment for the carriers. */
export function subjectOf(
  deps: Pick<ShippingDeps, "db" | "now">,
  shipment: Consigned,
  only?: NamedService,
): QuoteSubject {
  const { id, organizationID, test } = shipment.columns;
  const consignment = consign(shipment, deps.now());
  const original = consignment === undefined ? undefined : originalOf(deps, shipment.columns);
  return {
    shipmentID: id,
    organizationID: organizationID,
    test: test === 1,
    consignment:
      consignment === undefined || original === undefined
        ? consignment
        : { ...consignment, original },
    ...(only === undefined ? {} : { only }),
  };
}

/** Finds the label of the parcel that a return brings back, without which some carriers take none. */
function originalOf(
  { db }: ReadDeps,
  { isReturn, originalShipmentID }: Consigned["columns"],
): OriginalLabel | undefined {
  if (isReturn === 0 || originalShipmentID === null) return undefined;
  const offer = findLabelPurchase(db, originalShipmentID)?.offer;
  return offer === undefined
    ? undefined
    : { accountID: offer.providerAccountID, details: detailsOf(offer) };
}

function itemsOf(columns: Consigned["columns"]): ConsignedItem[] {
  return parcelItems(columns).map(({ title, variantTitle, quantity, sku }) => ({
    title,
    variantTitle,
    quantity,
    sku,
  }));
}

/** Converts an address to a sender or recipient of a consignment. */
export function partyOf(row: AddressRow): Party {
  return {
    name: row.name,
    email: row.email,
    phone: row.phone,
    address1: row.address1,
    address2: row.address2,
    countryCode: row.countryCode,
    cityCode: row.cityCode,
    cityName: row.cityName,
    districtID: row.districtID,
    districtName: row.districtName,
    state: row.state,
    zip: row.zip,
  };
}
