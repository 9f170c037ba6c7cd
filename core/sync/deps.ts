/** Dependencies of sync: those of the roofs below, and its own. */
import type { SyncTimes } from "./sync-times.ts";
import type { StationDeps } from "../station/deps.ts";

export type SyncDeps = StationDeps & {
  readonly syncTimes: SyncTimes;
};
