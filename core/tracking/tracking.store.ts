/** SQL for `tracking_events`. */
import { insertRow } from "../db/change.ts";
import type { Db } from "../db/database.ts";

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

/** The newest event that moved the shipment, or brought something new about it. */
export function findLatestEvent(db: Pick<Db, "sql">, shipmentID: string): TrackingRow | undefined {
  return db
    .sql<TrackingRow>(`SELECT * FROM tracking_events WHERE shipment_id = ? AND is_applied = 1 ORDER BY status_date DESC, id DESC LIMIT 1`)
    .get(shipmentID);
}

export function listEvents(db: Pick<Db, "sql">, shipmentID: string): TrackingRow[] {
  return db.sql<TrackingRow>(`SELECT * FROM tracking_events WHERE shipment_id = ? ORDER BY status_date, id`).all(shipmentID);
}
