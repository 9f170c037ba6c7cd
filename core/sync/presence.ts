/**
 * Presence: which stations are connected, and which order each station has open. Each station
 * writes a status entry at the hub every few seconds, and soon after another order is opened or the
 * desk is renamed. Each station reads the entries of other stations when they change.
 */
import { Kvm, type KV, type KvWatchEntry } from "@nats-io/kv";
import type { Log } from "../base/log.ts";
import { yieldToEventLoop } from "../base/yield-to-event-loop.ts";
import type { PackingNow } from "../fulfilment/packing/packing-now.ts";
import type { Packing } from "../fulfilment/packing/packing.schema.ts";
import { rosterKey, SEEN_BUCKET } from "./hub-names.ts";
import { readRosterEntry, type RosterEntry } from "./hub-roster.ts";
import { parseNote } from "./parse-note.ts";
import { STATUS_LIMITS, statusEntrySchema, type StatusEntry } from "./status-entry.schema.ts";
import type { Session } from "./stream/session.ts";
import type { SyncTimes } from "./sync-times.ts";

/** Prefix of the hub's own entries. */
const LISTED = rosterKey("");
/** Key of a station's entry: its id. */
const STATION_KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/**
 * Longest processing of entries before other work runs, ms: a desk may write any number of entries.
 */
const TURN_MS = 5;

/** Status entries of all stations, by id; they stay when the hub is not reached. */
export type Roster = Map<string, StatusEntry>;

type Own = {
  readonly stationID: string;
  /** Public key of the hub, which signs its list; "" at an organization's own server. */
  readonly hubKey: string;
  /** At an organization's own server: whether the station of an entry was revoked. */
  readonly isEnded: (id: string, status: StatusEntry) => boolean;
  /** The current status. */
  readonly statusEntry: () => StatusEntry;
  /** Fields of `statusEntry` whose changes are sent soon. */
  readonly shown: readonly Pick<PackingNow, "onChange">[];
  /**
   * Called when the session has started or ended, or another station has been renamed, or has
   * opened or closed an order.
   */
  readonly onChanged: () => void;
  readonly times: SyncTimes;
};

/**
 * Finds the order that the entry's station has open.
 *
 * @param nowMs By the hub's clock.
 * @returns Null also when the station is gone.
 */
export function packingAt(
  { at, packing }: StatusEntry,
  nowMs: number,
  times: Pick<SyncTimes, "presenceGoneMs">,
): Packing | null {
  return isHere({ at }, nowMs, times) ? packing : null;
}

/**
 * Returns whether the entry's station is present.
 *
 * @param nowMs By the hub's clock.
 */
export function isHere(
  { at }: Pick<StatusEntry, "at">,
  nowMs: number,
  { presenceGoneMs }: Pick<SyncTimes, "presenceGoneMs">,
): boolean {
  return nowMs - Date.parse(at) <= presenceGoneMs;
}

type Presence = Own & {
  readonly kv: KV;
  readonly roster: Roster;
  readonly log: Log;
  readonly onListed: (station: RosterEntry) => void;
  /** Entries of the hub's list received so far. */
  readonly listed: Map<string, RosterEntry>;
};

/**
 * Reports this station as present and watches the other stations. Returns a function that stops
 * both.
 *
 * @param onListed Called with each entry of the hub's list of stations, now and when it changes.
 */
export async function startPresence(
  { js }: Pick<Session, "js">,
  own: Own,
  roster: Roster,
  onListed: (station: RosterEntry) => void,
  log: Log,
): Promise<() => void> {
  const kv = await new Kvm(js).open(SEEN_BUCKET, { bindOnly: true });
  const presence: Presence = { ...own, kv, roster, log, onListed, listed: new Map() };
  const watch = await kv.watch();
  follow(presence, watch).catch((err: unknown) =>
    log.warn({ err }, "the list of stations is no longer followed"),
  );
  const stopWriting = writeOwnStatus(presence);
  own.onChanged();
  return () => {
    stopWriting();
    own.onChanged();
    watch.stop();
  };
}

/**
 * Writes this station's entry every few seconds and soon after a change.
 *
 * @returns A function that stops writing.
 */
function writeOwnStatus(presence: Presence): () => void {
  const { stationID, statusEntry: own, shown, times, kv, roster, log } = presence;
  let putAt = 0;
  let soon: ReturnType<typeof setTimeout> | undefined;
  const put = (): void => {
    clearTimeout(soon);
    soon = undefined;
    putAt = performance.now();
    const seen = own();
    roster.set(stationID, seen);
    kv.put(stationID, JSON.stringify(seen)).catch((err: unknown) =>
      log.info({ err }, "the hub did not accept this station's status entry"),
    );
  };
  const putSoon = (): void =>
    void (soon ??= setTimeout(
      put,
      Math.max(0, times.presenceLeastMs - (performance.now() - putAt)),
    ).unref());
  put();
  const timer = setInterval(() => {
    put();
    // A station may have been revoked after its entry was processed.
    for (const [id, status] of roster) listByStatus(presence, id, status);
  }, times.presenceEveryMs).unref();
  const stopListening = shown.map((one) => one.onChange(putSoon));
  return () => {
    clearInterval(timer);
    clearTimeout(soon);
    for (const stop of stopListening) stop();
  };
}

async function follow(presence: Presence, entries: AsyncIterable<KvWatchEntry>): Promise<void> {
  let yieldedAt = performance.now();
  for await (const entry of entries) {
    if (performance.now() - yieldedAt > TURN_MS) {
      await yieldToEventLoop();
      yieldedAt = performance.now();
    }
    // Stations also write other records to this bucket.
    if (entry.key.startsWith(LISTED)) takeListed(presence, entry);
    else if (STATION_KEY.test(entry.key)) takeStatus(presence, entry);
  }
}

/** Processes an entry of the hub's list. */
function takeListed({ hubKey, listed, onListed }: Presence, entry: KvWatchEntry): void {
  const found =
    entry.operation === "PUT" && entry.length <= STATUS_LIMITS.bytes
      ? readRosterEntry(entry.string(), hubKey)
      : undefined;
  if (found === undefined || !isNewer(found, listed.get(found.id))) return;
  listed.set(found.id, found);
  onListed(found);
}

/** Processes an entry that a station has written about itself. */
function takeStatus(presence: Presence, entry: KvWatchEntry): void {
  if (entry.operation !== "PUT") return note(presence, entry.key, undefined);
  const status = parseNote(entry, statusEntrySchema, STATUS_LIMITS);
  if (status === undefined) return;
  // The time of an entry is at most the time when the hub stored it.
  const seen = { ...status, at: earlier(status.at, entry.created) };
  note(presence, entry.key, seen);
  listByStatus(presence, entry.key, seen);
}

function note(
  { stationID, roster, onChanged }: Presence,
  id: string,
  seen: StatusEntry | undefined,
): void {
  const before = roster.get(id);
  if (seen === undefined) roster.delete(id);
  else roster.set(id, seen);
  if (
    id !== stationID &&
    (before?.packing?.shipmentID !== seen?.packing?.shipmentID || before?.name !== seen?.name)
  )
    onChanged();
}

/**
 * Lists a station by its status entry at an organization's own server. Each station may write only
 * its own entry there, so these entries are the list. Does nothing at a hub, which signs a list.
 */
function listByStatus(
  { hubKey, isEnded, listed, onListed }: Presence,
  id: string,
  status: StatusEntry,
): void {
  const { name, boxPublicKey, at } = status;
  if (hubKey !== "" || boxPublicKey === undefined) return;
  const revokedAt = isEnded(id, status) ? at : null;
  const known = listed.get(id);
  if (
    known !== undefined &&
    known.boxPublicKey === boxPublicKey &&
    (known.revokedAt === null) === (revokedAt === null)
  )
    return;
  const found: RosterEntry = { id, name, boxPublicKey, enrolledAt: at, revokedAt };
  listed.set(id, found);
  onListed(found);
}

function earlier(at: string, stored: Date): string {
  return Date.parse(at) <= stored.getTime() ? at : stored.toISOString();
}

/**
 * Returns whether an entry of the hub's list is newer than the known entry: a desk may have stored
 * a copy of an older entry, which is signed too.
 */
function isNewer(found: RosterEntry, known: RosterEntry | undefined): boolean {
  const timeOf = ({ enrolledAt, revokedAt }: RosterEntry): string =>
    revokedAt === null || revokedAt < enrolledAt ? enrolledAt : revokedAt;
  if (known === undefined || timeOf(found) > timeOf(known)) return true;
  // The last position of a revoked station may be added later.
  return timeOf(found) === timeOf(known) && known.ended === undefined && found.ended !== undefined;
}
