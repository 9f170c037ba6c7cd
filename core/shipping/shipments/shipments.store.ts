/**
 * Writes `shipments`, `parcels` and `shipment_facts`: their columns, the JSON in them, and the
 * columns that the purchase of a label determines. `find-shipments.store.ts` reads them.
 */
import { z } from "zod";
import { objectSchema, parseJsonOr } from "../../base/json.ts";
import { sparse, whole } from "../../base/sparse.ts";
import { insertRow, updateRow } from "../../db/change.ts";
import { noteWrite } from "../../db/open-transaction.ts";
import { derivedId } from "../../base/derived-id.ts";
import type { DistanceUnit, MassUnit } from "../../base/units.ts";
import type { Db, SqlRow } from "../../db/database.ts";
import type { StoredOffer } from "../offers/offers.service.ts";
import type { Item } from "./shipments.schema.ts";
import type { ShipmentStatus } from "./status-machine.ts";

/** Columns of the table `shipments`. */
export type ShipmentColumns = {
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationID: string;
  number: number;
  createdBy: string;
  test: number;
  desi: number;
  senderAddressID: string;
  returnAddressID: string;
  recipientAddressID: string;
  orderID: string | null;
  orderNumber: string;
  merchantCode: string;
  storeIdentifier: string;
  items: string;
  metadata: string;
  paymentOnDelivery: number;
  hideContents: number;
  isReturn: number;
  isReturned: number;
  originalShipmentID: string | null;
  /** Number of the box in its order, from 1. */
  boxNo: number;
  /** Reason for a hold; "" when the shipment may be packed. */
  holdReason: string;
} & FoldedColumns;

/** Columns that each station folds from the facts and from the purchases that the facts name. */
export type FoldedColumns = {
  status: ShipmentStatus;
  /** Transaction whose label is or was in force. */
  purchaseID: string | null;
  providerCode: string;
  providerServiceCode: string;
  providerAccountID: string | null;
  amountMinor: number;
  barcode: string;
  trackingNumber: string;
  trackingUrl: string;
  labelFileType: string;
  shipmentDate: string | null;
  acceptedAt: string | null;
  cancelDate: string | null;
  lastErrorCode: string | null;
  lastErrorMessage: string | null;
  hasConflict: number;
};

export type ParcelColumns = {
  length: number | null;
  width: number | null;
  height: number | null;
  distanceUnit: DistanceUnit;
  weight: number | null;
  massUnit: MassUnit;
  parcelTemplateID: string | null;
};

/**
 * A shipment with its first parcel and its purchase's snapshot, which `stored-snapshot.ts` reads.
 */
export type ShipmentRow = ShipmentColumns &
  ParcelColumns & {
    seq: number;
    purchase: string | null;
    purchaseSender: string | null;
    /** Orders that are packed in the same parcel, JSON; null without such orders. */
    joined: string | null;
  };

/**
 * A fact of a shipment. `events`: one or more events of the status machine, separated by spaces.
 */
export type FactRow = {
  id: string;
  shipmentID: string;
  events: string;
  sourceID: string | null;
  at: string;
};

/**
 * Inserts a shipment with its parcel. Returns the sequence number of the row, which the search
 * index uses.
 */
export function insertShipment(db: Db, row: ShipmentColumns, parcel: ParcelColumns): number {
  const seq = insertRow(db, "shipments", row);
  insertRow(db, "parcels", {
    id: parcelID(row.id, 0),
    shipmentID: row.id,
    position: 0,
    ...parcel,
  });
  return seq;
}

function parcelID(shipmentID: string, position: number): string {
  return position === 0 ? shipmentID : derivedId("parcel", shipmentID, position);
}

/**
 * Marks a shipment as printed at some station; a trigger marks shipments that are printed here.
 * Needs an open transaction.
 */
export function markPrinted(db: Db, id: string): void {
  noteWrite(db, "shipments");
  db.sql(`UPDATE shipments SET is_printed = 1 WHERE id = ? AND is_printed = 0`).run(id);
}

/**
 * Updates a shipment. Returns false, and writes nothing, when a column of the shipment differs from
 * its value in `from`.
 *
 * @param from Values that the shipment must have now.
 */
export function updateShipment(db: Db, id: string, fields: SqlRow, from: SqlRow = {}): boolean {
  return updateRow(db, "shipments", id, fields, from);
}

/** Updates the shipment's first parcel, the only one supported; needs an open transaction. */
export function updateParcel(db: Db, shipmentID: string, fields: Partial<ParcelColumns>): void {
  updateRow(db, "parcels", parcelID(shipmentID, 0), fields);
}

/** Inserts a fact into a synced table; needs an open transaction. */
export function insertFact(db: Db, row: FactRow): void {
  insertRow(db, "shipment_facts", row);
}

const EMPTY_ITEM: Item = {
  id: "",
  createdAt: "",
  updatedAt: "",
  title: "",
  variantTitle: "",
  quantity: 1,
  unitWeight: "",
  totalPrice: "0.00",
  totalPriceLocal: "0.00",
  massUnit: "",
  unitPrice: "0.00",
  currency: "",
  unitPriceLocal: "0.00",
  currencyLocal: "",
  countryOfOrigin: "",
  maxShipTime: null,
  maxDeliveryTime: null,
  sku: "",
  ean: "",
  imageURL: "",
};

/** Formats items as JSON for a shipment's row, without empty fields. */
export function writeItems(items: readonly Item[]): string {
  return JSON.stringify(items.map((item) => sparse(item, EMPTY_ITEM)));
}

/** Reads the items of a row; empty when the text is not a list of items. */
export function readItems(text: string): Item[] {
  try {
    return itemsOf(JSON.parse(text));
  } catch {
    return [];
  }
}

/** Returns whether a stored value is a list of items. */
export function isItems(stored: unknown): boolean {
  try {
    itemsOf(stored);
    return true;
  } catch {
    return false;
  }
}

function itemsOf(stored: unknown): Item[] {
  if (!Array.isArray(stored)) throw new Error("the items of a shipment are not a list");
  return stored.map((item: unknown) => whole(item, EMPTY_ITEM, "an item of a shipment"));
}

/**
 * Reads the sender's reference, which labels and carriers show, from a row's metadata; "" when
 * there is no reference.
 */
export function readReference(metadata: string): string {
  if (metadata === "{}") return ""; // fast path for most rows
  const { reference1 }: Readonly<Record<string, unknown>> = parseJsonOr(metadata, objectSchema, {});
  return typeof reference1 === "string" ? reference1 : "";
}

/** Reads the recipient's customer codes, by provider code, from a row's metadata. */
export function readCustomerCodes(metadata: string): Readonly<Record<string, string>> {
  if (metadata === "{}") return {};
  return parseJsonOr(metadata, customerCodesSchema, NO_CODES).providerCustomerCodes;
}

/** Returns the recipient's customer codes as a text that is equal for equal codes. */
export function readCustomerCodesOf({ metadata }: Pick<ShipmentColumns, "metadata">): string {
  return JSON.stringify(Object.entries(readCustomerCodes(metadata)).sort());
}

const NO_CODES = { providerCustomerCodes: {} };
const customerCodesSchema = z.object({ providerCustomerCodes: z.record(z.string(), z.string()) });

/** Reads which organizations have asked for a shipment's prices, from a row's metadata. */
export function readAskedBy(metadata: string): readonly string[] {
  if (metadata === "{}") return [];
  return parseJsonOr(metadata, askedBySchema, { askedBy: [] }).askedBy;
}

const askedBySchema = z.object({ askedBy: z.array(z.string()) });

/** Label that a carrier sold, as a transaction stores it. */
export type BoughtLabel = {
  readonly id: string;
  readonly barcode: string;
  readonly trackingNumber: string;
  readonly trackingUrl: string;
  readonly labelFileType: string;
};

type PurchaseColumns = Omit<
  FoldedColumns,
  "status" | "shipmentDate" | "acceptedAt" | "cancelDate" | "hasConflict"
>;

/**
 * Converts a bought label to its shipment's columns: barcode, carrier and price (minor units).
 * Clears the last error.
 */
export function purchaseColumns(
  label: BoughtLabel,
  offer: Pick<
    StoredOffer,
    "amountMinor" | "providerCode" | "providerServiceCode" | "providerAccountID"
  >,
): PurchaseColumns {
  return {
    purchaseID: label.id,
    barcode: label.barcode,
    trackingNumber: label.trackingNumber,
    trackingUrl: label.trackingUrl,
    labelFileType: label.labelFileType,
    amountMinor: offer.amountMinor,
    providerCode: offer.providerCode,
    providerServiceCode: offer.providerServiceCode,
    providerAccountID: offer.providerAccountID,
    lastErrorCode: null,
    lastErrorMessage: null,
  };
}

/** Columns of a shipment without a bought label. */
export const UNBOUGHT: PurchaseColumns = {
  ...purchaseColumns(
    { id: "", barcode: "", trackingNumber: "", trackingUrl: "", labelFileType: "" },
    { amountMinor: 0, providerCode: "", providerServiceCode: "", providerAccountID: null },
  ),
  purchaseID: null,
};
