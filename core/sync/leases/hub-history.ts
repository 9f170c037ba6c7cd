/**
 * Whether the hub still knows what it has given: its disk may have been emptied, or replaced by an
 * older copy. The bucket has a mark with a random name of its history; a station that finds another
 * history, or less than it has seen there, gives it a new name. From then on nothing is granted
 * until every station that is not revoked has reported what it holds.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { JetStreamManager } from "@nats-io/jetstream";
import type { KV, KvEntry } from "@nats-io/kv";
import { parseNote } from "../parse-note.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { SyncDeps } from "../deps.ts";
import { KEY, CALL_MS, markSchema, type Mark, PLACE } from "./hub-mark.ts";
import type { NoteFaults } from "./note-faults.ts";
import { changeDocument, type ScarceBucket } from "./scarce-bucket.ts";
import { isLess, noteSeen, readSeen } from "./seen-of-hub.ts";

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
  readonly deps: WriteDeps & Pick<SyncDeps, "syncTimes">;
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

/** What is known of the mark in this session. */
type History = {
  readonly parts: Parts;
  /** The bucket for the mark alone. */
  readonly kv: ScarceBucket;
  readonly over: AbortSignal;
  mark: Mark;
  isOpen: boolean;
  /** The history whose loss was told, once a session. */
  told: string;
  /** The caller has this history. */
  isFollowed: boolean;
};

/**
 * Looks whether the bucket is what it was, and follows its mark from then on.
 * @throws Error when the hub does not answer.
 */
export async function followHistory(parts: Parts): Promise<HubHistory> {
  const { deps } = parts;
  let isUnfit = false;
  const kv = markBucket(parts, () => (isUnfit = true));
  const before = readSeen(deps.db);
  const hasLost =
    parts.isSuspect || (before !== undefined && (await isLess(parts.manager, before)));
  const fresh = randomUUID();
  const first = await changeDocument(
    kv,
    PLACE,
    (mark) => {
      if (mark.id === fresh) return mark;
      const isNew = mark.id === "" && before === undefined && !isUnfit;
      return mark.id === "" || isAnother(mark, before?.id, hasLost)
        ? { id: fresh, lostAt: isNew ? null : deps.now(), reported: [] }
        : mark;
    },
    performance.now() + CALL_MS,
  );
  if (first === undefined) throw new Error("the hub did not say what it has given");

  const over = new AbortController();
  const history: History = {
    parts,
    kv,
    over: over.signal,
    mark: first,
    isOpen: false,
    told: "",
    isFollowed: false,
  };
  const lookInTurn = createLooking(history);
  if (first.lostAt === null) await look(history);
  const mending = createMending(history);
  const watch = await parts.kv.watch({ key: KEY });
  void followMark(history, watch, mending.soon, lookInTurn).catch((err: unknown) =>
    deps.log.warn({ err }, "the mark of the hub is no longer followed"),
  );
  void keepLooking(history, lookInTurn);
  setImmediate(() => {
    history.isFollowed = true;
    if (history.isOpen && !over.signal.aborted) parts.onWhole();
  });
  return {
    get isWhole() {
      return history.isOpen;
    },
    noteLoss: () => noteLoss(history),
    awaited: () => (history.isOpen ? [] : (missingOf(history) ?? [])),
    close() {
      over.abort();
      mending.stop();
      watch.stop();
    },
  };
}

/**
 * Whether the mark must get a new name: the bucket is not the one of `before`, or has lost
 * something, and no other station has found that yet.
 */
function isAnother(mark: Mark, before: string | undefined, hasLost: boolean): boolean {
  // A loss that another station has found is being mended under its new name; of a new name
  // without one this station has not been asked.
  const isFound = mark.id !== before && mark.lostAt !== null;
  return !isFound && (hasLost || (before !== undefined && mark.id !== before));
}

function missingOf({ parts, mark }: History): readonly string[] | undefined {
  return parts.holders()?.filter((id) => !mark.reported.includes(id));
}

/** Reports after a loss, and opens the bucket once all have reported. */
async function look(history: History): Promise<void> {
  const { parts, kv, over } = history;
  const { deps } = parts;
  const me = deps.db.stationID;
  tellLoss(history);
  if (history.mark.lostAt !== null && !history.mark.reported.includes(me)) {
    await parts.report();
    history.mark =
      (await changeDocument(
        kv,
        PLACE,
        (known) =>
          known.id !== history.mark.id || known.reported.includes(me)
            ? known
            : { ...known, reported: [...known.reported, me] },
        performance.now() + CALL_MS,
      )) ?? history.mark;
  }
  if (history.mark.lostAt !== null && missingOf(history)?.length === 0) {
    history.mark =
      (await changeDocument(
        kv,
        PLACE,
        (known) =>
          known.id !== history.mark.id || known.lostAt === null
            ? known
            : { ...known, lostAt: null },
        performance.now() + CALL_MS,
      )) ?? history.mark;
  }
  if (history.mark.lostAt !== null) return;
  await noteSeen(parts, history.mark.id);
  if (history.isOpen || over.aborted) return;
  history.isOpen = true;
  if (history.isFollowed) parts.onWhole();
}

function tellLoss(history: History): void {
  const { parts, mark } = history;
  if (mark.lostAt === null || mark.id === history.told || readSeen(parts.deps.db)?.id === mark.id)
    return;
  history.told = mark.id;
  parts.deps.log.error(
    {},
    "the hub was set back or emptied: this station reports what it holds, and nothing is given until all stations have",
  );
  parts.onLoss();
}

/** @returns Looks after the looks that were asked for before; never rejects. */
function createLooking(history: History): () => Promise<void> {
  const { parts, over } = history;
  let looking: Promise<void> = Promise.resolve();
  return () =>
    (looking = looking
      .then(() => look(history))
      .catch(
        (err: unknown) =>
          over.aborted ||
          void parts.deps.log.warn(
            { err },
            "what this station holds was not reported to the hub; it is tried again",
          ),
      ) as Promise<void>);
}

/** What cannot be read is no mark: the last one that can is written again, after a while. */
function createMending({ parts, kv, over }: History): { soon(): void; stop(): void } {
  const { deps } = parts;
  const mend = (): void =>
    void changeDocument(
      kv,
      PLACE,
      (known) => (known.id === "" ? { id: randomUUID(), lostAt: deps.now(), reported: [] } : known),
      performance.now() + CALL_MS,
    ).catch(
      (err: unknown) =>
        over.aborted || deps.log.warn({ err }, "the mark of the hub could not be written again"),
    );
  let mending: NodeJS.Timeout | undefined;
  return {
    soon() {
      mending ??= setTimeout(() => {
        mending = undefined;
        mend();
      }, deps.syncTimes.noteAgainMs).unref();
    },
    stop: () => clearTimeout(mending),
  };
}

async function followMark(
  history: History,
  watch: AsyncIterable<KvEntry>,
  mend: () => void,
  lookInTurn: () => Promise<void>,
): Promise<void> {
  for await (const entry of watch) {
    const next = parseNote(entry, markSchema);
    if (next === undefined) {
      mend();
      continue;
    }
    if (next.lostAt !== null) history.isOpen = false;
    history.mark = next;
    void lookInTurn();
  }
}

/** Looks often while the bucket is not whole, and now and then once it is. */
async function keepLooking(history: History, lookInTurn: () => Promise<void>): Promise<void> {
  const { noteAgainMs, historyNotedMs } = history.parts.deps.syncTimes;
  for (
    let notedAt = performance.now();
    !history.over.aborted;
    await sleep(noteAgainMs, undefined, { ref: false })
  ) {
    if (history.isOpen && performance.now() - notedAt < historyNotedMs) continue;
    notedAt = performance.now();
    await lookInTurn();
  }
}

function noteLoss(history: History): void {
  const { parts, kv, over } = history;
  history.isOpen = false;
  const lost: Mark = { id: randomUUID(), lostAt: parts.deps.now(), reported: [] };
  void changeDocument(
    kv,
    PLACE,
    (known) => (known.lostAt === null ? lost : known),
    performance.now() + CALL_MS,
  ).catch(
    (err: unknown) =>
      over.aborted ||
      parts.deps.log.warn({ err }, "the hub did not take that a note of it is lost"),
  );
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
