/** SQL for `tracking_events`. */
import { insertRow } from "../../db/change.ts";
import type { Db } from "../../db/database.ts";
import type { ManyRows } from "../../db/many-rows.ts";

export type TrackingRow = {
  shipmentID: string;
  id: string;
  createdAt: string;
  code: string;
  subCode: string;
  details: string;
  statusDate: string;
  locationName: string;
  locationLat: number | null;
  locationLng: number | null;
  /** 1 when the event fitted the shipment's status. */
  isApplied: number;
  /** Where the event came from: "" the carrier, "person", "program", "file". */
  source: string;
};

/** Returns whether the shipment has an event of this id. */
export function hasEvent(db: Db, shipmentID: string, id: string): boolean {
  return (
    db.sql(`SELECT 1 FROM tracking_events WHERE shipment_id = ? AND id = ?`).get(shipmentID, id) !==
    undefined
  );
}

/** An event with the stamp of the station that recorded it. */
export type StampedRow = TrackingRow & { readonly stamp: string };

/** Finds an event; undefined when the shipment has no event of this id. */
export function findEvent(
  db: Pick<Db, "sql">,
  shipmentID: string,
  id: string,
): StampedRow | undefined {
  return db
    .sql<StampedRow>(`SELECT * FROM tracking_events WHERE shipment_id = ? AND id = ?`)
    .get(shipmentID, id);
}

/**
 * Inserts an event. Its id is derived from its content, so that `hasEvent` recognizes an event that
 * was recorded before. Needs an open transaction.
 */
export function insertEvent(db: Db, row: TrackingRow): void {
  insertRow(db, "tracking_events", row);
}

/**
 * Marks the events that the fold applied to a shipment.
 *
 * @param applied Ids of applied events; all other events are marked as not applied.
 */
export function markApplied(db: Db, shipmentID: string, applied: readonly string[]): void {
  db.sql(
    `UPDATE tracking_events
        SET is_applied = NOT is_applied
      WHERE shipment_id = :shipmentID AND is_applied <> (id IN (SELECT value FROM json_each(:applied)))`,
  ).run({ shipmentID, applied: JSON.stringify(applied) });
}

/** Selects each shipment's newest event that fitted the shipment's status. */
export const LATEST_BY_SHIPMENT: ManyRows<TrackingRow> = {
  sql: `SELECT e.*
          FROM json_each(:ids) AS asked
          JOIN tracking_events AS e
            ON e.shipment_id = asked.value
           AND e.id = (SELECT id FROM tracking_events WHERE shipment_id = asked.value AND is_applied = 1 ORDER BY status_date DESC, id DESC LIMIT 1)`,
};

/**
 * Finds two facts of a shipment with a label: the midnight at the end of the promised day (null
 * without a promise), and the newest event ("" before the first event).
 */
export function findState(
  db: Pick<Db, "sql">,
  shipmentID: string,
): { dueAt: string | null; eventID: string } | undefined {
  return db
    .sql<{ dueAt: string | null; eventID: string }>(
      `SELECT due_at, event_id FROM parcel_states WHERE shipment_id = ?`,
    )
    .get(shipmentID);
}

/** Lists all events of a shipment by date, including events that changed no status. */
export function listEvents(db: Pick<Db, "sql">, shipmentID: string): StampedRow[] {
  return db
    .sql<StampedRow>(`SELECT * FROM tracking_events WHERE shipment_id = ? ORDER BY status_date, id`)
    .all(shipmentID);
}
