/**
 * SQL for data that a station takes along into another organization. Reads addresses by the index
 * of their organization's list.
 */
import type { Db } from "../../db/database.ts";

type Read = Pick<Db, "sql">;

/** Lists the ids of an organization's saved, active addresses in order, after a given id. */
export function listAddresses(
  db: Read,
  organizationID: string,
  after: string,
  atMost: number,
): string[] {
  return db
    .sql<{ id: string }>(
      `SELECT id FROM addresses WHERE id > ? AND organization_id = ? AND is_saved = 1 AND is_active = 1 ORDER BY id LIMIT ?`,
    )
    .all(after, organizationID, atMost)
    .map(({ id }) => id);
}

/** Lists the ids of an organization's active parcel templates. */
export function listTemplates(db: Read, organizationID: string): string[] {
  return db
    .sql<{ id: string }>(
      `SELECT id FROM parcel_templates WHERE organization_id = ? AND is_active = 1 ORDER BY id`,
    )
    .all(organizationID)
    .map(({ id }) => id);
}

export type WaitingOrder = {
  readonly id: string;
  readonly orderID: string | null;
  readonly addresses: string;
};

/**
 * Lists shipments without a label that wait to be packed, oldest first, each with the ids of its
 * addresses as JSON. Excludes returns, which stay with the shipment they return.
 */
export function listWaiting(db: Read, organizationID: string, atMost: number): WaitingOrder[] {
  return db
    .sql<WaitingOrder>(
      `SELECT id, order_id, json_array(sender_address_id, return_address_id, recipient_address_id) AS addresses
         FROM shipments
        WHERE organization_id = ? AND (status = 'CREATED' OR status = 'GOT_OFFERS') AND is_return = 0
        ORDER BY number
        LIMIT ?`,
    )
    .all(organizationID, atMost);
}

/** Counts the shipments of `listWaiting`. */
export function countWaitingOrders(db: Read, organizationID: string): number {
  return (
    db
      .sql<{ n: number }>(
        `SELECT count(*) AS n FROM shipments WHERE organization_id = ? AND (status = 'CREATED' OR status = 'GOT_OFFERS') AND is_return = 0`,
      )
      .get(organizationID)?.n ?? 0
  );
}

/** Lists the ids of a shipment's facts. */
export function listFactIDs(db: Read, shipmentID: string): string[] {
  return db
    .sql<{ id: string }>(`SELECT id FROM shipment_facts WHERE shipment_id = ?`)
    .all(shipmentID)
    .map(({ id }) => id);
}

/** Finds the organization of a row by the row's id. */
export function organizationOf(
  db: Read,
  table: "addresses" | "orders",
  id: string,
): string | undefined {
  return db
    .sql<{ organizationID: string }>(`SELECT organization_id FROM ${table} WHERE id = ?`)
    .get(id)?.organizationID;
}
