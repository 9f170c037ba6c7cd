/** Intervals and graces of sync and of prints between stations, ms. */
import type { SharingTimes } from "../fulfilment/shared-printers/sharing-times.ts";

export type SyncTimes = SharingTimes & {
  /** Between two attempts of a connection that was lost. */
  readonly reconnectMs: number;
  /** Between two pings of a connection; two without an answer end it. */
  readonly pingMs: number;
  /** After a hub has refused a connection. */
  readonly connectAgainMs: number;
  /** After a session that failed; doubles up to `sessionAgainMostMs`. */
  readonly sessionAgainMs: number;
  readonly sessionAgainMostMs: number;
  /**
   * Longest wait of a start for the checks at the hub; the station then works on its own until the
   * hub is there.
   */
  readonly checkedWithinMs: number;
  /** After a transaction that the hub did not take. */
  readonly publishAgainMs: number;
  /** Longest time between two looks for transactions to publish. */
  readonly publishLookMs: number;
  /** Least time between two notes in the database of how far publishing and applying have come. */
  readonly notedEveryMs: number;
  /** Longest time between two looks at changes that were set aside. */
  readonly dueLookMs: number;
  /**
   * Before a session's first look whether a snapshot is needed: `least`, and up to `spread` more,
   * so that stations look one after the other.
   */
  readonly firstSnapshotLookMs: { readonly least: number; readonly spread: number };
  /** Between two later looks whether a snapshot is needed. */
  readonly snapshotLookMs: number;
  /**
   * How long a snapshot is needed before a station makes it whose own work has partly stayed with
   * it: the other ones make it sooner.
   */
  readonly snapshotLeftMs: number;
  /** Before a note of the hub that another desk has overwritten is written again. */
  readonly noteAgainMs: number;
  /** Between two notes of the newest change that this station has seen in the bucket of leases. */
  readonly historyNotedMs: number;
  /** Between two lines of a station about itself. */
  readonly presenceEveryMs: number;
  /**
   * Least time between two lines when another order is opened: a packer scans order after order.
   */
  readonly presenceLeastMs: number;
  /** Age of its line from which a station counts as gone: three lines were missed. */
  readonly presenceGoneMs: number;
  /** Before a name that the hub's list did not take is sent again. */
  readonly nameAgainMs: number;
  /** Between two looks for label files to put into the hub's store. */
  readonly filesLookMs: number;
  /** After a label file that the hub did not take. */
  readonly filesAgainMs: number;
  /** Between two looks whether to take over orders of another station ahead. */
  readonly claimsAheadMs: number;
  /** Longest wait for the changes that belong to such orders. */
  readonly claimsArriveMs: number;
  /** Between two looks at which station delivers for a webhook. */
  readonly deliveriesLookMs: number;
  /** Between two questions to the station that delivers whether it is there. */
  readonly deliveriesAskMs: number;
  /** Longest wait for its answer. */
  readonly deliveriesAnswerMs: number;
  /** Left to the station that registered a webhook, before any other one delivers for it. */
  readonly deliveriesHomeMs: number;
  /**
   * After the loss of the connection, before a station delivers its own events: a connection is
   * mostly back soon.
   */
  readonly deliveriesCutOffMs: number;
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
  deliveriesAgainMs: 2_000,
  printersEveryMs: 1_000,
  printersLeastMs: 3_000,
  requestsSoonMs: 500,
  requestsLookMs: 5_000,
  requestsGraceMs: 10_000,
};
