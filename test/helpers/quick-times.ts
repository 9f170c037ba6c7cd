/** Times of the product at a tenth: tests that wait for an interval or a grace time wait less. */
import { HUB_TIMES, type HubTimes } from "../../core/hub/hub-times.ts";
import { SYNC_TIMES, type SyncTimes } from "../../core/sync/sync-times.ts";

const SHARE = 0.1;
const LEAST_MS = 5;
const quick = (ms: number): number => Math.max(LEAST_MS, Math.round(ms * SHARE));

type Times = { readonly [name: string]: number | Times };

function scaled<T extends Times>(times: T): T {
  return Object.fromEntries(Object.entries(times).map(([name, value]) => [name, typeof value === "number" ? quick(value) : scaled(value)])) as T;
}

/** A busy hub or station is still waited for as long as in the product. */
const { checkedWithinMs, deliveriesAnswerMs } = SYNC_TIMES;
export const QUICK_SYNC: SyncTimes = { ...scaled(SYNC_TIMES), checkedWithinMs, deliveriesAnswerMs };
export const QUICK_HUB: HubTimes = scaled(HUB_TIMES);
/** For `world` of a station. */
export const QUICK_WORLD = { syncTimes: QUICK_SYNC, hubTimes: QUICK_HUB };
