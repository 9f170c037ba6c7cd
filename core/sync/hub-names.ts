/** The NATS names that the hub and its stations use: streams, buckets, subjects, inboxes. */

/** Stream of all events of the organization. */
export const EVENT_STREAM = "EV";
/**
 * Bucket of state that exists only once in the organization: number blocks, the balance, claims.
 */
export const SCARCE_BUCKET = "SCARCE";
/** Bucket of Idempotency-Keys, each kept for a day. */
export const KEY_BUCKET = "IDEM";
/** Bucket of the stations' status entries, and of the hub's list of stations. */
export const SEEN_BUCKET = "SEEN";
export const SNAPSHOT_STORE = "SNAP";
export const FILE_STORE = "FILES";

/**
 * Names the inbox for the answers that a station receives. No other station may read this inbox.
 */
export function inboxOf(stationID: string): string {
  return `_INBOX_${stationID}`;
}

/** Inbox for the answers that a machine receives while it enrols, before it is a station. */
export const ENROL_INBOX = "_INBOX_enrol";

/** Names the subject on which a machine enrols with a join code. */
export function enrolSubject(codeID: string): string {
  return `enrol.${codeID}`;
}

/**
 * The oldest nats-server that stations accept. Older servers silently ignore stream settings that
 * they do not know.
 */
export const OLDEST_SERVER = "2.10.23";

/**
 * Compares two versions; negative when version `a` is older than `b`. Text after a "-" is not
 * compared.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => (text.split("-")[0] ?? "").split(".").map(Number));
  return (
    [0, 1, 2]
      .map((at) => (left?.[at] ?? 0) - (right?.[at] ?? 0))
      .find((difference) => difference !== 0) ?? 0
  );
}

/**
 * Metadata key of a stream. The value "always" states that the server writes each message to its
 * disk immediately. The hub, or the administrator of an organization's own server, sets this value,
 * because no station can read the server's own setting.
 */
export const FLUSH_NOTE = "packbench.sync_interval";

/** Names the key in `SEEN_BUCKET` of the hub's signed entry about a station (`hub-roster.ts`). */
export function rosterKey(stationID: string): string {
  return `station.${stationID}`;
}
