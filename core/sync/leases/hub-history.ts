/**
 * Whether the hub still knows what it has given: its disk may have been emptied, or replaced by an
 * older copy. The bucket has a mark with a random name of its history; a station that finds another
 * history, or less than it has seen there, gives it a new name. From then on nothing is granted
 * until every station that is not revoked has reported what it holds.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { JetStreamApiError, type JetStreamManager } from "@nats-io/jetstream";
import type { KV } from "@nats-io/kv";
import { z } from "zod";
import { parseJson } from "../../base/json.ts";
import { parseNote } from "../parse-note.ts";
import { inTransaction } from "../../db/change.ts";
import { dropMeta, findMeta, writeMeta } from "../../db/station-meta.ts";
import type { Deps } from "../../deps.ts";
import { SCARCE_BUCKET } from "../hub-names.ts";
import type { NoteFaults } from "./note-faults.ts";
import { changeDocument, type Place, type ScarceBucket } from "./scarce-bucket.ts";

const KEY = "mark";
const SEEN_META = "scarce_seen";
const STREAM = `KV_${SCARCE_BUCKET}`;
const CALL_MS = 5_000;
const NOT_FOUND = 10_037;

const markSchema = z.object({
  /** Of the history; another one after each loss. */
  id: z.string().max(64),
  /** When a loss was found; null: the bucket is whole. */
  lostAt: z.iso.datetime().nullable(),
  /** Stations that have reported what they hold since. */
  reported: z.array(z.uuid()).max(10_000),
});
type Mark = z.output<typeof markSchema>;
const NO_MARK: Mark = { id: "", lostAt: null, reported: [] };
const PLACE: Place<Mark> = { key: KEY, schema: markSchema, none: NO_MARK };

/**
 * The station leaves this hub: another one's history is not compared with it. Inside a transaction.
 */
export function forgetHistory({ db }: Pick<Deps, "db">): void {
  dropMeta(db, SEEN_META);
}

/**
 * The newest change of the bucket that this station has seen, and when the hub stored it, ms since
 * the epoch.
 */
const seenSchema = z.object({ id: z.string(), seq: z.int(), atMs: z.number() });
type Seen = z.output<typeof seenSchema>;

export type HubHistory = {
  /** Whether numbers, money and orders of stations that are gone may be given. */
  readonly isWhole: boolean;
  /** Stations that have not reported, while it is not whole. */
  awaited(): readonly string[];
  /**
   * A document cannot be read, nor any earlier revision of it: nothing is given until all have
   * reported what they hold.
   */
  noteLoss(): void;
  close(): void;
};

type Parts = {
  readonly deps: Pick<Deps, "db" | "now" | "newId" | "log" | "syncTimes">;
  readonly kv: KV;
  readonly manager: JetStreamManager;
  /** The stream of events has lost messages. */
  readonly isSuspect: boolean;
  /**
   * Stations that hold something, as far as they are known: all that are not revoked. Undefined
   * before the hub's list is here.
   */
  readonly holders: () => readonly string[] | undefined;
  /** Writes to the hub what this station holds. Repeated when it throws. */
  readonly report: () => Promise<void>;
  /** After a loss, before this station reports. */
  readonly onLoss: () => void;
  /** The bucket is whole: at the beginning, and after each loss. */
  readonly onWhole: () => void;
  /** Gets to know of a mark that does not fit. */
  readonly faults?: NoteFaults;
};

/**
 * Marks an emptied hub as set back before other stations may join it: nothing is leased until every
 * station has reported what it holds.
 *
 * @throws Error when the hub does not answer.
 */
export async function markSetBack(kv: KV, { now }: Pick<Deps, "now">): Promise<void> {
  const lost: Mark = { id: randomUUID(), lostAt: now(), reported: [] };
  const mark = await changeDocument(
    kv,
    PLACE,
    (known) => (known.id === "" ? lost : known),
    performance.now() + CALL_MS,
  );
  if (mark === undefined) throw new Error("the hub did not take that it was set back");
}

/**
 * Looks whether the bucket is what it was, and follows its mark from then on.
 * @throws Error when the hub does not answer.
 */
export async function followHistory(parts: Parts): Promise<HubHistory> {
  const { deps } = parts;
  const { db, syncTimes } = deps;
  let isUnfit = false;
  const kv = markBucket(parts, () => (isUnfit = true));
  const before = readSeen(db);
  const hasLost =
    parts.isSuspect || (before !== undefined && (await isLess(parts.manager, before)));
  const me = db.stationID;
  const fresh = randomUUID();
  const first = await changeDocument(
    kv,
    PLACE,
    (mark) => {
      if (mark.id === fresh) return mark;
      if (mark.id === "")
        return {
          id: fresh,
          lostAt: before === undefined && !isUnfit ? null : deps.now(),
          reported: [],
        };
      // A loss that another station has found is being mended under its new name; of a new name
      // without one this station has not been asked.
      const isFound = mark.id !== before?.id && mark.lostAt !== null;
      return !isFound && (hasLost || (before !== undefined && mark.id !== before.id))
        ? { id: fresh, lostAt: deps.now(), reported: [] }
        : mark;
    },
    performance.now() + CALL_MS,
  );
  if (first === undefined) throw new Error("the hub did not say what it has given");

  const over = new AbortController();
  let mark = first;
  let isOpen = false;
  /** The history whose loss was told, once a session. */
  let told = "";
  /** The caller has this history. */
  let isFollowed = false;
  const missing = (): readonly string[] | undefined =>
    parts.holders()?.filter((id) => !mark.reported.includes(id));
  const look = async (): Promise<void> => {
    if (mark.lostAt !== null && mark.id !== told && readSeen(db)?.id !== mark.id) {
      told = mark.id;
      deps.log.error(
        {},
        "the hub was set back or emptied: this station reports what it holds, and nothing is given until all stations have",
      );
      parts.onLoss();
    }
    if (mark.lostAt !== null && !mark.reported.includes(me)) {
      await parts.report();
      mark =
        (await changeDocument(
          kv,
          PLACE,
          (known) =>
            known.id !== mark.id || known.reported.includes(me)
              ? known
              : { ...known, reported: [...known.reported, me] },
          performance.now() + CALL_MS,
        )) ?? mark;
    }
    if (mark.lostAt !== null && missing()?.length === 0) {
      mark =
        (await changeDocument(
          kv,
          PLACE,
          (known) =>
            known.id !== mark.id || known.lostAt === null ? known : { ...known, lostAt: null },
          performance.now() + CALL_MS,
        )) ?? mark;
    }
    if (mark.lostAt !== null) return;
    await noteSeen(parts, mark.id);
    if (isOpen || over.signal.aborted) return;
    isOpen = true;
    if (isFollowed) parts.onWhole();
  };
  let looking: Promise<void> = Promise.resolve();
  const lookInTurn = (): Promise<void> =>
    (looking = looking
      .then(look)
      .catch(
        (err: unknown) =>
          over.signal.aborted ||
          void deps.log.warn(
            { err },
            "what this station holds was not reported to the hub; it is tried again",
          ),
      ) as Promise<void>);

  if (first.lostAt === null) await look();
  /** What cannot be read is no mark: the last one that can is written again. */
  const mendNow = (): void =>
    void changeDocument(
      kv,
      PLACE,
      (known) => (known.id === "" ? { id: randomUUID(), lostAt: deps.now(), reported: [] } : known),
      performance.now() + CALL_MS,
    ).catch(
      (err: unknown) =>
        over.signal.aborted ||
        deps.log.warn({ err }, "the mark of the hub could not be written again"),
    );
  let mending: NodeJS.Timeout | undefined;
  const mend = (): void => {
    mending ??= setTimeout(() => {
      mending = undefined;
      mendNow();
    }, syncTimes.noteAgainMs).unref();
  };
  const watch = await parts.kv.watch({ key: KEY });
  void (async () => {
    for await (const entry of watch) {
      const next = parseNote(entry, markSchema);
      if (next === undefined) {
        mend();
        continue;
      }
      if (next.lostAt !== null) isOpen = false;
      mark = next;
      void lookInTurn();
    }
  })().catch((err: unknown) => deps.log.warn({ err }, "the mark of the hub is no longer followed"));
  void (async () => {
    for (
      let notedAt = performance.now();
      !over.signal.aborted;
      await sleep(syncTimes.noteAgainMs, undefined, { ref: false })
    ) {
      if (isOpen && performance.now() - notedAt < syncTimes.historyNotedMs) continue;
      notedAt = performance.now();
      await lookInTurn();
    }
  })();
  setImmediate(() => {
    isFollowed = true;
    if (isOpen && !over.signal.aborted) parts.onWhole();
  });
  return {
    get isWhole() {
      return isOpen;
    },
    noteLoss() {
      isOpen = false;
      const lost: Mark = { id: randomUUID(), lostAt: deps.now(), reported: [] };
      void changeDocument(
        kv,
        PLACE,
        (known) => (known.lostAt === null ? lost : known),
        performance.now() + CALL_MS,
      ).catch(
        (err: unknown) =>
          over.signal.aborted ||
          deps.log.warn({ err }, "the hub did not take that a note of it is lost"),
      );
    },
    awaited: () => (isOpen ? [] : (missing() ?? [])),
    close() {
      over.abort();
      clearTimeout(mending);
      watch.stop();
    },
  };
}

/** The bucket for the mark alone, which begins anew where no revision of it can be read. */
function markBucket({ deps, kv, faults }: Parts, onUnfit: () => void): ScarceBucket {
  return {
    get: (key, options) => kv.get(key, options),
    create: (key, data) => kv.create(key, data),
    update: (key, data, revision) => kv.update(key, data, revision),
    history: (options) => kv.history(options),
    ...(faults === undefined ? {} : { faults }),
    by: deps.db.stationID,
    onLost() {
      onUnfit();
      return true;
    },
  };
}

/** Notes a change that this station has made: a bucket without it is an older one. */
export function noteOwn({ db }: Pick<Parts["deps"], "db">, revision: number): void {
  const seen = readSeen(db);
  if (seen !== undefined && revision > seen.seq)
    writeMeta(db, SEEN_META, JSON.stringify({ ...seen, seq: revision, atMs: 0 } satisfies Seen));
}

async function noteSeen({ deps, manager }: Parts, id: string): Promise<void> {
  const { state } = await manager.streams.info(STREAM);
  const seen: Seen = { id, seq: state.last_seq, atMs: Date.parse(String(state.last_ts)) };
  const known = readSeen(deps.db);
  if (known?.id === id && known.seq >= seen.seq && known.atMs !== 0) return;
  inTransaction(deps, () => writeMeta(deps.db, SEEN_META, JSON.stringify(seen)));
}

function readSeen(db: Parts["deps"]["db"]): Seen | undefined {
  const text = findMeta(db, SEEN_META);
  return text === undefined
    ? undefined
    : parseJson(text, seenSchema, "what this station has seen of the hub");
}

/**
 * Whether the bucket is the one that this station has worked with: it has the change that the
 * station saw last, in its place.
 * @throws Error when the hub does not answer.
 */
export async function isSameBucket(
  db: Parts["deps"]["db"],
  manager: JetStreamManager,
): Promise<boolean> {
  const seen = readSeen(db);
  if (seen === undefined || seen.atMs === 0) return false;
  try {
    return (
      (await manager.streams.getMessage(STREAM, { seq: seen.seq }))?.time.getTime() === seen.atMs
    );
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === NOT_FOUND) return false;
    throw error;
  }
}

/**
 * Whether the bucket lacks the change that this station has seen, or has another one in its place.
 */
async function isLess(manager: JetStreamManager, { seq, atMs }: Seen): Promise<boolean> {
  const { state } = await manager.streams.info(STREAM);
  if (state.last_seq < seq) return true;
  if (atMs === 0) return false;
  try {
    const message = await manager.streams.getMessage(STREAM, { seq });
    return message !== null && message.time.getTime() !== atMs;
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === NOT_FOUND) return false; // twenty later ones of its key have come
    throw error;
  }
}
