/** Names that the hub and its stations share: streams, buckets, subjects. */

/** All events of the organization. */
export const EVENT_STREAM = "EV";
/** What exists once in the organization: number blocks, the balance, claims. */
export const SCARCE_BUCKET = "SCARCE";
/** Idempotency-Keys of calls, for a day. */
export const KEY_BUCKET = "IDEM";
/** When each station was there last. */
export const SEEN_BUCKET = "SEEN";
export const SNAPSHOT_STORE = "SNAP";
export const FILE_STORE = "FILES";

/** Where answers to a station come in. No other station may read there. */
export function inboxOf(stationID: string): string {
  return `_INBOX_${stationID}`;
}

/** Where answers to a machine come in that is not a station yet. */
export const ENROL_INBOX = "_INBOX_enrol";

/** Where a code is used. */
export function enrolSubject(codeID: string): string {
  return `enrol.${codeID}`;
}

/**
 * The oldest nats-server whose streams can be relied on. Older ones ignore settings that they do
 * not know.
 */
export const OLDEST_SERVER = "2.10.23";

/** @returns Below 0 when version `a` is older than `b`. What follows a "-" is not compared. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => (text.split("-")[0] ?? "").split(".").map(Number));
  return (
    [0, 1, 2]
      .map((at) => (left?.[at] ?? 0) - (right?.[at] ?? 0))
      .find((difference) => difference !== 0) ?? 0
  );
}

/**
 * A stream's metadata in which the one who set up the server states when it writes to disk: no
 * client can see that setting.
 */
export const FLUSH_NOTE = "packbench.sync_interval";

/** In SEEN, signed by the hub: what it knows of a station (`hub-roster.ts`). */
export function rosterKey(stationID: string): string {
  return `station.${stationID}`;
}
