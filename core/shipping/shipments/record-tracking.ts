/**
 * What a scan of the parcel does: it is stored once, moves the shipment if it fits a move, and is a
 * fact for webhooks. A scan that fits no move is stored and shown, and changes no status.
 */
import { derivedId } from "../../base/derived-id.ts";
import type { Instant } from "../../base/units.ts";
import { inTransaction } from "../../db/change.ts";
import { isErased } from "../../db/erased.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { ShippingDeps } from "../deps.ts";
import { hasOrganization } from "../../organizations/organizations.service.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import { SUB_CODES, type TrackingCode, type TrackingSubCode } from "../tracking/tracking.schema.ts";
import {
  findEvent,
  hasEvent,
  insertEvent,
  listEvents,
  trackingHash,
  type TrackingRow,
} from "../tracking/tracking.service.ts";
import { trackingMove } from "./fold-facts.ts";
import { changeShipment } from "./move-shipment.ts";
import { shipmentBefore, type FindPurchase } from "./refold.ts";
import {
  findShipmentRow,
  presentShipment,
  requireShipment,
  type ShipmentRow,
} from "./shipments.service.ts";

export type Scan = {
  readonly subCode: TrackingSubCode;
  readonly statusDate: Instant;
  readonly details: string;
  readonly locationName: string;
};

/** @returns Whether the scan was new. Joined to the caller's transaction when there is one. */
export function recordTracking(
  deps: WriteDeps & Pick<ShippingDeps, "origin" | "geo">,
  shipmentID: string,
  scan: Scan,
): boolean {
  return inTransaction(deps, () => {
    const shipment = requireShipment(deps, shipmentID);
    const event = {
      shipment_id: shipmentID,
      sub_code: scan.subCode,
      status_date: scan.statusDate,
      location_name: scan.locationName,
      details: scan.details,
    };
    const id = derivedId("tracking event", trackingHash(event));
    if (hasEvent(deps.db, shipmentID, id)) return false;
    const code: TrackingCode = SUB_CODES[scan.subCode];
    const isApplied = apply(deps, shipment, code, scan.statusDate);
    const at = deps.now();
    const details = isErased(deps.db, shipmentID) ? "" : scan.details;
    insertEvent(deps.db, {
      ...event,
      details,
      id,
      created_at: at,
      code,
      location_lat: null,
      location_lng: null,
      is_applied: isApplied ? 1 : 0,
    });
    recordUpdate(deps, requireShipment(deps, shipmentID), { id, created_at: at });
    return true;
  });
}

/** @returns Whether the scan is of the status that the shipment has now. */
function apply(deps: WriteDeps, shipment: ShipmentRow, code: TrackingCode, at: Instant): boolean {
  const { isApplied, status } = trackingMove(shipment.status, code, shipment.is_return === 1);
  const dates =
    code === "TRANSIT" && shipment.accepted_at === null
      ? { shipment_date: at, accepted_at: at }
      : {};
  // Without a status its tracking is newer, its status is not.
  return (
    isApplied && changeShipment(deps, shipment, status === undefined ? {} : { ...dates, status })
  );
}

/**
 * Records a fact for each tracking event that another station made, under the id that it has there:
 * programs hear of it, and any station can deliver it to webhooks. Where several events of one
 * shipment come together, the payload of each has the status that the shipment had after it. Runs
 * inside a transaction, after the shipments were folded.
 *
 * @param ask.hasReceivers Whether an organization has webhooks. Without one an old scan, which
 *   comes after this station was cut off, is no news.
 */
export function recordForeignTracking(
  deps: WriteDeps & Pick<ShippingDeps, "origin" | "geo">,
  events: readonly { readonly shipmentID: string; readonly id: string }[],
  ask: {
    readonly hasReceivers: (organizationID: string) => boolean;
    readonly findPurchase: FindPurchase;
  },
): void {
  const rows = events
    .flatMap(({ shipmentID, id }) => findEvent(deps.db, shipmentID, id) ?? [])
    .sort((a, b) => (deps.db.stamps.isAfter(a.stamp, b.stamp) ? 1 : -1));
  const later = new Map<string, Set<string>>();
  for (const { shipment_id, id } of rows)
    later.set(shipment_id, (later.get(shipment_id) ?? new Set()).add(id));
  for (const row of rows) {
    const toCome = later.get(row.shipment_id) ?? new Set();
    toCome.delete(row.id);
    const shipment = findShipmentRow(deps, row.shipment_id);
    if (shipment === undefined || isOwnEvent(deps.db, row)) continue;
    // Nobody listens to an organization that is not here yet.
    if (!hasOrganization(deps, shipment.organization_id)) continue;
    const ageMs = Date.parse(deps.now()) - Date.parse(row.created_at);
    if (ageMs < NEWS_MS || (ageMs < DELIVERED_FOR_MS && ask.hasReceivers(shipment.organization_id)))
      recordUpdate(
        deps,
        shipment,
        row,
        toCome.size === 0 ? undefined : shipmentBefore(deps, shipment, toCome, ask.findPurchase),
      );
  }
}

/** A scan of another station that is older than this is no news for programs. */
const NEWS_MS = 60 * 60 * 1_000;
/** As long as deliveries are tried: an older scan is news for nobody. */
export const DELIVERED_FOR_MS = 72 * 60 * 60 * 1_000;

/** @param stood The shipment right after the event; absent: the shipment as stored now. */
function recordUpdate(
  deps: WriteDeps & Pick<ShippingDeps, "origin" | "geo">,
  shipment: ShipmentRow,
  event: Pick<TrackingRow, "id" | "created_at">,
  stood?: ReturnType<typeof shipmentBefore>,
): void {
  const payload = presentShipment(deps, stood?.row ?? shipment, deps.origin(), stood);
  recordFact(deps, {
    id: updateID(event.id),
    at: event.created_at,
    topic: "tracking.updated",
    organizationID: shipment.organization_id,
    subjectID: shipment.id,
    visibleTo: shipment.created_by,
    payload,
  });
}

/**
 * Whether the fact of this id is of a scan that was recorded at this station. True also of one that
 * is not found: facts of earlier versions are a station's own.
 */
export function isOwnUpdate(deps: ReadDeps, shipmentID: string, factID: string): boolean {
  const row = listEvents(deps.db, shipmentID).find(({ id }) => updateID(id) === factID);
  return row === undefined || isOwnEvent(deps.db, row);
}

/** The id of a scan's fact: X-Event-ID at every receiver, whichever station calls it. */
function updateID(eventID: string): string {
  return derivedId("tracking.updated", eventID);
}

/**
 * What this station wrote before an older copy of its database was put back counts as another
 * station's.
 */
function isOwnEvent(
  { stamps, stationID, incarnation }: ShippingDeps["db"],
  { stamp }: { readonly stamp: string },
): boolean {
  return stamps.writerOf(stamp) === `${stationID}.${incarnation}`;
}
