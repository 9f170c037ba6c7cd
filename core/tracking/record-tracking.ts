/**
 * What a scan of the parcel does: it is kept once, moves the shipment if it fits a move, and is told to those who
 * asked to be told. A scan that fits no move is kept and shown, and changes no status.
 */
import { createHash } from "node:crypto";
import type { Instant } from "../base/units.ts";
import { commit, recordFact } from "../db/change.ts";
import type { Deps } from "../deps.ts";
import { moveShipment, presentShipment, requireShipment, updateShipment, type ShipmentRow } from "../shipments/shipments.service.ts";
import type { ShipmentEvent } from "../shipments/status-machine.ts";
import { SUB_CODES, type TrackingCode, type TrackingSubCode } from "./tracking.schema.ts";
import { hasEvent, insertEvent } from "./tracking.store.ts";

export type Scan = {
  readonly subCode: TrackingSubCode;
  readonly statusDate: Instant;
  readonly details: string;
  readonly locationName: string;
};

const EVENTS: Readonly<Partial<Record<TrackingCode, ShipmentEvent>>> = {
  TRANSIT: "shipped",
  DELIVERED: "delivered",
  FAILURE: "failed",
  RETURNED: "returned",
};

/** States in which further news of the road is news of the same state. */
const ON_THE_ROAD = ["SHIPPED", "RETURN_SHIPPED"];
const ENDED = ["DELIVERED", "RETURNED", "CANCELED"];

/** @returns Whether the scan was new. Joined to the caller's commit when there is one. */
export function recordTracking(deps: Deps, shipmentID: string, scan: Scan): boolean {
  return commit(deps, () => {
    const shipment = requireShipment(deps, shipmentID);
    const hash = createHash("sha256").update(JSON.stringify([shipmentID, scan.subCode, scan.statusDate, scan.locationName, scan.details])).digest("hex");
    if (hasEvent(deps.db, shipmentID, hash)) return false;
    const code: TrackingCode = SUB_CODES[scan.subCode];
    const now = deps.now();
    insertEvent(deps.db, {
      id: deps.newId(),
      created_at: now,
      updated_at: now,
      organization_id: shipment.organization_id,
      shipment_id: shipmentID,
      code,
      sub_code: scan.subCode,
      details: scan.details,
      status_date: scan.statusDate,
      location_name: scan.locationName,
      location_lat: null,
      location_lng: null,
      hash,
      is_applied: apply(deps, shipment, code, scan.statusDate) ? 1 : 0,
    });
    const told = presentShipment(deps, requireShipment(deps, shipmentID), deps.origin());
    recordFact(deps, { topic: "tracking.updated", organizationID: shipment.organization_id, subjectID: shipmentID, visibleTo: shipment.created_by, payload: told });
    return true;
  });
}

/** @returns Whether the scan is of the status that the shipment has now. */
function apply(deps: Deps, shipment: ShipmentRow, code: TrackingCode, at: Instant): boolean {
  if (ENDED.includes(shipment.status)) return false;
  const event = EVENTS[code];
  if (event === undefined || (code === "TRANSIT" && ON_THE_ROAD.includes(shipment.status))) {
    updateShipment(deps, shipment, {}); // its tracking is newer, its status is not
    return true;
  }
  const dates = code === "TRANSIT" && shipment.accepted_at === null ? { shipment_date: at, accepted_at: at } : {};
  return moveShipment(deps, shipment, event, dates);
}
