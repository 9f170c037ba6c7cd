/**
 * Writes a shipment that another server had, with its own id, number, state and scans. Programs get
 * no news of it, because what happened there is past.
 */
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import { insertEvent, hasEvent } from "../tracking/tracking.service.ts";
import { findByNumber, isShipmentKnown } from "./find-shipments.store.ts";
import { insertOrder, findOrder, updateOrder, type OrderRow } from "./orders.store.ts";
import { LAST_EVENT, type MovedFacts } from "./moved-facts.ts";
import { noteFact } from "./move-shipment.ts";
import { refoldShipment, type FindPurchase } from "./refold.ts";
import { requireShipment } from "./shipments.service.ts";
import * as store from "./shipments.store.ts";
import type { FoldedColumns, ParcelColumns, ShipmentColumns } from "./shipments.store.ts";
import { move, type ShipmentStatus } from "./status-machine.ts";

export type MovedShipment = {
  readonly columns: Omit<ShipmentColumns, keyof FoldedColumns>;
  readonly parcel: ParcelColumns;
  /** Undefined without an order. */
  readonly order: OrderRow | undefined;
  /** Columns of the bought label; undefined when none was bought. */
  readonly purchase: ReturnType<typeof store.purchaseColumns> | undefined;
  readonly facts: MovedFacts;
};

/** Returns whether the organization has a shipment of this number. */
export function isNumberUsed({ db }: ReadDeps, organizationID: string, number: number): boolean {
  return findByNumber(db, organizationID, number) !== undefined;
}

/** Returns whether a shipment with this id is stored here, of any organization. */
export function isShipmentHere({ db }: ReadDeps, id: string): boolean {
  return isShipmentKnown(db, id);
}

/** Finds the organization of an order with this id. */
export function organizationOfOrder({ db }: ReadDeps, id: string): string | undefined {
  return findOrder(db, id)?.organizationID;
}

/** States that the tracking board learns from a scan, not from the insertion of the shipment. */
const BY_SCAN: readonly ShipmentStatus[] = [
  "SHIPPED",
  "RETURN_SHIPPED",
  "FAILED",
  "DELIVERED",
  "RETURNED",
];

/** Inserts a shipment; needs an open transaction in which its purchase was inserted. */
export function insertMovedShipment(
  { db }: WriteDeps,
  { columns, parcel, order, purchase, facts }: MovedShipment,
): void {
  const { fact, scans, folded } = facts;
  if (order !== undefined && findOrder(db, order.id) === undefined) insertOrder(db, order);
  const isLate = scans.length === 0 && BY_SCAN.includes(folded.status);
  store.insertShipment(
    db,
    {
      ...columns,
      ...(purchase ?? store.UNBOUGHT),
      status: isLate ? "TRACKING_CODE_CREATED" : folded.status,
      shipmentDate: folded.acceptedAt,
      acceptedAt: folded.acceptedAt,
      cancelDate: folded.cancelDate,
      hasConflict: 0,
    },
    parcel,
  );
  if (fact !== undefined) store.insertFact(db, fact);
  for (const scan of scans) insertEvent(db, scan);
  if (isLate) store.updateShipment(db, columns.id, { status: folded.status });
  if (fact?.events.includes("labelPrinted") === true) store.markPrinted(db, columns.id);
}

/** Columns of a shipment without a label that a change there may change here. */
type Changed = Pick<MovedShipment, "columns" | "parcel" | "order">;

/** Writes the changed contents of a shipment whose label is bought neither here nor there. */
export function changeMovedContents({ db }: WriteDeps, { columns, parcel, order }: Changed): void {
  const { id, updatedAt, desi, orderNumber, merchantCode, items, metadata } = columns;
  const { recipientAddressID, paymentOnDelivery, hideContents } = columns;
  store.updateShipment(db, id, {
    updatedAt,
    desi,
    orderNumber,
    merchantCode,
    items,
    metadata,
    recipientAddressID,
    paymentOnDelivery,
    hideContents,
  });
  store.updateParcel(db, id, parcel);
  if (order === undefined || findOrder(db, order.id) === undefined) return;
  const { id: orderID, createdAt: _, organizationID: __, ...fields } = order;
  updateOrder(db, orderID, fields);
}

/**
 * Writes what has happened to a shipment there since it was taken; needs an open transaction in
 * which a label that was bought since was inserted.
 *
 * @param purchaseID Transaction of that label; null when no label was bought since.
 * @param status State there.
 */
export function changeMovedState(
  deps: WriteDeps,
  {
    shipmentID,
    status,
    facts,
    purchaseID,
  }: {
    readonly shipmentID: string;
    readonly status: ShipmentStatus;
    readonly facts: MovedFacts;
    readonly purchaseID: string | null;
  },
  findPurchase: FindPurchase,
): void {
  const { db } = deps;
  if (purchaseID !== null)
    noteFact(deps, shipmentID, facts.fact?.events ?? "quoted purchaseOpened bought", purchaseID);
  for (const scan of facts.scans) if (!hasEvent(db, shipmentID, scan.id)) insertEvent(db, scan);
  refoldShipment(deps, shipmentID, findPurchase);
  const row = requireShipment(deps, shipmentID);
  const event = LAST_EVENT[status];
  if (row.status === status || event === undefined) return;
  if (move(row.status, event, row.isReturn === 1) !== status) return;
  noteFact(deps, shipmentID, event, null);
  refoldShipment(deps, shipmentID, findPurchase);
}
