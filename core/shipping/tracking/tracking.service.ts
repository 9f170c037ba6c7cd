/** Reads stored tracking events. `shipments/record-tracking.ts` applies events to shipments. */
import type { ReadDeps } from "../../db/deps.ts";
import { createHash } from "node:crypto";
import { SCAN_SOURCES, type ParcelEvent, type TrackingStatus } from "./tracking.schema.ts";
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

export {
  insertStatusFile,
  listReporting,
  listStatusCodes,
  listStatusFiles,
  writeStatusCode,
} from "./status-files.store.ts";

/**
 * Lists all events of a shipment by date, with their sources. `isApplied`: whether the event fitted
 * the shipment's status.
 */
export function trackingHistory(
  deps: ReadDeps,
  shipmentID: string,
): (ParcelEvent & { isApplied: boolean })[] {
  return listEvents(deps.db, shipmentID).map((row) => ({
    ...presentTracking(row),
    source: SCAN_SOURCES.find((source) => source === row.source) ?? "carrier",
    isApplied: row.isApplied === 1,
  }));
}

/**
 * Finds the midnight at the end of the promised day, as frozen by the purchase; null without a
 * promise.
 */
export function findPromisedUntil(deps: ReadDeps, shipmentID: string): string | null {
  return findState(deps.db, shipmentID)?.dueAt ?? null;
}

/**
 * Finds the id of the event that the board shows as a parcel's newest; "" before the first event.
 */
export function findNewestEvent(deps: ReadDeps, shipmentID: string): string {
  return findState(deps.db, shipmentID)?.eventID ?? "";
}

/** Hashes an event's content, so that an event reported twice is stored once. */
export function trackingHash(
  event: Pick<TrackingRow, "shipmentID" | "subCode" | "statusDate" | "locationName" | "details">,
): string {
  return createHash("sha256")
    .update(
      JSON.stringify([
        event.shipmentID,
        event.subCode,
        event.statusDate,
        event.locationName,
        event.details,
      ]),
    )
    .digest("hex");
}

/** Presents a stored event in the API's shape. */
export function presentTracking(row: TrackingRow): TrackingStatus {
  return {
    id: row.id,
    createdAt: row.createdAt,
    updatedAt: row.createdAt,
    trackingStatusCode: row.code,
    trackingSubStatusCode: row.subCode,
    statusDetails: row.details,
    statusDate: row.statusDate,
    locationName: row.locationName,
    locationLat: row.locationLat,
    locationLng: row.locationLng,
    hash: trackingHash(row),
  };
}
