/**
 * Shipments that this station gave away and may take back: one that the other station did not take
 * belongs to nobody who packs it.
 */
import type { SyncDeps } from "../deps.ts";

/**
 * The station that was given a shipment has it noted at the hub within two seconds, or asks again.
 */
const TAKEN_WITHIN_MS = 30_000;
/** Notes in memory; of an older one the session's beginning counts. */
const REMEMBERED = 10_000;

export type GivenAway = {
  /** A shipment was given away now. */
  note(shipmentID: string): void;
  /** A station did not take it: it is not given to that one once more. */
  noteUntaken(shipmentID: string, stationID: string): void;
  isUntaken(shipmentID: string, stationID: string): boolean;
  /**
   * Whether it was given away so long ago that it can be taken back while the hub has no note of
   * the other station: only one of both notes is written.
   */
  mayTakeBack(shipmentID: string): boolean;
};

/** Over one connection. */
export function createGivenAway({ now }: Pick<SyncDeps, "now">): GivenAway {
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
