/**
 * Shipments that this station gave away and may take back. If the other station did not claim the
 * shipment, no station could pack it.
 */
import type { SyncDeps } from "../deps.ts";

/** A station that is given a shipment records it at the hub within two seconds, or asks again. */
const TAKEN_WITHIN_MS = 30_000;
/** Number of times kept in memory; for a forgotten one the session's start counts. */
const REMEMBERED = 10_000;

export type ShipmentsGivenAway = {
  /** Records that a shipment was given away now. */
  note(shipmentID: string): void;
  /** Records that a station did not claim it, so that it is not given to that station again. */
  noteUntaken(shipmentID: string, stationID: string): void;
  isUntaken(shipmentID: string, stationID: string): boolean;
  /**
   * Returns whether it was given away so long ago that it can be taken back while the hub has no
   * record of the other station. The hub accepts only one of the two records.
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
