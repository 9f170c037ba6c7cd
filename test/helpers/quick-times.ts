/** Times of the product divided by ten, so that tests wait less for intervals and grace periods. */
import { HUB_TIMES, type HubTimes } from "../../core/sync/hub/hub-times.ts";
import { SYNC_TIMES, type SyncTimes } from "../../core/sync/sync-times.ts";

const SHARE = 0.1;
const LEAST_MS = 5;
const quick = (ms: number): number => Math.max(LEAST_MS, Math.round(ms * SHARE));

type Times = { readonly [name: string]: number | Times };

function scaled<T extends Times>(times: T): T {
  const entries = Object.entries(times);
  const of = (time: number | Times): number | Times =>
    typeof time === "number" ? quick(time) : scaled(time);
  return Object.fromEntries(entries.map(([name, time]) => [name, of(time)])) as T;
}

export const QUICK_SYNC: SyncTimes = {
  ...scaled(SYNC_TIMES),
  // Times for a busy hub or station are the product's.
  checkedWithinMs: SYNC_TIMES.checkedWithinMs,
  deliveriesAnswerMs: SYNC_TIMES.deliveriesAnswerMs,
  // A busy station is not in sync at the first check, so the next check must come soon.
  snapshotLookMs: 1_000,
};
export const QUICK_HUB: HubTimes = scaled(HUB_TIMES);
/** Quick times for `world` of a station. */
export const QUICK_WORLD = {
  syncTimes: QUICK_SYNC,
  hubTimes: QUICK_HUB,
  folderTimes: { lookEveryMs: 30, resultsEveryMs: 100, answerMs: 5_000, longestPauseMs: 200 },
};
