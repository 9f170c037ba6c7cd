/**
 * Records a scan of a parcel: stores it once, moves the shipment if it fits a move, and records a
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
import {
  SUB_CODES,
  type ScanSource,
  type TrackingCode,
  type TrackingSubCode,
} from "../tracking/tracking.schema.ts";
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
  /** Absent: the carrier. */
  readonly source?: ScanSource;
};

/** Derives the id of a scan's event from the content of the scan. */
export function scanID(shipmentID: string, scan: Scan): string {
  const { subCode, statusDate, locationName, details } = scan;
  const hash = trackingHash({ shipmentID, subCode, statusDate, locationName, details });
  return derivedId("tracking event", hash);
}

/**
 * Records a scan. Joins the caller's transaction when there is one. Returns whether the scan was
 * new.
 */
export function recordTracking(
  deps: WriteDeps & Pick<ShippingDeps, "origin" | "geo">,
  shipmentID: string,
  scan: Scan,
): boolean {
  return inTransaction(deps, () => {
    const shipment = requireShipment(deps, shipmentID);
    const event = {
      shipmentID,
      subCode: scan.subCode,
      statusDate: scan.statusDate,
      locationName: scan.locationName,
      details: scan.details,
    };
    const id = scanID(shipmentID, scan);
    if (hasEvent(deps.db, shipmentID, id)) return false;
    const code: TrackingCode = SUB_CODES[scan.subCode];
    const isApplied = apply(deps, shipment, code, scan.statusDate);
    const at = deps.now();
    const details = isErased(deps.db, shipmentID) ? "" : scan.details;
    insertEvent(deps.db, {
      ...event,
      details,
      id,
      createdAt: at,
      code,
      locationLat: null,
      locationLng: null,
      isApplied: isApplied ? 1 : 0,
      source: scan.source === undefined || scan.source === "carrier" ? "" : scan.source,
    });
    recordUpdate(deps, requireShipment(deps, shipmentID), { id, createdAt: at });
    return true;
  });
}

/** Applies a scan to a shipment. Returns whether the scan fits the shipment's status. */
function apply(deps: WriteDeps, shipment: ShipmentRow, code: TrackingCode, at: Instant): boolean {
  const { isApplied, status } = trackingMove(shipment.status, code, shipment.isReturn === 1);
  const dates =
    code === "TRANSIT" && shipment.acceptedAt === null ? { shipmentDate: at, acceptedAt: at } : {};
  // A scan that changes no status still updates the shipment's time of change.
  return (
    isApplied && changeShipment(deps, shipment, status === undefined ? {} : { ...dates, status })
  );
}

/**
 * Records a fact for each tracking event of another station, under the id that the fact has at that
 * station, so that programs see the event and any station can deliver it to webhooks. When several
 * events of one shipment arrive together, each payload has the status after its event. Needs an
 * open transaction, after the shipments were folded.
 *
 * @param ask.hasReceivers Whether an organization has webhooks. Without webhooks, a scan older than
 * `NEWS_MS` is skipped, for example after this station was disconnected.
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
  for (const { shipmentID, id } of rows)
    later.set(shipmentID, (later.get(shipmentID) ?? new Set()).add(id));
  for (const row of rows) {
    const toCome = later.get(row.shipmentID) ?? new Set();
    toCome.delete(row.id);
    const shipment = findShipmentRow(deps, row.shipmentID);
    if (shipment === undefined || isOwnEvent(deps.db, row)) continue;
    // An organization that has not arrived at this station has no subscribers.
    if (!hasOrganization(deps, shipment.organizationID)) continue;
    const ageMs = Date.parse(deps.now()) - Date.parse(row.createdAt);
    if (ageMs < NEWS_MS || (ageMs < DELIVERED_FOR_MS && ask.hasReceivers(shipment.organizationID)))
      recordUpdate(
        deps,
        shipment,
        row,
        toCome.size === 0 ? undefined : shipmentBefore(deps, shipment, toCome, ask.findPurchase),
      );
  }
}

/** Age above which another station's scan gets no fact if the organization has no webhooks, ms. */
const NEWS_MS = 60 * 60 * 1_000;
/**
 * Age above which another station's scan never gets a fact, ms; webhook deliveries are retried for
 * this time.
 */
export const DELIVERED_FOR_MS = 72 * 60 * 60 * 1_000;

/**
 * Records a tracking update. @param stateThen The shipment right after the event; absent: the
 * stored shipment.
 */
function recordUpdate(
  deps: WriteDeps & Pick<ShippingDeps, "origin" | "geo">,
  shipment: ShipmentRow,
  event: Pick<TrackingRow, "id" | "createdAt">,
  stateThen?: ReturnType<typeof shipmentBefore>,
): void {
  const payload = presentShipment(deps, stateThen?.row ?? shipment, deps.origin(), stateThen);
  recordFact(deps, {
    id: updateID(event.id),
    at: event.createdAt,
    topic: "tracking.updated",
    organizationID: shipment.organizationID,
    subjectID: shipment.id,
    visibleTo: shipment.createdBy,
    payload,
  });
}

/**
 * Returns whether a fact belongs to a scan that this station recorded. Also returns true for an
 * unknown fact, because facts of earlier versions were always a station's own.
 */
export function isOwnUpdate(deps: ReadDeps, shipmentID: string, factID: string): boolean {
  const row = listEvents(deps.db, shipmentID).find(({ id }) => updateID(id) === factID);
  return row === undefined || isOwnEvent(deps.db, row);
}

/**
 * Derives the id of a scan's fact, which is the X-Event-ID at every receiver, whichever station
 * calls the receiver.
 */
function updateID(eventID: string): string {
  return derivedId("tracking.updated", eventID);
}

/**
 * Returns whether this station wrote an event since its last restore; earlier events count as
 * another station's.
 */
function isOwnEvent(
  { stamps, stationID, incarnation }: ShippingDeps["db"],
  { stamp }: { readonly stamp: string },
): boolean {
  return stamps.writerOf(stamp) === `${stationID}.${incarnation}`;
}
