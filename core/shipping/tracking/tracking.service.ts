/**
 * Tracking events as they are stored. What an event does to a shipment is
 * `shipments/record-tracking.ts`.
 */
import type { ReadDeps } from "../../db/deps.ts";
import { createHash } from "node:crypto";
import type { TrackingStatus } from "./tracking.schema.ts";
import {
  findEvent,
  findState,
  hasEvent,
  insertEvent,
  LATEST_BY_SHIPMENT,
  listEvents,
  markApplied,
  type TrackingRow,
} from "./tracking.store.ts";

export {
  findEvent,
  hasEvent,
  insertEvent,
  LATEST_BY_SHIPMENT,
  listEvents,
  markApplied,
  type TrackingRow,
};

/** All events of a shipment by their dates, with whether each changed its status. */
export function trackingHistory(
  deps: ReadDeps,
  shipmentID: string,
): (TrackingStatus & { isApplied: boolean })[] {
  return listEvents(deps.db, shipmentID).map((row) => ({
    ...presentTracking(row),
    isApplied: row.is_applied === 1,
  }));
}

/** The last instant of the promised day, as the purchase froze it; null when none was promised. */
export function findPromisedUntil(deps: ReadDeps, shipmentID: string): string | null {
  return findState(deps.db, shipmentID)?.due_at ?? null;
}

/** The event that the board shows as a parcel's newest; "" before any. */
export function findNewestEvent(deps: ReadDeps, shipmentID: string): string {
  return findState(deps.db, shipmentID)?.event_id ?? "";
}

/** A hash of an event's content: an event that is reported twice is one. */
export function trackingHash(
  event: Pick<
    TrackingRow,
    "shipment_id" | "sub_code" | "status_date" | "location_name" | "details"
  >,
): string {
  return createHash("sha256")
    .update(
      JSON.stringify([
        event.shipment_id,
        event.sub_code,
        event.status_date,
        event.location_name,
        event.details,
      ]),
    )
    .digest("hex");
}

/** A stored event as it is sent. */
export function presentTracking(row: TrackingRow): TrackingStatus {
  return {
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.created_at,
    trackingStatusCode: row.code,
    trackingSubStatusCode: row.sub_code,
    statusDetails: row.details,
    statusDate: row.status_date,
    locationName: row.location_name,
    locationLat: row.location_lat,
    locationLng: row.location_lng,
    hash: trackingHash(row),
  };
}
