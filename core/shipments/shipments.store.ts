/** SQL for `shipments`, `orders`, `shipment_counts` and `shipments_search`. */
import { insertRow, updateRow } from "../db/change.ts";
import type { DistanceUnit, MassUnit } from "../base/units.ts";
import type { Db, SqlRow } from "../db/database.ts";
import type { ManyRows } from "../db/many-rows.ts";
import type { ShipmentStatus } from "./status-machine.ts";

export type ShipmentRow = {
  seq: number;
  id: string;
  created_at: string;
  updated_at: string;
  organization_id: string;
  number: number;
  created_by: string;
  test: number;
  status: ShipmentStatus;
  length: number | null;
  width: number | null;
  height: number | null;
  distance_unit: DistanceUnit;
  weight: number | null;
  mass_unit: MassUnit;
  desi: number;
  sender_address_id: string;
  return_address_id: string;
  recipient_address_id: string;
  parcel_template_id: string | null;
  frozen_addresses: string | null;
  order_id: string | null;
  order_number: string;
  merchant_code: string;
  store_identifier: string;
  items: string;
  metadata: string;
  payment_on_delivery: number;
  hide_contents: number;
  is_return: number;
  is_returned: number;
  original_shipment_id: string | null;
  provider_code: string;
  provider_service_code: string;
  provider_account_id: string | null;
  accepted_offer: string | null;
  amount_minor: number;
  barcode: string;
  tracking_number: string;
  tracking_url: string;
  label_file_type: string;
  shipment_date: string | null;
  accepted_at: string | null;
  cancel_date: string | null;
  last_error_code: string | null;
  last_error_message: string | null;
};

export type OrderRow = {
  id: string;
  created_at: string;
  updated_at: string;
  organization_id: string;
  source_code: string;
  source_identifier: string;
  order_number: string;
  order_code: string;
  merchant_code: string;
  notes: string;
  buyer_shipment_method: string;
  buyer_shipping_cost: number;
  total_amount: number;
  total_amount_currency: string;
  total_tax: number;
  /** Of an imported order: of what its file said; '' when not known. */
  content_hash: string;
};

export function insertShipment(db: Db, row: Omit<ShipmentRow, "seq">): number {
  insertRow(db, "shipments", row);
  return Number(db.sql<{ seq: number }>(`SELECT seq FROM shipments WHERE id = ?`).get(row.id)?.seq);
}

export function updateShipment(db: Db, id: string, fields: SqlRow): void {
  updateRow(db, "shipments", id, fields);
}

export function findShipment(db: Pick<Db, "sql">, organizationID: string, id: string): ShipmentRow | undefined {
  return db.sql<ShipmentRow>(`SELECT * FROM shipments WHERE id = ? AND organization_id = ?`).get(id, organizationID);
}

/** Of any organization. */
export const SHIPMENTS_BY_ID: ManyRows<ShipmentRow> = { sql: `SELECT * FROM shipments WHERE id IN (SELECT value FROM json_each(:ids))` };

/** Of any organization: for the label links, which carry their own proof. */
export function findShipmentAnywhere(db: Pick<Db, "sql">, id: string): ShipmentRow | undefined {
  return db.sql<ShipmentRow>(`SELECT * FROM shipments WHERE id = ?`).get(id);
}

export function findByBarcode(db: Db, organizationID: string, barcode: string): ShipmentRow | undefined {
  return db.sql<ShipmentRow>(`SELECT * FROM shipments WHERE barcode = ? AND barcode <> '' AND organization_id = ?`).get(barcode, organizationID);
}

export function findByNumber(db: Db, organizationID: string, number: number): ShipmentRow | undefined {
  return db.sql<ShipmentRow>(`SELECT * FROM shipments WHERE organization_id = ? AND number = ?`).get(organizationID, number);
}

/** Waiting ones before packed ones, newest first within each: a scan means the parcel on the desk. */
export function listByOrderNumber(db: Db, organizationID: string, orderNumber: string): ShipmentRow[] {
  return db
    .sql<ShipmentRow>(
      `SELECT *
         FROM shipments
        WHERE organization_id = ? AND order_number = ? AND order_number <> ''
        ORDER BY status IN ('CREATED', 'GOT_OFFERS', 'OFFER_ACCEPTED') DESC, status = 'CANCELED', number DESC
        LIMIT 20`,
    )
    .all(organizationID, orderNumber);
}

/** Shipments that have no label yet, oldest first: two halves, each in an index's order. Asked as one they are looked for among all. */
export function listWaiting(db: Db, q: { organizationID: string; createdBy: string | null; limit: number }): ShipmentRow[] {
  return db
    .sql<ShipmentRow>(
      `SELECT * FROM shipments WHERE organization_id = :organizationID AND status = 'CREATED' AND (:createdBy IS NULL OR created_by = :createdBy)
        UNION ALL
       SELECT * FROM shipments WHERE organization_id = :organizationID AND status = 'GOT_OFFERS' AND (:createdBy IS NULL OR created_by = :createdBy)
        ORDER BY number
        LIMIT :limit`,
    )
    .all(q);
}

export function countByStatus(db: Pick<Db, "sql">, organizationID: string, filter: { status?: string | undefined; createdBy?: string | undefined }): number {
  const row = db
    .sql<{ n: number }>(
      `SELECT coalesce(sum(n), 0) AS n
         FROM shipment_counts
        WHERE organization_id = :organizationID
          AND (:status IS NULL OR status = :status)
          AND (:createdBy IS NULL OR created_by = :createdBy)`,
    )
    .get({ organizationID, status: filter.status ?? null, createdBy: filter.createdBy ?? null });
  return row?.n ?? 0;
}

/** @param text Folded. */
export function writeSearchText(db: Db, seq: number, text: string): void {
  db.sql(`DELETE FROM shipments_search WHERE rowid = ?`).run(seq);
  db.sql(`INSERT INTO shipments_search (rowid, text) VALUES (?, ?)`).run(seq, text);
}

export function insertOrder(db: Db, row: OrderRow): void {
  insertRow(db, "orders", row);
}

export function updateOrder(db: Db, id: string, fields: SqlRow): void {
  updateRow(db, "orders", id, fields);
}

export function findOrder(db: Pick<Db, "sql">, id: string): OrderRow | undefined {
  return db.sql<OrderRow>(`SELECT * FROM orders WHERE id = ?`).get(id);
}

export const ORDERS_BY_ID: ManyRows<OrderRow> = { sql: `SELECT * FROM orders WHERE id IN (SELECT value FROM json_each(:ids))` };

export function findImportedOrder(db: Pick<Db, "sql">, order: { organizationID: string; sourceIdentifier: string; orderNumber: string }): OrderRow | undefined {
  return db
    .sql<OrderRow>(
      `SELECT *
         FROM orders
        WHERE organization_id = :organizationID
          AND source_identifier = :sourceIdentifier
          AND order_number = :orderNumber
          AND source_code = 'IMPORT'`,
    )
    .get(order);
}

/**
 * Shipments of one order, and copies of them, but no returns; newest first. The plus keeps SQLite from reading all
 * shipments in the order of their numbers: it is asked for every known row of an order file.
 */
export function listOfOrder(db: Pick<Db, "sql">, order: { organizationID: string; sourceIdentifier: string; orderNumber: string }): Pick<ShipmentRow, "status" | "created_by">[] {
  return db
    .sql<Pick<ShipmentRow, "status" | "created_by">>(
      `SELECT status, created_by
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
