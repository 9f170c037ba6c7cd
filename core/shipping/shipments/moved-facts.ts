/**
 * Finds facts from which the status of a shipment of another server follows. The server gives only
 * the status and the newest scan.
 */
import { derivedId } from "../../base/derived-id.ts";
import type { Instant } from "../../base/units.ts";
import { SUB_CODES } from "../tracking/tracking.schema.ts";
import type { TrackingRow } from "../tracking/tracking.service.ts";
import { foldFacts, type Fact, type Folded } from "./fold-facts.ts";
import { scanID, type Scan } from "./record-tracking.ts";
import type { FactRow } from "./shipments.store.ts";
import type { ShipmentEvent, ShipmentStatus } from "./status-machine.ts";

/** State of a shipment at the other server. */
export type MovedState = {
  readonly shipmentID: string;
  readonly status: ShipmentStatus;
  readonly isReturn: boolean;
  /** Transaction of the label; null when none was bought. */
  readonly purchaseID: string | null;
  /** Time of the first fact. */
  readonly at: Instant;
  /** When the carrier got the parcel; null: not yet, or unknown. */
  readonly acceptedAt: Instant | null;
  readonly cancelDate: Instant | null;
  /** The newest scan; undefined without one. */
  readonly scan: Scan | undefined;
};

export type MovedFacts = {
  /** Undefined when no fact is needed: the shipment is created. */
  readonly fact: FactRow | undefined;
  readonly scans: readonly TrackingRow[];
  readonly folded: Folded;
};

/** Event that leads to a status, after the purchase. */
export const LAST_EVENT: Readonly<Partial<Record<ShipmentStatus, ShipmentEvent>>> = {
  LABEL_PRINTED: "labelPrinted",
  SHIPPED: "shipped",
  RETURN_SHIPPED: "shipped",
  DELIVERED: "delivered",
  FAILED: "failed",
  RETURNED: "returned",
  CANCELED: "cancelled",
};

/**
 * Makes the facts.
 *
 * @param now Time at which the station learns of the scans.
 * @returns Undefined when no facts lead to the status.
 */
export function movedFacts(state: MovedState, now: Instant): MovedFacts | undefined {
  const { status, isReturn, purchaseID } = state;
  const bought: readonly ShipmentEvent[] =
    purchaseID === null ? [] : ["quoted", "purchaseOpened", "bought"];
  const last = LAST_EVENT[status];
  const scans = scansOf(state, now);
  for (const events of [bought, last === undefined ? bought : [...bought, last]]) {
    const fact = events.length === 0 ? undefined : factOf(state, events);
    const folded = foldFacts(
      [...(fact === undefined ? [] : [readFact(fact, events)]), ...scans.map(readScan)],
      isReturn,
    );
    if (folded.status === status)
      return {
        fact,
        scans: scans.map((row) => ({ ...row, isApplied: folded.applied.has(row.id) ? 1 : 0 })),
        folded,
      };
  }
  return undefined;
}

/**
 * Makes the one fact of all events. Its id, and that of the first scan, sort before all other ids:
 * facts of one transaction are folded in the order of their ids.
 */
function factOf(
  { shipmentID, purchaseID, at, cancelDate }: MovedState,
  events: readonly ShipmentEvent[],
): FactRow {
  return {
    id: early(0, "moved shipment", shipmentID),
    shipmentID,
    events: events.join(" "),
    sourceID: purchaseID,
    at: events.includes("cancelled") ? (cancelDate ?? at) : at,
  };
}

function early(order: 0 | 1, ...parts: readonly string[]): string {
  return `0000000${order}${derivedId(...parts).slice(8)}`;
}

/** Makes the rows of the acceptance by the carrier, if its time is known, and of the newest scan. */
function scansOf({ shipmentID, acceptedAt, scan }: MovedState, now: Instant): TrackingRow[] {
  const rowOf = (id: string, of: Scan): TrackingRow => ({
    shipmentID,
    id,
    createdAt: now,
    code: SUB_CODES[of.subCode],
    subCode: of.subCode,
    details: of.details,
    statusDate: of.statusDate,
    locationName: of.locationName,
    locationLat: null,
    locationLng: null,
    isApplied: 0,
    source: "",
  });
  const isFirst =
    scan !== undefined && SUB_CODES[scan.subCode] === "TRANSIT" && scan.statusDate === acceptedAt;
  return [
    ...(acceptedAt === null || isFirst
      ? []
      : [
          rowOf(early(1, "moved acceptance", shipmentID), {
            subCode: "package_accepted",
            statusDate: acceptedAt,
            details: "",
            locationName: "",
          }),
        ]),
    ...(scan === undefined ? [] : [rowOf(scanID(shipmentID, scan), scan)]),
  ];
}

function readFact({ id, sourceID, at }: FactRow, events: readonly ShipmentEvent[]): Fact {
  return { id, events, sourceID, at, code: null };
}

function readScan({ id, statusDate, code }: TrackingRow): Fact {
  return { id, events: [], sourceID: null, at: statusDate, code };
}
