/** SQL for `tracking_events`. */
import { insertRow } from "../db/change.ts";
import type { Db } from "../db/database.ts";
import type { ManyRows } from "../db/many-rows.ts";

export type TrackingRow = {
  id: string;
  created_at: string;
  updated_at: string;
  organization_id: string;
  shipment_id: string;
  code: string;
  sub_code: string;
  details: string;
  status_date: string;
  location_name: string;
  location_lat: number | null;
  location_lng: number | null;
  hash: string;
  is_applied: number;
};

export function hasEvent(db: Db, shipmentID: string, hash: string): boolean {
  return db.sql(`SELECT 1 FROM tracking_events WHERE shipment_id = ? AND hash = ?`).get(shipmentID, hash) !== undefined;
}

export function insertEvent(db: Db, row: TrackingRow): void {
  insertRow(db, "tracking_events", row);
}

/** Of each shipment the newest event that moved it, or brought something new about it. */
export const LATEST_BY_SHIPMENT: ManyRows<TrackingRow> = {
  sql: `SELECT *
          FROM tracking_events
         WHERE id IN (
                 SELECT (SELECT id FROM tracking_events WHERE shipment_id = asked.value AND is_applied = 1 ORDER BY status_date DESC, id DESC LIMIT 1)
                   FROM json_each(:ids) AS asked)`,
};

export function listEvents(db: Pick<Db, "sql">, shipmentID: string): TrackingRow[] {
  return db.sql<TrackingRow>(`SELECT * FROM tracking_events WHERE shipment_id = ? ORDER BY status_date, id`).all(shipmentID);
}
