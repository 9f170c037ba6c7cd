/** Names that the hub and its stations share: streams, buckets, subjects. */

/** All events of the organization. */
export const EVENT_STREAM = "EV";
/** State that exists once in the organization: number blocks, the balance, claims. */
export const SCARCE_BUCKET = "SCARCE";
/** Idempotency-Keys of calls, kept for a day. */
export const KEY_BUCKET = "IDEM";
/** The last time each station was present, and the list of stations. */
export const SEEN_BUCKET = "SEEN";
export const SNAPSHOT_STORE = "SNAP";
export const FILE_STORE = "FILES";

/** Inbox for answers to a station. No other station may read it. */
export function inboxOf(stationID: string): string {
  return `_INBOX_${stationID}`;
}

/** Inbox for answers to a machine that is not yet a station. */
export const ENROL_INBOX = "_INBOX_enrol";

/** Subject for using a code. */
export function enrolSubject(codeID: string): string {
  return `enrol.${codeID}`;
}

/**
 * The oldest nats-server whose streams are reliable. Older ones ignore settings that they do not
 * know.
 */
export const OLDEST_SERVER = "2.10.23";

/** @returns Below 0 when version `a` is older than `b`. Text after a "-" is not compared. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => (text.split("-")[0] ?? "").split(".").map(Number));
  return (
    [0, 1, 2]
      .map((at) => (left?.[at] ?? 0) - (right?.[at] ?? 0))
      .find((difference) => difference !== 0) ?? 0
  );
}

/**
 * A stream's metadata key with which the administrator of a server states when it writes to disk,
 * because no client can read that setting.
 */
export const FLUSH_NOTE = "packbench.sync_interval";

/** Key in SEEN of the hub's signed entry about a station (`hub-roster.ts`). */
export function rosterKey(stationID: string): string {
  return `station.${stationID}`;
}
