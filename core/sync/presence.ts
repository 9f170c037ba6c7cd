/**
 * Who is there, and which order each one has open: each station writes a line about itself at the
 * hub every some seconds, and at once when another order is opened or the desk is named, and reads
 * those of the others as they change.
 */
import { Kvm, type KV, type KvWatchEntry } from "@nats-io/kv";
import { z } from "zod";
import type { TextLimits } from "../base/bounded-json.ts";
import type { Log } from "../base/log.ts";
import { stepAside } from "../base/step-aside.ts";
import type { PackingNow } from "../fulfilment/packing/packing-now.ts";
import { packingSchema, type Packing } from "../fulfilment/packing/packing.schema.ts";
import { rosterKey, SEEN_BUCKET } from "./hub-names.ts";
import { readRosterEntry, type RosterEntry } from "./hub-roster.ts";
import { parseNote } from "./parse-note.ts";
import type { Session } from "./stream/link.ts";
import type { SyncTimes } from "./sync-times.ts";

/** The hub's own lines. */
const LISTED = rosterKey("");
/** A station's line: its id. */
const STATION_KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A desk may write any number of lines: other work passes after so much of them, ms. */
const TURN_MS = 5;

/** Bytes; a station's line has some hundred. */
const LINE: TextLimits = { bytes: 16 * 1024, depth: 4, values: 100 };
/**
 * What shows nothing, breaks a line or turns what follows it around: it could forge another line of
 * a list.
 */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/gu;
const NAME_CHARACTERS = 80;

const shownSchema = z
  .string()
  .max(400)
  .transform((text) => text.replace(HIDDEN, ""));
const seenSchema = z.object({
  name: z
    .string()
    .transform((name) => [...name.replace(HIDDEN, "")].slice(0, NAME_CHARACTERS).join("")),
  /** By the station's clock corrected to the hub's. */
  at: z.iso.datetime(),
  version: z
    .string()
    .max(80)
    .regex(/^\P{C}*$/u),
  schema: z.int().min(0),
  /** "12.50": what the station may spend by itself; null before its first lease. */
  lease: z
    .string()
    .regex(/^-?\d{1,15}(\.\d{1,2})?$/)
    .nullable(),
  skewMs: z.int(),
  /** Transactions that are not with the hub yet. */
  waiting: z.int().min(0),
  /** Where no hub lists the stations: to it secrets of the organization are sealed for this one. */
  boxPublicKey: z.string().max(200).optional(),
  /** At a server of the organization's own: how whoever runs it knows this station's user. */
  user: z
    .string()
    .max(400)
    .regex(/^\P{C}*$/u)
    .optional(),
  /**
   * Of its data, see `station_ends`. Stations of earlier versions do not say this and what follows.
   */
  incarnation: z.int().min(0).max(999_999_999).optional(),
  /** Sequence number in the stream of the last message that the station has applied. */
  place: z.int().min(0).optional(),
  /**
   * When a person was erased last. With it the hub drops earlier changes once all stations have
   * them.
   */
  erasedAt: z.iso.datetime().optional(),
  packing: packingSchema.extend({ order: shownSchema, member: shownSchema }).nullable().catch(null),
});
export type Seen = z.output<typeof seenSchema>;

/** Lines of all stations, by their ids; what was read stays when the hub is away. */
export type Roster = Map<string, Seen>;

type Own = {
  readonly stationID: string;
  /** By which the hub signs its list. */
  readonly hubKey: string;
  /** At a server of the organization's own: whether the station of a line was revoked. */
  readonly isEnded: (id: string, line: Seen) => boolean;
  /** Of now. */
  readonly seen: () => Seen;
  /** Of what `seen` has: a change of these goes out at once. */
  readonly shown: readonly Pick<PackingNow, "onChange">[];
  /**
   * The session has begun or ended, or another station has another name, or has opened or left an
   * order.
   */
  readonly onChanged: () => void;
  readonly times: SyncTimes;
};

/**
 * @param nowMs By the hub's clock.
 * @returns What the station of a line has open; null also when the station is gone.
 */
export function packingAt(
  { at, packing }: Seen,
  nowMs: number,
  times: Pick<SyncTimes, "presenceGoneMs">,
): Packing | null {
  return isHere({ at }, nowMs, times) ? packing : null;
}

/** @param nowMs By the hub's clock. @returns Whether the station of a line is there. */
export function isHere(
  { at }: Pick<Seen, "at">,
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
  /** The hub's list, as far as it was told. */
  readonly listed: Map<string, RosterEntry>;
};

/**
 * @param onListed Gets each line of the hub's list of stations, now and when it changes.
 * @returns Stops both.
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
  const stopWriting = keepOwnLine(presence);
  own.onChanged();
  return () => {
    stopWriting();
    own.onChanged();
    watch.stop();
  };
}

/** Writes this station's line, every some seconds and soon after a change. @returns Stops it. */
function keepOwnLine(presence: Presence): () => void {
  const { stationID, seen: own, shown, times, kv, roster, log } = presence;
  let putAt = 0;
  let soon: ReturnType<typeof setTimeout> | undefined;
  const put = (): void => {
    clearTimeout(soon);
    soon = undefined;
    putAt = performance.now();
    const seen = own();
    roster.set(stationID, seen);
    kv.put(stationID, JSON.stringify(seen)).catch((err: unknown) =>
      log.info({ err }, "the hub did not take this station's line"),
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
    for (const [id, line] of roster) listByLine(presence, id, line); // one may have been revoked since
  }, times.presenceEveryMs).unref();
  const stopListening = shown.map((one) => one.onChange(putSoon));
  return () => {
    clearInterval(timer);
    clearTimeout(soon);
    for (const stop of stopListening) stop();
  };
}

async function follow(presence: Presence, entries: AsyncIterable<KvWatchEntry>): Promise<void> {
  let asideAt = performance.now();
  for await (const entry of entries) {
    if (performance.now() - asideAt > TURN_MS) {
      await stepAside();
      asideAt = performance.now();
    }
    // Each station may write a note of its own kind beside the lines.
    if (entry.key.startsWith(LISTED)) takeListed(presence, entry);
    else if (STATION_KEY.test(entry.key)) takeLine(presence, entry);
  }
}

/** A line of the hub's own list. */
function takeListed({ hubKey, listed, onListed }: Presence, entry: KvWatchEntry): void {
  const found =
    entry.operation === "PUT" && entry.length <= LINE.bytes
      ? readRosterEntry(entry.string(), hubKey)
      : undefined;
  if (found === undefined || !isNewer(found, listed.get(found.id))) return;
  listed.set(found.id, found);
  onListed(found);
}

/** A line that a station has written about itself. */
function takeLine(presence: Presence, entry: KvWatchEntry): void {
  if (entry.operation !== "PUT") return note(presence, entry.key, undefined);
  const line = parseNote(entry, seenSchema, LINE);
  if (line === undefined) return;
  // A station is not seen later than the hub has its line.
  const seen = { ...line, at: earlier(line.at, entry.created) };
  note(presence, entry.key, seen);
  listByLine(presence, entry.key, seen);
}

function note(
  { stationID, roster, onChanged }: Presence,
  id: string,
  seen: Seen | undefined,
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
 * A server of the organization's own lets each station write its own line alone: that is its list.
 */
function listByLine({ hubKey, isEnded, listed, onListed }: Presence, id: string, line: Seen): void {
  const { name, boxPublicKey, at } = line;
  if (hubKey !== "" || boxPublicKey === undefined) return;
  const revokedAt = isEnded(id, line) ? at : null;
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

/** A copy of an older line is signed too. */
function isNewer(found: RosterEntry, known: RosterEntry | undefined): boolean {
  const timeOf = ({ enrolledAt, revokedAt }: RosterEntry): string =>
    revokedAt === null || revokedAt < enrolledAt ? enrolledAt : revokedAt;
  if (known === undefined || timeOf(found) > timeOf(known)) return true;
  // How far a revoked station had come may be added later.
  return timeOf(found) === timeOf(known) && known.ended === undefined && found.ended !== undefined;
}
