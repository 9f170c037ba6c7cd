/**
 * This station among the stations of its organization, as every view may show it: whether it is in
 * step, and which order is open where.
 */
import type { StateCreator } from "zustand";
import { call } from "../lib/bridge.ts";
import { getSyncStatus } from "../../core/sync/sync.api.ts";
import { stationName } from "../lib/station-words.ts";
import type { SyncStatus } from "../../core/sync/sync.schema.ts";

export type SyncSlice = {
  /** Null until it was read once. */
  readonly sync: SyncStatus | null;
  loadSync(): Promise<void>;
};

/** The slice: nothing read yet. */
export const createSyncSlice: StateCreator<SyncSlice> = (set, get) => ({
  sync: null,
  async loadSync() {
    const sync = await call(getSyncStatus).catch(() => null);
    // Asked every few seconds, most answers are the same.
    if (sync !== null && JSON.stringify(sync) !== JSON.stringify(get().sync)) set({ sync });
  },
});

type Now = Pick<SyncSlice, "sync">;

/** Whether the station works with a hub, reached or not. */
export function isJoined({ sync }: Now): boolean {
  return sync !== null && sync.state !== "alone" && sync.state !== "joining";
}

/** The hub has refused the station's credential: nothing goes out until it has joined again. */
export function isTakenNoMore({
  state,
  causeCode,
}: Pick<SyncStatus, "state" | "causeCode">): boolean {
  return state === "cut off" && causeCode === "E2117";
}

/**
 * Where an order is open beside this desk. `name`: as lists name the station. `member`: "" when the
 * desk's member has no name.
 */
export type OtherDesk = { readonly name: string; readonly member: string };

/** @returns The other desk at which the order is open now; null when it is open at none. */
export function otherDeskOf({ sync }: Now, shipmentID: string): OtherDesk | null {
  const found = sync?.stations.find(
    ({ isThis, packing }) => !isThis && packing?.shipmentID === shipmentID,
  );
  return found === undefined
    ? null
    : { name: stationName(found, sync?.stations ?? []), member: found.packing?.member ?? "" };
}
