/** Reads `shipments` with their parcels and snapshots, and `shipment_facts`. */
import type { Db } from "../../db/database.ts";
import type { ManyRows } from "../../db/many-rows.ts";
import type { FactRow, ShipmentRow } from "./shipments.store.ts";

// The plus before a parameter hides its value from the planner. Otherwise SQLite (with STAT4) would
// plan a join again for every new value, which costs more than the read.
/**
 * Finds a shipment; undefined when the organization has no such shipment, or when another station's
 * changes to it have arrived before the shipment itself.
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

/** Selects shipments by their ids, in any organization. */
export const SHIPMENTS_BY_ID: ManyRows<ShipmentRow> = {
  sql: `SELECT * FROM whole_shipments WHERE id IN (SELECT value FROM json_each(:ids))`,
};

/** Finds a shipment by its id, in any organization. */
export function findShipmentAnywhere(db: Pick<Db, "sql">, id: string): ShipmentRow | undefined {
  return db.sql<ShipmentRow>(`SELECT * FROM whole_shipments WHERE id = +?`).get(id);
}

/**
 * Returns whether a shipment or its parcel is stored here. The parcel may arrive while the shipment
 * still waits for rows to which it refers.
 */
export function isShipmentKnown(db: Pick<Db, "sql">, id: string): boolean {
  return (
    db
      .sql(`SELECT 1 FROM shipments WHERE id = :id UNION ALL SELECT 1 FROM parcels WHERE id = :id`)
      .get({ id }) !== undefined
  );
}

/**
 * Returns whether the organization has a shipment. Numbers start at 1, so `number > 0` excludes
 * nothing; it makes SQLite use an index, whose first entry suffices.
 */
export function hasShipments(db: Db, organizationID: string): boolean {
  return (
    db
      .sql(`SELECT 1 FROM shipments WHERE organization_id = ? AND number > 0 LIMIT 1`)
      .get(organizationID) !== undefined
  );
}

/** How tracking sees an open parcel; also of a parcel that is not open. */
export type ParcelState = { readonly isLost: boolean; readonly event: string };

/** Reads the state that the list of shipments and the tracking board show. */
export function findParcelState(
  db: Pick<Db, "sql">,
  { id, seq }: Pick<ShipmentRow, "id" | "seq">,
): ParcelState {
  const row = db
    .sql<{ isLost: 0 | 1; event: string }>(
      `SELECT coalesce(o.reason = 'LOST', 0) AS is_lost, coalesce(e.sub_code, '') AS event
         FROM open_parcels AS o
         LEFT JOIN tracking_events AS e ON e.shipment_id = :id AND e.id = o.event_id
        WHERE o.seq = :seq`,
    )
    .get({ id, seq });
  return { isLost: row?.isLost === 1, event: row?.event ?? "" };
}

/** Lists the returns of a shipment, newest first. */
export function listReturnsOf(db: Pick<Db, "sql">, id: string): ShipmentRow[] {
  return db
    .sql<ShipmentRow>(
      `SELECT * FROM whole_shipments WHERE original_shipment_id = ? AND is_return = 1 ORDER BY seq DESC`,
    )
    .all(id);
}

/** Finds a shipment by the label's exact barcode; the empty barcode finds nothing. */
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

/** Finds a shipment by its number within the organization, which people use. */
export function findByNumber(
  db: Db,
  organizationID: string,
  number: number,
): ShipmentRow | undefined {
  return db
    .sql<ShipmentRow>(`SELECT * FROM whole_shipments WHERE organization_id = ? AND number = ?`)
    .get(organizationID, number);
}

const WITH_ORDER_NUMBER = `SELECT *
         FROM whole_shipments
        WHERE organization_id = :organizationID
          AND order_number = :orderNumber
          AND order_number <> ''`;

/**
 * SQL order of the shipments with an order number: waiting shipments first, because a scan means
 * the parcel on the desk, and cancelled shipments last; the newest first within each group.
 */
const MEANT_FIRST = `ORDER BY status IN ('CREATED', 'GOT_OFFERS', 'OFFER_ACCEPTED') DESC, status = 'CANCELED', number DESC`;

/**
 * Finds the shipment that a scanned order number means.
 *
 * @param of.createdBy Only this member's shipments; null: all.
 */
export function findByOrderNumber(
  db: Db,
  of: { organizationID: string; orderNumber: string; createdBy: string | null },
): ShipmentRow | undefined {
  return db
    .sql<ShipmentRow>(
      `${WITH_ORDER_NUMBER}
          AND (:createdBy IS NULL OR created_by = :createdBy)
        ${MEANT_FIRST}
        LIMIT 1`,
    )
    .get(of);
}

/**
 * Finds the shipment that packs the same box of the same order, and is not cancelled.
 *
 * @param createdBy Only this member's shipments; null: all.
 */
export function findLiveOfOrder(
  db: Db,
  row: Pick<
    ShipmentRow,
    | "organizationID"
    | "orderNumber"
    | "isReturn"
    | "boxNo"
    | "recipientAddressID"
    | "storeIdentifier"
    | "merchantCode"
  >,
  createdBy: string | null,
): ShipmentRow | undefined {
  return db
    .sql<ShipmentRow>(
      `${WITH_ORDER_NUMBER}
          AND status <> 'CANCELED'
          AND is_return = :isReturn
          AND box_no = :boxNo
          AND (recipient_address_id = :recipientAddressID
               OR (:storeIdentifier <> '' AND store_identifier = :storeIdentifier AND merchant_code = :merchantCode))
          AND (:createdBy IS NULL OR created_by = :createdBy)
        ${MEANT_FIRST}
        LIMIT 1`,
    )
    .get({
      organizationID: row.organizationID,
      orderNumber: row.orderNumber,
      isReturn: row.isReturn,
      boxNo: row.boxNo,
      recipientAddressID: row.recipientAddressID,
      storeIdentifier: row.storeIdentifier,
      merchantCode: row.merchantCode,
      createdBy,
    });
}

/** The most shipments of other orders that are counted; more are not worth reading. */
const MOST_OTHERS = 100;

/**
 * Counts shipments of other orders with the same number, without cancelled ones and returns, up to
 * MOST_OTHERS.
 *
 * @param of.createdBy Only this member's shipments; null: all.
 */
export function countOthersOfNumber(
  db: Db,
  of: Pick<ShipmentRow, "organizationID" | "orderNumber" | "orderID"> & {
    createdBy: string | null;
  },
): number {
  const counted = db
    .sql<{ n: number }>(
      `SELECT count(*) AS n
         FROM (SELECT 1
                 FROM shipments
                WHERE organization_id = :organizationID
                  AND order_number = :orderNumber
                  AND order_number <> ''
                  AND order_id IS NOT :orderID
                  AND is_return = 0
                  AND status <> 'CANCELED'
                  AND (:createdBy IS NULL OR created_by = :createdBy)
                LIMIT ${MOST_OTHERS})`,
    )
    .get(of);
  return counted?.n ?? 0;
}

/** Lists the boxes of an order in the order of a scan, without cancelled boxes and returns. */
export function listBoxes(
  db: Db,
  of: { organizationID: string; orderNumber: string; orderID: string },
): ShipmentRow[] {
  return db
    .sql<ShipmentRow>(
      `${WITH_ORDER_NUMBER}
          AND order_id = :orderID
          AND is_return = 0
          AND status <> 'CANCELED'
        ${MEANT_FIRST}`,
    )
    .all(of);
}

/**
 * Lists all shipments of one order, without returns, newest first. The plus keeps SQLite from
 * reading all shipments in the order of their numbers, which would be too slow for a query that
 * runs for every order of a file.
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

/** Returns whether a file of any source has brought an order with these rows that is not cancelled. */
export function hasImported(
  db: Pick<Db, "sql">,
  order: { organizationID: string; orderNumber: string; contentHash: string },
): boolean {
  return (
    db
      .sql(
        `SELECT 1
           FROM shipments AS s
          CROSS JOIN orders AS o ON o.id = s.order_id
          WHERE s.organization_id = :organizationID
            AND s.order_number = :orderNumber
            AND s.order_number <> ''
            AND s.is_return = 0
            AND s.status <> 'CANCELED'
            AND o.source_code = 'IMPORT'
            AND o.content_hash = :contentHash`,
      )
      .get(order) !== undefined
  );
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

/** Lists the given shipments whose label was printed at any station. */
export function listPrinted(db: Pick<Db, "sql">, ids: readonly string[]): string[] {
  const found = db.sql<{ id: string }>(
    `SELECT s.id
       FROM json_each(?) AS one
       JOIN shipments AS s ON s.id = one.value
      WHERE s.is_printed = 1`,
  );
  return found.all(JSON.stringify(ids)).map(({ id }) => id);
}
