/** Converts a shipment of another server to the rows of this station. Pure. */
import { derivedId } from "../../base/derived-id.ts";
import { CURRENCY } from "../../base/money.ts";
import { instantOf, volumetricDesi } from "../../base/units.ts";
import type { MovedPurchase } from "../../fulfilment/transactions/moved-purchase.ts";
import type { AddressRow } from "../../shipping/addresses/addresses.service.ts";
import { isPage } from "../../shipping/carriers/carrier-answers.ts";
import { nameOfCode } from "../../shipping/carriers/service-names.ts";
import type { StoredOffer } from "../../shipping/offers/offers.service.ts";
import type { MovedState } from "../../shipping/shipments/moved-facts.ts";
import type { MovedShipment } from "../../shipping/shipments/moved-shipment.ts";
import { EMPTY_OFFER } from "../../shipping/shipments/purchase-snapshot.ts";
import type { Consigned } from "../../shipping/shipments/shipment-draft.ts";
import { writeItems } from "../../shipping/shipments/shipments.service.ts";
import type { OrderRow } from "../../shipping/shipments/shipments.service.ts";
import { subCodeSchema } from "../../shipping/tracking/tracking.schema.ts";
import type { Moving } from "./moving.ts";
import type { RemoteItem, RemoteOrder, RemoteShipment } from "./read-rows.ts";

const HOUR_NS = 3_600_000_000_000;
const LONGEST_DETAILS = 500;

export type ShipmentAddressRows = {
  readonly sender: AddressRow;
  readonly recipient: AddressRow;
  /** Equal to the sender when parcels return there. */
  readonly back: AddressRow;
};

/** Returns whether a label was bought for the shipment, in force or cancelled. */
export function wasBought({ barcode, acceptedOfferID, statusCode }: RemoteShipment): boolean {
  return (
    barcode !== "" &&
    (acceptedOfferID !== "" || !["CREATED", "GOT_OFFERS", "CANCELED"].includes(statusCode))
  );
}

/** Returns whether a carrier can be asked about the parcel: it has a weight or all sides. */
export function hasSize({ weight, length, width, height }: RemoteShipment): boolean {
  return weight !== null || (length !== null && width !== null && height !== null);
}

/** Rows of a shipment. @param number Its number here. */
export function contentsOf(
  { actor }: Moving,
  remote: RemoteShipment,
  { sender, recipient, back }: ShipmentAddressRows,
  number: number,
): Pick<MovedShipment, "columns" | "parcel" | "order"> {
  const { organizationID, memberID } = actor;
  const { length, width, height, distanceUnit, weight, massUnit } = remote;
  const order = orderOf(organizationID, remote);
  return {
    columns: {
      id: remote.id,
      createdAt: remote.createdAt,
      updatedAt: remote.updatedAt,
      organizationID,
      number,
      createdBy: memberID,
      test: remote.test ? 1 : 0,
      desi: volumetricDesi({ length, width, height }, distanceUnit),
      senderAddressID: sender.id,
      returnAddressID: back.id,
      recipientAddressID: recipient.id,
      orderID: order?.id ?? null,
      orderNumber: order?.orderNumber ?? "",
      merchantCode: order?.merchantCode ?? "",
      storeIdentifier: order?.sourceIdentifier ?? "",
      items: writeItems(remote.items.map((item, i) => itemOf(remote, item, i))),
      metadata: remote.metadata,
      paymentOnDelivery: remote.productPaymentOnDelivery ? 1 : 0,
      hideContents: remote.hidePackageContentOnTag ? 1 : 0,
      isReturn: remote.isReturn ? 1 : 0,
      isReturned: remote.isReturned ? 1 : 0,
      originalShipmentID: null,
      boxNo: 1,
      holdReason: "",
    },
    parcel: {
      length,
      width,
      height,
      distanceUnit,
      weight,
      massUnit,
      parcelTemplateID: remote.parcelTemplateID === "" ? null : remote.parcelTemplateID,
    },
    order,
  };
}

function orderOf(organizationID: string, remote: RemoteShipment): OrderRow | undefined {
  const { order } = remote;
  if (order === null || order === undefined) return undefined;
  const { id, createdAt, updatedAt, totalAmountCurrency, ...fields }: RemoteOrder = order;
  return {
    id: id === "" ? derivedId("moved order", remote.id) : id,
    createdAt: createdAt ?? remote.createdAt,
    updatedAt: updatedAt ?? remote.updatedAt,
    organizationID,
    ...fields,
    totalAmountCurrency: totalAmountCurrency === "TRY" ? CURRENCY : totalAmountCurrency,
    contentHash: "",
    fieldDigests: "",
  };
}

function itemOf({ id, createdAt, updatedAt }: RemoteShipment, item: RemoteItem, i: number) {
  return {
    ...item,
    id: item.id === "" ? derivedId("moved item", id, i) : item.id,
    createdAt: item.createdAt ?? createdAt,
    updatedAt: item.updatedAt ?? updatedAt,
    quantity: Math.max(1, item.quantity),
    totalPriceLocal: item.totalPrice,
    unitPriceLocal: item.unitPrice,
    currencyLocal: item.currency,
    maxShipTime: null,
    maxDeliveryTime: null,
  };
}

/**
 * State there. An unbought shipment waits without offers, because the offers there cannot be bought
 * here.
 */
export function stateOf(remote: RemoteShipment, purchaseID: string | null): MovedState {
  const { statusCode, trackingStatus } = remote;
  const code = trackingStatus?.trackingSubStatusCode ?? "";
  const known = subCodeSchema.safeParse(code).data;
  const at = trackingStatus?.statusDate ?? null;
  const words = trackingStatus?.statusDetails ?? "";
  return {
    shipmentID: remote.id,
    status: statusCode === "GOT_OFFERS" ? "CREATED" : statusCode,
    isReturn: remote.isReturn,
    purchaseID,
    at: remote.createdAt,
    acceptedAt: purchaseID === null ? null : remote.packageAcceptedAt,
    cancelDate: remote.cancelDate ?? remote.updatedAt,
    // The same scan that later reports of the account contain.
    scan:
      at === null || purchaseID === null
        ? undefined
        : {
            subCode: known ?? "other",
            statusDate: at,
            details: (known === undefined ? `${code} ${words}`.trim() : words).slice(
              0,
              LONGEST_DETAILS,
            ),
            locationName: trackingStatus?.locationName ?? "",
          },
  };
}

/** The shipment in the form from which its label's texts are frozen. */
export function consignedOf(
  { columns, parcel, order }: Pick<MovedShipment, "columns" | "parcel" | "order">,
  { sender, recipient, back }: ShipmentAddressRows,
): Consigned {
  return {
    columns,
    parcel,
    addresses: { sender, recipient, return: back.id === sender.id ? null : back },
    order,
    boxCount: 1,
  };
}

/** The bought offer; its account leads to the server. */
export function offerOf(
  { accountID, accountName, actor }: Moving,
  remote: RemoteShipment,
): StoredOffer {
  const { acceptedOffer, providerServiceCode } = remote;
  const offerID =
    remote.acceptedOfferID === "" ? derivedId("moved offer", remote.id) : remote.acceptedOfferID;
  return {
    ...EMPTY_OFFER,
    id: offerID,
    createdAt: remote.createdAt,
    organizationID: actor.organizationID,
    shipmentID: remote.id,
    requestNo: 1,
    carrierID: accountID,
    providerCode: remote.providerCode,
    providerServiceCode,
    serviceName: nameOfCode(providerServiceCode),
    providerAccountID: accountID,
    providerAccountName: accountName,
    amountMinor: remote.amount,
    taxMinor: remote.amountTax,
    vatMinor: remote.amountVat,
    totalMinor: remote.totalAmount,
    estimatedHours: Math.round((acceptedOffer?.averageEstimatedTime ?? 0) / HOUR_NS),
    durationTerms: acceptedOffer?.durationTerms ?? "",
    rating: acceptedOffer?.rating ?? 0,
    details: JSON.stringify({ paidThere: true, key: "", shipmentID: remote.id, offerID }),
  };
}

/** The bought label. */
export function labelOf(remote: RemoteShipment): MovedPurchase["label"] {
  const { barcode, trackingNumber, trackingUrl, labelFileType, providerCode } = remote;
  return {
    barcode,
    trackingNumber,
    trackingUrl: isPage(trackingUrl) ? trackingUrl : "",
    labelFileType: labelFileType === "ZPL" ? "ZPL" : "PDF",
    carrierName: nameOfCode(providerCode),
  };
}

/** When the label was cancelled; null: it is in force. */
export function cancelledAt(remote: RemoteShipment): MovedPurchase["cancelledAt"] {
  return remote.statusCode === "CANCELED"
    ? (remote.cancelDate ?? instantOf(remote.updatedAt))
    : null;
}
