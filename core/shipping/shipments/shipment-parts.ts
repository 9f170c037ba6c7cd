/**
 * Gathers the parts of shipments with a fixed number of statements for any number of shipments;
 * `presentParts` then needs no further reads.
 */
import { ADDRESSES_BY_ID, type AddressRow } from "../addresses/addresses.service.ts";
import type { Db } from "../../db/database.ts";
import { readNow, readOf, type ManyRows } from "../../db/many-rows.ts";
import type { Reader } from "../../db/reader.ts";
import type { ShippingDeps } from "../deps.ts";
import {
  OFFERS_OF_RATE_REQUEST,
  RATE_REQUESTS_BY_SHIPMENT,
  sortOffers,
  type RateRequestRow,
  type StoredOffer,
} from "../offers/offers.service.ts";
import { getDefaultAddresses } from "../../organizations/organizations.service.ts";
import { LATEST_BY_SHIPMENT, type TrackingRow } from "../tracking/tracking.service.ts";
import { ORDERS_BY_ID, type OrderRow } from "./orders.store.ts";
import { presentParts, type ShipmentParts } from "./present-shipment.ts";
import type { PurchaseSnapshot } from "./purchase-snapshot.ts";
import type { Shipment } from "./shipments.schema.ts";
import type { ShipmentRow } from "./shipments.store.ts";
import { isBought } from "./status-machine.ts";
import { readPurchase } from "./stored-snapshot.ts";
import type { FrozenAddresses } from "./shipment-draft.ts";

type Found = {
  readonly addresses: readonly AddressRow[];
  readonly orders: readonly OrderRow[];
  readonly rateRequests: readonly RateRequestRow[];
  readonly offers: readonly StoredOffer[];
  readonly tracking: readonly TrackingRow[];
};
type Asked = {
  readonly [Part in keyof Found]: {
    readonly read: ManyRows<Found[Part][number]>;
    readonly ids: readonly string[];
  };
};

/** Gathers parts on the writer's connection, in the order of `rows`. */
function gatherNow(db: Pick<Db, "sql">, rows: readonly ShipmentRow[]): ShipmentParts[] {
  const { addresses, orders, rateRequests, offers, tracking } = askedFor(rows);
  return assemble(rows, {
    addresses: readNow(db, addresses.read, addresses.ids),
    orders: readNow(db, orders.read, orders.ids),
    rateRequests: readNow(db, rateRequests.read, rateRequests.ids),
    offers: readNow(db, offers.read, offers.ids),
    tracking: readNow(db, tracking.read, tracking.ids),
  });
}

/** Gathers parts on the reader's connection, in one snapshot. */
async function gatherWithReader(
  reader: Reader,
  rows: readonly ShipmentRow[],
): Promise<ShipmentParts[]> {
  const asked = askedFor(rows);
  const [addresses, orders, rateRequests, offers, tracking] = await reader.several<
    [AddressRow, OrderRow, RateRequestRow, StoredOffer, TrackingRow]
  >([
    readOf(asked.addresses.read, asked.addresses.ids),
    readOf(asked.orders.read, asked.orders.ids),
    readOf(asked.rateRequests.read, asked.rateRequests.ids),
    readOf(asked.offers.read, asked.offers.ids),
    readOf(asked.tracking.read, asked.tracking.ids),
  ]);
  return assemble(rows, { addresses, orders, rateRequests, offers, tracking });
}

/**
 * Presents one shipment, read on the writer's connection.
 *
 * @param origin The station's address as the caller wrote it; label links start with it.
 * @param stateThen Tracking event to present instead of the newest event.
 */
export function presentShipment(
  deps: Pick<ShippingDeps, "db" | "geo">,
  row: ShipmentRow,
  origin: string,
  stateThen: Partial<Pick<ShipmentParts, "tracking">> = {},
): Shipment {
  const [now] = gatherNow(deps.db, [row]);
  if (now === undefined) throw new Error(`no parts were gathered for shipment ${row.id}`);
  const defaults = getDefaultAddresses(deps.db, row.organizationID);
  return presentParts(deps, { ...now, ...stateThen }, defaults, origin);
}

/**
 * Presents shipments of one organization, read on the reader's connection.
 *
 * @param rows Rows read with `deps.reader`.
 */
export async function presentShipments(
  deps: Pick<ShippingDeps, "db" | "geo" | "reader">,
  rows: readonly ShipmentRow[],
  origin: string,
): Promise<Shipment[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const defaults = getDefaultAddresses(deps.db, first.organizationID);
  return (await gatherWithReader(deps.reader, rows)).map((parts) =>
    presentParts(deps, parts, defaults, origin),
  );
}

/** Gathers only the addresses of shipments, in their order. */
export function gatherAddresses(
  db: Pick<Db, "sql">,
  rows: readonly AddressedRow[],
): FrozenAddresses[] {
  const byID = keyed(readNow(db, ADDRESSES_BY_ID, addressIDs(rows)), (row) => row.id);
  return rows.map((row) => purchaseAndAddresses(row, byID).addresses);
}

type AddressedRow = Pick<
  ShipmentRow,
  | "id"
  | "organizationID"
  | "purchase"
  | "purchaseSender"
  | "senderAddressID"
  | "recipientAddressID"
  | "returnAddressID"
>;

/** Lists the address ids of unbought shipments. */
function addressIDs(rows: readonly AddressedRow[]): string[] {
  return [
    ...new Set(
      rows
        .filter((row) => row.purchase === null)
        .flatMap((row) => [row.senderAddressID, row.recipientAddressID, row.returnAddressID]),
    ),
  ];
}

function askedFor(rows: readonly ShipmentRow[]): Asked {
  const ids = rows.map((row) => row.id);
  return {
    addresses: { read: ADDRESSES_BY_ID, ids: addressIDs(rows) },
    orders: { read: ORDERS_BY_ID, ids: rows.flatMap((row) => row.orderID ?? []) },
    rateRequests: { read: RATE_REQUESTS_BY_SHIPMENT, ids },
    offers: { read: OFFERS_OF_RATE_REQUEST, ids },
    tracking: { read: LATEST_BY_SHIPMENT, ids: rows.filter(hasLabel).map((row) => row.id) },
  };
}

function assemble(rows: readonly ShipmentRow[], found: Found): ShipmentParts[] {
  const addresses = keyed(found.addresses, (row) => row.id);
  const orders = keyed(found.orders, (row) => row.id);
  const rateRequests = keyed(found.rateRequests, (row) => row.id);
  const offers = new Map<string, StoredOffer[]>();
  for (const offer of found.offers)
    offers.set(offer.shipmentID, [...(offers.get(offer.shipmentID) ?? []), offer]);
  const tracking = keyed(found.tracking, (row) => row.shipmentID);
  return rows.map((row) => ({
    row,
    hasLabel: hasLabel(row),
    ...purchaseAndAddresses(row, addresses),
    order: row.orderID === null ? undefined : orders.get(row.orderID),
    rateRequest: rateRequests.get(row.id),
    offers: sortOffers(offers.get(row.id) ?? []),
    tracking: tracking.get(row.id),
  }));
}

function purchaseAndAddresses(
  row: AddressedRow,
  byID: ReadonlyMap<string, AddressRow>,
): Pick<ShipmentParts, "purchase" | "addresses"> {
  const purchase = readPurchase(row);
  return {
    purchase,
    addresses:
      purchase === null
        ? presentAddressesOf(row, byID)
        : purchase.isErased
          ? erasedAddressesOf(row, purchase)
          : purchase,
  };
}

/**
 * Adds the shipment's address ids and a time to the emptied addresses of an erased purchase, so
 * that a caller can read them like any other address.
 */
function erasedAddressesOf(
  row: AddressedRow,
  { sender, recipient, return: back, label }: PurchaseSnapshot,
): FrozenAddresses {
  const times = { createdAt: label.createdAt, updatedAt: label.createdAt };
  return {
    sender: { ...sender, ...times, id: row.senderAddressID },
    recipient: { ...recipient, ...times, id: row.recipientAddressID },
    return: back,
  };
}

function presentAddressesOf(
  row: AddressedRow,
  byID: ReadonlyMap<string, AddressRow>,
): FrozenAddresses {
  const find = (id: string): AddressRow => {
    const address = byID.get(id);
    if (address?.organizationID !== row.organizationID)
      throw new Error(`shipment ${row.id} names address ${id}, which is not there`);
    return address;
  };
  return {
    sender: find(row.senderAddressID),
    recipient: find(row.recipientAddressID),
    return: row.returnAddressID === row.senderAddressID ? null : find(row.returnAddressID),
  };
}

function keyed<Row>(rows: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [keyOf(row), row]));
}

function hasLabel({ barcode, status }: Pick<ShipmentRow, "barcode" | "status">): boolean {
  return barcode !== "" && isBought(status);
}
