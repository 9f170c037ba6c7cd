/** Intervals and grace periods of sync and of prints between stations, ms. */
import type { DeliveryTimes } from "../fulfilment/webhooks/delivery-turns.ts";
import type { SharingTimes } from "../fulfilment/shared-printers/sharing-times.ts";

type FulfilmentTimes = SharingTimes & DeliveryTimes;

export type SyncTimes = FulfilmentTimes & {
  /** Between two attempts to restore a lost connection. */
  readonly reconnectMs: number;
  /** Between two pings of a connection; two pings without an answer end the connection. */
  readonly pingMs: number;
  /** Between a connection that a hub has rejected and the next attempt. */
  readonly connectAgainMs: number;
  /** Between a failed session and the next attempt; doubles up to `sessionAgainMostMs`. */
  readonly sessionAgainMs: number;
  readonly sessionAgainMostMs: number;
  /**
   * Longest wait of a start for the checks at the hub; the station then works without the hub until
   * it is reachable.
   */
  readonly checkedWithinMs: number;
  /** Before a message that the hub did not accept is sent again. */
  readonly publishAgainMs: number;
  /** Longest time between two checks for transactions to publish. */
  readonly publishLookMs: number;
  /** Minimum time between storing the positions of publishing and applying. */
  readonly notedEveryMs: number;
  /** Longest time between two checks of quarantined changes. */
  readonly dueLookMs: number;
  /**
   * Before a session's first check whether a snapshot is needed: `least`, and up to `spread` more,
   * so that stations do not check at the same time.
   */
  readonly firstSnapshotLookMs: { readonly least: number; readonly spread: number };
  /** Between two later checks whether a snapshot is needed. */
  readonly snapshotLookMs: number;
  /**
   * How long a snapshot must be needed before it is made by a station with rows that the station
   * may not publish; other stations make it sooner.
   */
  readonly snapshotLeftMs: number;
  /** Before a hub record that another desk has overwritten is rewritten. */
  readonly noteAgainMs: number;
  /**
   * Between two records of the newest change that this station has seen in the bucket of leases.
   */
  readonly historyNotedMs: number;
  /** Between two status entries of a station. */
  readonly presenceEveryMs: number;
  /**
   * Minimum time between two status entries when another order is opened: a packer scans order
   * after order.
   */
  readonly presenceLeastMs: number;
  /**
   * Age of a station's status entry at which the station counts as gone: three entries were missed.
   */
  readonly presenceGoneMs: number;
  /** Before a name that the hub's list did not accept is sent again. */
  readonly nameAgainMs: number;
  /** Between two checks for label files to put into the hub's store. */
  readonly filesLookMs: number;
  /** Before a label file that the hub did not accept is sent again. */
  readonly filesAgainMs: number;
  /** Between two checks whether to prefetch orders of another station. */
  readonly claimsAheadMs: number;
  /** Longest wait for the changes of prefetched orders. */
  readonly claimsArriveMs: number;
  /** Between two checks of which station delivers for a webhook. */
  readonly deliveriesLookMs: number;
  /** Between two requests that ask another station which webhooks it holds. */
  readonly deliveriesAskMs: number;
  /** Longest wait for the holder's answer. */
  readonly deliveriesAnswerMs: number;
  /**
   * Time in which only the station that registered a webhook delivers for it; afterwards another
   * station may deliver.
   */
  readonly deliveriesHomeMs: number;
};

export const SYNC_TIMES: SyncTimes = {
  reconnectMs: 200,
  pingMs: 5_000,
  connectAgainMs: 1_000,
  sessionAgainMs: 250,
  sessionAgainMostMs: 5_000,
  checkedWithinMs: 3_000,
  publishAgainMs: 250,
  publishLookMs: 2_000,
  notedEveryMs: 2_000,
  dueLookMs: 5_000,
  firstSnapshotLookMs: { least: 1_000, spread: 4_000 },
  snapshotLookMs: 10 * 60_000,
  snapshotLeftMs: 60 * 60_000,
  noteAgainMs: 1_000,
  historyNotedMs: 10_000,
  presenceEveryMs: 10_000,
  presenceLeastMs: 500,
  presenceGoneMs: 30_000,
  nameAgainMs: 5_000,
  filesLookMs: 1_000,
  filesAgainMs: 5_000,
  claimsAheadMs: 5_000,
  claimsArriveMs: 1_000,
  deliveriesLookMs: 1_000,
  deliveriesAskMs: 4_000,
  deliveriesAnswerMs: 2_000,
  deliveriesHomeMs: 3_000,
  deliveriesCutOffMs: 5_000,
  deliveriesOwnAgeMs: 15_000,
  deliveriesLateMs: 10_000,
  deliveriesHeldMs: 30_000,
  deliveriesAgainMs: 2_000,
  printersEveryMs: 1_000,
  printersLeastMs: 3_000,
  requestsSoonMs: 500,
  requestsLookMs: 5_000,
  requestsGraceMs: 10_000,
};
