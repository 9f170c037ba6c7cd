/**
 * Tracks shipments that this station gave away and may take back. Without taking back, no station
 * could pack a shipment that the other station did not claim.
 */
import type { SyncDeps } from "../deps.ts";

/**
 * Time after which this station may take a shipment back, ms. A station that was given a shipment
 * writes its record at the hub within two seconds, or asks again.
 */
const TAKEN_WITHIN_MS = 30_000;
/** Number of shipments whose time is kept; for other shipments, the session's start counts. */
const REMEMBERED = 10_000;

export type ShipmentsGivenAway = {
  /** Records that a shipment was given away now. */
  note(shipmentID: string): void;
  /**
   * Records that a station did not claim the shipment, so that this connection does not give the
   * shipment to that station again.
   */
  noteUntaken(shipmentID: string, stationID: string): void;
  isUntaken(shipmentID: string, stationID: string): boolean;
  /**
   * Returns whether the shipment was given away so long ago that this station may take it back if
   * the hub has no record of the other station. The hub accepts only one of the two stations'
   * records.
   */
  mayTakeBack(shipmentID: string): boolean;
};

/** Tracks shipments during one connection. */
export function trackShipmentsGivenAway({ now }: Pick<SyncDeps, "now">): ShipmentsGivenAway {
  const nowMs = (): number => Date.parse(now());
  const beganMs = nowMs();
  const given = new Map<string, number>();
  const untaken = new Set<string>();
  return {
    note(shipmentID) {
      if (given.size >= REMEMBERED) given.clear();
      given.set(shipmentID, nowMs());
    },
    noteUntaken(shipmentID, stationID) {
      if (untaken.size >= REMEMBERED) untaken.clear();
      untaken.add(`${shipmentID} ${stationID}`);
    },
    isUntaken: (shipmentID, stationID) => untaken.has(`${shipmentID} ${stationID}`),
    mayTakeBack: (shipmentID) =>
      Math.abs(nowMs() - (given.get(shipmentID) ?? beganMs)) >= TAKEN_WITHIN_MS,
  };
}
