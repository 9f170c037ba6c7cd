/** Dependencies of a function in sync. */
import type { SyncTimes } from "./sync-times.ts";
import type { StationDeps } from "../station/deps.ts";

export type SyncDeps = StationDeps & {
  readonly syncTimes: SyncTimes;
};
