/**
 * This station among the stations of its organization: whether it is in sync, and which order is
 * open at which station.
 */
import type { StateCreator } from "zustand";
import { call } from "../lib/bridge.ts";
import { getSyncStatus } from "../../core/sync/sync.api.ts";
import { stationName } from "../lib/station-words.ts";
import type { SyncStatus } from "../../core/sync/sync.schema.ts";

export type SyncSlice = {
  /** null until first read. */
  readonly sync: SyncStatus | null;
  loadSync(): Promise<void>;
};

/** Creates the slice with nothing read yet. */
export const createSyncSlice: StateCreator<SyncSlice> = (set, get) => ({
  sync: null,
  async loadSync() {
    const sync = await call(getSyncStatus).catch(() => null);
    // Skips equal answers, because polling every few seconds mostly returns the same.
    if (sync !== null && JSON.stringify(sync) !== JSON.stringify(get().sync)) set({ sync });
  },
});

type Now = Pick<SyncSlice, "sync">;

/** Returns whether the station has joined a hub, reachable or not. */
export function isJoined({ sync }: Now): boolean {
  return sync !== null && sync.state !== "alone" && sync.state !== "joining";
}

/**
 * Returns whether the hub rejects this station, as after its revocation: nothing is sent until the
 * station joins again.
 */
export function isRevoked({ state, causeCode }: Pick<SyncStatus, "state" | "causeCode">): boolean {
  return state === "cut off" && causeCode === "E2117";
}

/**
 * The other station at which an order is open. `name`: the station's name in lists. `member`: ""
 * when the station's member has no name.
 */
export type OtherDesk = { readonly name: string; readonly member: string };

/**
 * Returns the other station at which the order is open now; null when no other station has the
 * order open.
 */
export function otherDeskOf({ sync }: Now, shipmentID: string): OtherDesk | null {
  const found = sync?.stations.find(
    ({ isThis, packing }) => !isThis && packing?.shipmentID === shipmentID,
  );
  return found === undefined
    ? null
    : { name: stationName(found, sync?.stations ?? []), member: found.packing?.member ?? "" };
}
