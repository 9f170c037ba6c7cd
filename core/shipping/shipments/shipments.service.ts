/**
 * Reads shipments for other folders: single shipments, waiting shipments, boxes and addresses.
 * Functions with an `actor` return only what this member may see.
 */
import type { ReadDeps } from "../../db/deps.ts";
import { errors } from "../../base/errors.ts";
import { spellingsOf } from "../../base/text.ts";
import type { Address } from "../addresses/addresses.schema.ts";
import { presentAddress } from "../addresses/address.ts";
import { readNow } from "../../db/many-rows.ts";
import type { Actor } from "../../http/actor.ts";
import type { ShippingDeps } from "../deps.ts";
import { getDefaultAddresses } from "../../organizations/organizations.service.ts";
import { findOrder, type OrderRow } from "./orders.store.ts";
import { presentAddresses, type ShipmentAddresses } from "./present-shipment.ts";
import { gatherAddresses, presentShipment } from "./shipment-parts.ts";
import { noteUnindexed } from "./search-index.store.ts";
import type { Shipment } from "./shipments.schema.ts";
import { listOfNumber } from "./shipments-of-number.store.ts";
import * as finds from "./find-shipments.store.ts";
import * as store from "./shipments.store.ts";
import { readPurchase } from "./stored-snapshot.ts";
import * as waiting from "./waiting-shipments.store.ts";
import type { FrozenAddresses } from "./shipment-draft.ts";
import { maySee } from "./may-see.ts";

export { indexedTo, rewriteSearch } from "./search-index.store.ts";
export { ORDERS_BY_ID, type OrderRow } from "./orders.store.ts";
export { listPrinted } from "./find-shipments.store.ts";
export { isHandedOver } from "./is-handed-over.store.ts";
export {
  isItems,
  purchaseColumns,
  readCustomerCodesOf,
  readItems,
  writeItems,
} from "./shipments.store.ts";
export { presentShipment, presentShipments } from "./shipment-parts.ts";
export { listOfCarrierNumber } from "./carrier-numbers.store.ts";
export { listInConflict } from "./conflicts.store.ts";
export { isWaiting, listWaitingIDs, newestBarcode, newestNumber } from "./given-numbers.store.ts";
export type ShipmentRow = store.ShipmentRow;
export type { ShipmentAddresses };

/**
 * Lists a shipment's events, oldest first, without tracking events. `serviceName`: the service that
 * carries the parcel; null before a purchase.
 */
export function listEvents(
  { db }: ReadDeps,
  row: ShipmentRow,
): { list: { id: string; at: string; event: string }[]; serviceName: string | null } {
  const facts = finds.listFacts(db, row.id).filter(({ code }) => code === null);
  const list = facts
    .toSorted((a, b) => (a.stamp < b.stamp ? -1 : 1))
    .flatMap(({ id, at, events }) =>
      events.split(" ").map((event, i) => ({ id: `${id} ${i}`, at, event })),
    );
  return { list, serviceName: readPurchase(row)?.offer.serviceName ?? null };
}

/** Gets a shipment's row. @throws AppError E1051 when this member may see no such shipment. */
export function getShipmentRow(deps: ReadDeps, actor: Actor, id: string): ShipmentRow {
  const row = finds.findShipment(deps.db, actor.organizationID, id);
  if (row === undefined || !maySee(actor, row)) throw errors.shipmentNotFound();
  return row;
}

/**
 * Gets a shipment in the API's shape.
 *
 * @param origin Scheme, host and port at the start of links.
 * @throws AppError E1051 when there is no such shipment that the actor may see.
 */
export function getShipment(
  deps: Pick<ShippingDeps, "db" | "geo">,
  actor: Actor,
  id: string,
  origin: string,
): Shipment {
  return presentShipment(deps, getShipmentRow(deps, actor, id), origin);
}

/** Finds a shipment by id alone, in any organization: the caller checks the access. */
export function findShipmentRow(deps: ReadDeps, id: string): ShipmentRow | undefined {
  return finds.findShipmentAnywhere(deps.db, id);
}

/** Lists the returns of a shipment that the actor may see, newest first. */
export function listReturnsOf(
  deps: ReadDeps,
  actor: Actor,
  { id, organizationID }: ShipmentRow,
): ShipmentRow[] {
  return finds
    .listReturnsOf(deps.db, id)
    .filter((row) => row.organizationID === organizationID && maySee(actor, row));
}

/** Gets a shipment like `findShipmentRow`. @throws AppError E1051 when there is none. */
export function requireShipment(deps: ReadDeps, id: string): ShipmentRow {
  const row = findShipmentRow(deps, id);
  if (row === undefined) throw errors.shipmentNotFound();
  return row;
}

/**
 * Counts the shipments that the actor may see and whose label is not bought: CREATED and
 * GOT_OFFERS, including shipments on hold, without returns.
 */
export function countWaiting(deps: ReadDeps, actor: Actor): number {
  const { organizationID } = actor;
  const createdBy = onlyOf(actor);
  const count = (status: string): number =>
    waiting.countByStatus(deps.db, organizationID, { status, createdBy });
  return (
    count("CREATED") +
    count("GOT_OFFERS") -
    waiting.countWaitingReturns(deps.db, { organizationID, createdBy: createdBy ?? null })
  );
}

/**
 * Lists the shipments on hold that the actor may see and that have no label, oldest first, at most
 * `limit`.
 */
export function listHeld(deps: ReadDeps, actor: Actor, limit: number): ShipmentRow[] {
  return waiting.listHeld(deps.db, {
    organizationID: actor.organizationID,
    createdBy: onlyOf(actor) ?? null,
    limit,
  });
}

/**
 * Lists the shipments to be packed that the actor may see, that have no bought label and are not on
 * hold, oldest first, at most `limit`.
 */
export function listWaiting(deps: ReadDeps, actor: Actor, limit: number): ShipmentRow[] {
  return waiting.listWaiting(deps.db, {
    organizationID: actor.organizationID,
    createdBy: onlyOf(actor) ?? null,
    limit,
  });
}

/**
 * Finds the only member whose shipments the actor may see; undefined: the actor sees the whole
 * organization.
 */
export function onlyOf(actor: Actor): string | undefined {
  return actor.role === "limitedAccessUser" ? actor.memberID : undefined;
}

/** Returns whether the organization has a shipment in any state. */
export function hasShipments({ db }: ReadDeps, organizationID: string): boolean {
  return finds.hasShipments(db, organizationID);
}

/** Finds a shipment of an organization by the barcode of its label. */
export function findOfBarcode(
  { db }: ReadDeps,
  organizationID: string,
  barcode: string,
): ShipmentRow | undefined {
  return finds.findByBarcode(db, organizationID, barcode);
}

/**
 * Finds the shipment that a typed order number means, in capitals and in small letters too; the
 * empty number finds nothing.
 */
export function findByOrderNumber(
  deps: ReadDeps,
  actor: Actor,
  orderNumber: string,
): ShipmentRow | undefined {
  const { organizationID } = actor;
  const createdBy = onlyOf(actor) ?? null;
  const find = (text: string): ShipmentRow | undefined =>
    finds.findByOrderNumber(deps.db, { organizationID, orderNumber: text, createdBy });
  return spellingsOf(orderNumber)
    .map(find)
    .find((row) => row !== undefined);
}

/**
 * Finds the shipment that replaced a cancelled shipment for the same order. Order numbers of two
 * shops may be equal, so source and merchant must match as well, or the recipient.
 */
export function findLiveOfOrder(
  deps: ReadDeps,
  actor: Actor,
  row: ShipmentRow,
): ShipmentRow | undefined {
  return finds.findLiveOfOrder(deps.db, row, onlyOf(actor) ?? null);
}

export type ShipmentOfNumber = ReturnType<typeof listOfNumber>[number];

/** Lists the shipments with an order number, from any source, without returns, oldest first. */
export function listShipmentsOfNumber(
  deps: ReadDeps,
  organizationID: string,
  orderNumber: string,
): ShipmentOfNumber[] {
  return listOfNumber(deps.db, { organizationID, orderNumber });
}

/** Queues a shipment whose search words have changed; needs an open transaction. */
export function indexShipment(deps: ReadDeps, { seq }: Pick<ShipmentRow, "seq">): void {
  noteUnindexed(deps.db, seq);
}

/** Finds the order that a shipment packs; undefined when the shipment has no order. */
export function findOrderOf(
  deps: ReadDeps,
  row: Pick<ShipmentRow, "orderID">,
): OrderRow | undefined {
  return row.orderID === null ? undefined : findOrder(deps.db, row.orderID);
}

/**
 * Lists the boxes of the order that a shipment packs, including that shipment, without cancelled
 * boxes and returns.
 */
export function listBoxes(
  deps: ReadDeps,
  {
    organizationID,
    orderNumber,
    orderID,
  }: Pick<ShipmentRow, "organizationID" | "orderNumber" | "orderID">,
): ShipmentRow[] {
  return orderID === null ? [] : finds.listBoxes(deps.db, { organizationID, orderNumber, orderID });
}

/** Counts boxes: returns the highest box number of the order, including the shipment itself. */
export function countBoxes(
  { boxNo }: Pick<ShipmentRow, "boxNo">,
  boxes: readonly Pick<ShipmentRow, "boxNo">[],
): number {
  return Math.max(boxNo, ...boxes.map((box) => box.boxNo));
}

/**
 * Presents the three addresses: the frozen addresses of a bought shipment, otherwise the current
 * addresses.
 */
export function addressesOf(
  deps: Pick<ShippingDeps, "db" | "geo">,
  row: ShipmentRow,
): ShipmentAddresses {
  return presentAddresses(
    deps,
    addressRowsOf(deps, row),
    getDefaultAddresses(deps.db, row.organizationID),
  );
}

/**
 * Finds the recipients of shipments of one organization, by shipment id, with two statements for
 * any number of shipments.
 */
export function recipientsOf(
  deps: Pick<ShippingDeps, "db" | "geo">,
  rows: readonly ShipmentRow[],
): ReadonlyMap<string, Address> {
  const [first] = rows;
  if (first === undefined) return new Map();
  const defaults = getDefaultAddresses(deps.db, first.organizationID);
  return new Map(
    gatherAddresses(deps.db, rows).map(({ recipient }, i) => [
      rows[i]?.id ?? "",
      presentAddress(deps, recipient, defaults),
    ]),
  );
}

/** Finds shipments by their ids alone, for lists of related rows. */
export function listShipmentRows(
  deps: ReadDeps,
  ids: readonly string[],
): ReadonlyMap<string, ShipmentRow> {
  return new Map(
    readNow(deps.db, finds.SHIPMENTS_BY_ID, [...new Set(ids)]).map((row) => [row.id, row]),
  );
}

/**
 * Finds the rows of the three addresses: from the purchase's snapshot of a bought shipment,
 * otherwise the current rows.
 */
export function addressRowsOf(deps: ReadDeps, row: ShipmentRow): FrozenAddresses {
  const [addresses] = gatherAddresses(deps.db, [row]);
  if (addresses === undefined) throw new Error(`no addresses were gathered for shipment ${row.id}`);
  return addresses;
}
