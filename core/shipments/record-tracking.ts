/**
 * What a scan of the parcel does: it is stored once, moves the shipment if it fits a move, and is a fact for webhooks. A
 * scan that fits no move is stored and shown, and changes no status.
 */
import { derivedId } from "../base/derived-id.ts";
import type { Instant } from "../base/units.ts";
import { inTransaction } from "../db/change.ts";
import type { Deps } from "../deps.ts";
import { recordFact } from "../outbox/record-fact.ts";
import { SUB_CODES, type TrackingCode, type TrackingSubCode } from "../tracking/tracking.schema.ts";
import { hasEvent, insertEvent, trackingHash } from "../tracking/tracking.service.ts";
import { trackingMove } from "./fold-facts.ts";
import { changeShipment, presentShipment, requireShipment, type ShipmentRow } from "./shipments.service.ts";

export type Scan = {
  readonly subCode: TrackingSubCode;
  readonly statusDate: Instant;
  readonly details: string;
  readonly locationName: string;
};

/** @returns Whether the scan was new. Joined to the caller's transaction when there is one. */
export function recordTracking(deps: Deps, shipmentID: string, scan: Scan): boolean {
  return inTransaction(deps, () => {
    const shipment = requireShipment(deps, shipmentID);
    const event = { shipment_id: shipmentID, sub_code: scan.subCode, status_date: scan.statusDate, location_name: scan.locationName, details: scan.details };
    const id = derivedId("tracking event", trackingHash(event));
    if (hasEvent(deps.db, shipmentID, id)) return false;
    const code: TrackingCode = SUB_CODES[scan.subCode];
    const isApplied = apply(deps, shipment, code, scan.statusDate);
    insertEvent(deps.db, { ...event, id, created_at: deps.now(), code, location_lat: null, location_lng: null, is_applied: isApplied ? 1 : 0 });
    const payload = presentShipment(deps, requireShipment(deps, shipmentID), deps.origin());
    recordFact(deps, { topic: "tracking.updated", organizationID: shipment.organization_id, subjectID: shipmentID, visibleTo: shipment.created_by, payload });
    return true;
  });
}

/** @returns Whether the scan is of the status that the shipment has now. */
function apply(deps: Deps, shipment: ShipmentRow, code: TrackingCode, at: Instant): boolean {
  const { isApplied, status } = trackingMove(shipment.status, code, shipment.is_return === 1);
  const dates = code === "TRANSIT" && shipment.accepted_at === null ? { shipment_date: at, accepted_at: at } : {};
  // Without a status its tracking is newer, its status is not.
  return isApplied && changeShipment(deps, shipment, status === undefined ? {} : { ...dates, status });
}
