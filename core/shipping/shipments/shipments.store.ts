/**
 * SQL for `shipments`, `parcels`, `shipment_facts` and `shipment_counts`, and the JSON in their
 * columns. Reads a shipment together with its parcel and snapshot.
 */
import { insertRow, updateRow } from "../../db/change.ts";
import { noteWrite } from "../../db/open-transaction.ts";
import { derivedId } from "../../base/derived-id.ts";
import type { DistanceUnit, MassUnit } from "../../base/units.ts";
import type { Db, SqlRow } from "../../db/database.ts";
import type { ManyRows } from "../../db/many-rows.ts";
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
  /** Reason for a hold; "" when it may be packed. */
  holdReason: string;
} & FoldedColumns;

/** Columns that each station folds from the facts and from the purchases that they name. */
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
 * A shipment with its first parcel and its purchase's snapshot, which `purchase-snapshot.ts` reads.
 */
export type ShipmentRow = ShipmentColumns &
  ParcelColumns & { seq: number; purchase: string | null; purchaseSender: string | null };

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
 * Inserts a shipment with its parcel. @returns Sequence number of the row, which the search index
 * uses.
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
 * Marks a shipment as printed at some station; a trigger marks those printed here. Needs an open
 * transaction.
 */
export function markPrinted(db: Db, id: string): void {
  noteWrite(db, "shipments");
  db.sql(`UPDATE shipments SET is_printed = 1 WHERE id = ? AND is_printed = 0`).run(id);
}

/** Lists those of the given shipments whose label was printed at any station. */
export function listPrinted(db: Pick<Db, "sql">, ids: readonly string[]): string[] {
  const found = db.sql<{ id: string }>(
    `SELECT s.id
       FROM json_each(?) AS one
       JOIN shipments AS s ON s.id = one.value
      WHERE s.is_printed = 1`,
  );
  return found.all(JSON.stringify(ids)).map(({ id }) => id);
}

/**
 * Updates a shipment. @param from Values that the shipment must have now. @returns Whether it has
 * them.
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

/** Lists facts and tracking events of a shipment, unordered. `code` belongs to a tracking event. */
export function listFacts(
  db: Pick<Db, "sql">,
  shipmentID: string,
): (Omit<FactRow, "shipmentID"> & { stamp: string; code: string | null })[] {
  return db
    .sql<Omit<FactRow, "shipmentID"> & { stamp: string; code: string | null }>(
      `SELECT id, stamp, events, source_id, at, NULL AS code FROM shipment_facts WHERE shipment_id = :shipmentID
        UNION ALL
       SELECT id, stamp, '', NULL, status_date, code FROM tracking_events WHERE shipment_id = :shipmentID`,
    )
    .all({ shipmentID });
}

// The sign before a parameter hides its value from the planner: otherwise SQLite (with STAT4) plans
// a join again for every new value, which costs more than the read.
/**
 * Finds a shipment; undefined when the organization has none, or when only another station's
 * changes to it have arrived.
 */
export function findShipment(
  db: Pick<Db, "sql">,
  organizationID: string,
  id: string,
): ShipmentRow | undefined {
  return db
    .sql<ShipmentRow>(`SELECT * FROM whole_shipments WHERE id = +? AND organization_id = +?`)
    .get(id, organizationID);
}

/** Selects shipments of any organization. */
export const SHIPMENTS_BY_ID: ManyRows<ShipmentRow> = {
  sql: `SELECT * FROM whole_shipments WHERE id IN (SELECT value FROM json_each(:ids))`,
};

/** Finds a shipment of any organization, for label links, which carry a signature. */
export function findShipmentAnywhere(db: Pick<Db, "sql">, id: string): ShipmentRow | undefined {
  return db.sql<ShipmentRow>(`SELECT * FROM whole_shipments WHERE id = +?`).get(id);
}

/**
 * Whether a shipment or its parcel is stored here: the parcel may arrive while the shipment waits
 * for rows that it refers to.
 */
export function isShipmentKnown(db: Pick<Db, "sql">, id: string): boolean {
  return (
    db
      .sql(`SELECT 1 FROM shipments WHERE id = :id UNION ALL SELECT 1 FROM parcels WHERE id = :id`)
      .get({ id }) !== undefined
  );
}

/** Whether the organization has a shipment, by the first entry of an index: numbers start at 1. */
export function hasShipments(db: Db, organizationID: string): boolean {
  return (
    db
      .sql(`SELECT 1 FROM shipments WHERE organization_id = ? AND number > 0 LIMIT 1`)
      .get(organizationID) !== undefined
  );
}

/** Lists the returns of a shipment, newest first. */
export function listReturnsOf(db: Pick<Db, "sql">, id: string): ShipmentRow[] {
  return db
    .sql<ShipmentRow>(
      `SELECT * FROM whole_shipments WHERE original_shipment_id = ? AND is_return = 1 ORDER BY seq DESC`,
    )
    .all(id);
}

/** Finds a shipment by the label's exact barcode; the empty barcode finds none. */
export function findByBarcode(
  db: Db,
  organizationID: string,
  barcode: string,
): ShipmentRow | undefined {
  return db
    .sql<ShipmentRow>(
      `SELECT * FROM whole_shipments WHERE barcode = ? AND barcode <> '' AND organization_id = ?`,
    )
    .get(barcode, organizationID);
}

/** Finds a shipment by the number that people use, which counts within the organization. */
export function findByNumber(
  db: Db,
  organizationID: string,
  number: number,
): ShipmentRow | undefined {
  return db
    .sql<ShipmentRow>(`SELECT * FROM whole_shipments WHERE organization_id = ? AND number = ?`)
    .get(organizationID, number);
}

/**
 * Lists shipments by order number, waiting ones before packed ones, newest first within each: a
 * scan means the parcel on the desk.
 */
export function listByOrderNumber(
  db: Db,
  organizationID: string,
  orderNumber: string,
): ShipmentRow[] {
  return db
    .sql<ShipmentRow>(
      `SELECT *
         FROM whole_shipments
        WHERE organization_id = ? AND order_number = ? AND order_number <> ''
        ORDER BY status IN ('CREATED', 'GOT_OFFERS', 'OFFER_ACCEPTED') DESC, status = 'CANCELED', number DESC
        LIMIT 20`,
    )
    .all(organizationID, orderNumber);
}

/**
 * Lists the shipments of one order and their copies, without returns, newest first. The plus keeps
 * SQLite from reading all shipments in the order of their numbers: this runs for every known row of
 * an order file.
 */
export function listOfOrder(
  db: Pick<Db, "sql">,
  order: { organizationID: string; sourceIdentifier: string; orderNumber: string },
): Pick<ShipmentRow, "id" | "orderID" | "status" | "createdBy">[] {
  return db
    .sql<Pick<ShipmentRow, "id" | "orderID" | "status" | "createdBy">>(
      `SELECT id, order_id, status, created_by
         FROM shipments
        WHERE organization_id = :organizationID
          AND order_number = :orderNumber
          AND order_number <> ''
          AND store_identifier = :sourceIdentifier
          AND is_return = 0
        ORDER BY +number DESC`,
    )
    .all(order);
}
