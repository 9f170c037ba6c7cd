/** Reading tracking. What an event does to a shipment is `record-tracking.ts`. */
import { readNow } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import type { TrackingStatus } from "./tracking.schema.ts";
import { LATEST_BY_SHIPMENT, listEvents, type TrackingRow } from "./tracking.store.ts";

export { LATEST_BY_SHIPMENT, type TrackingRow };

/** The state a shipment is in by its newest applied event; null before any. */
export function latestTracking(deps: Pick<Deps, "db">, shipmentID: string): TrackingStatus | null {
  const [row] = readNow(deps.db, LATEST_BY_SHIPMENT, [shipmentID]);
  return row === undefined ? null : presentTracking(row);
}

export function trackingHistory(deps: Pick<Deps, "db">, shipmentID: string): (TrackingStatus & { isApplied: boolean })[] {
  return listEvents(deps.db, shipmentID).map((row) => ({ ...presentTracking(row), isApplied: row.is_applied === 1 }));
}

export function presentTracking(row: TrackingRow): TrackingStatus {
  return {
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    trackingStatusCode: row.code,
    trackingSubStatusCode: row.sub_code,
    statusDetails: row.details,
    statusDate: row.status_date,
    locationName: row.location_name,
    locationLat: row.location_lat,
    locationLng: row.location_lng,
    hash: row.hash,
  };
}
