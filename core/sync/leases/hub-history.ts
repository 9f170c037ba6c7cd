/**
 * Detects whether the hub still knows what it has granted: its disk may have been emptied, or
 * restored from an older copy. The bucket has a mark, a random name for the history of its grants.
 * A station that finds another history, or fewer changes than it has seen, renames the mark. Then
 * nothing is granted until every station that is not revoked has reported what it holds.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { JetStreamManager } from "@nats-io/jetstream";
import type { KV, KvEntry } from "@nats-io/kv";
import { parseNote } from "../parse-note.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { SyncDeps } from "../deps.ts";
import { KEY, CALL_MS, markSchema, type Mark, MARK_DOCUMENT } from "./hub-mark.ts";
import type { NoteFaults } from "./note-faults.ts";
import { changeDocument, type ScarceBucket } from "./scarce-bucket.ts";
import { isLess, noteSeen, readSeen } from "./last-seen-change.ts";

export type HubHistory = {
  /** Whether numbers, money and orders of absent stations may be granted. */
  readonly isWhole: boolean;
  /** Lists stations that have not reported, while the bucket is not whole. */
  awaited(): readonly string[];
  /**
   * Called when no revision of a document is readable: stops grants until all stations have
   * reported.
   */
  noteLoss(): void;
  close(): void;
};

type HistorySetup = {
  readonly deps: WriteDeps & Pick<SyncDeps, "syncTimes">;
  readonly kv: KV;
  readonly manager: JetStreamManager;
  /** The stream of events has lost messages. */
  readonly isSuspect: boolean;
  /** Lists all known stations that are not revoked; undefined before the hub's list has arrived. */
  readonly holders: () => readonly string[] | undefined;
  /** Writes to the hub what this station holds. A report that throws is repeated. */
  readonly report: () => Promise<void>;
  /** Called after a loss, before this station reports. */
  readonly onLoss: () => void;
  /** Called when the bucket is whole: at the start, and after each repaired loss. */
  readonly onWhole: () => void;
  /** Collects marks that do not fit their schema. */
  readonly faults?: NoteFaults;
};

/** Knowledge about the mark in this session. */
type History = {
  readonly setup: HistorySetup;
  /** The bucket, used only for the mark. */
  readonly kv: ScarceBucket;
  readonly over: AbortSignal;
  mark: Mark;
  isOpen: boolean;
  /** History whose loss was logged; a loss is logged once in a session. */
  reportedLossOf: string;
  /** Whether the caller has received this history. */
  isFollowed: boolean;
};

/**
 * Checks whether the bucket is unchanged, and follows its mark from then on.
 *
 * @throws Error when the hub does not answer.
 */
export async function followHistory(setup: HistorySetup): Promise<HubHistory> {
  const { deps } = setup;
  let isUnfit = false;
  const kv = markBucket(setup, () => (isUnfit = true));
  const before = readSeen(deps.db);
  const hasLost =
    setup.isSuspect || (before !== undefined && (await isLess(setup.manager, before)));
  const fresh = randomUUID();
  const first = await changeDocument(
    kv,
    MARK_DOCUMENT,
    (mark) => {
      if (mark.id === fresh) return mark;
      const isNew = mark.id === "" && before === undefined && !isUnfit;
      return mark.id === "" || isAnother(mark, before?.id, hasLost)
        ? { id: fresh, lostAt: isNew ? null : deps.now(), reported: [] }
        : mark;
    },
    performance.now() + CALL_MS,
  );
  if (first === undefined) throw new Error("the hub did not answer about what it has granted");

  const over = new AbortController();
  const history: History = {
    setup,
    kv,
    over: over.signal,
    mark: first,
    isOpen: false,
    reportedLossOf: "",
    isFollowed: false,
  };
  const lookInTurn = createLooking(history);
  if (first.lostAt === null) await look(history);
  const repair = createRepair(history);
  const watch = await setup.kv.watch({ key: KEY });
  void followMark(history, watch, repair.soon, lookInTurn).catch((err: unknown) =>
    deps.log.warn({ err }, "the mark of the hub is no longer followed"),
  );
  void lookPeriodically(history, lookInTurn);
  setImmediate(() => {
    history.isFollowed = true;
    if (history.isOpen && !over.signal.aborted) setup.onWhole();
  });
  return {
    get isWhole() {
      return history.isOpen;
    },
    noteLoss: () => noteLoss(history),
    awaited: () => (history.isOpen ? [] : (missingOf(history) ?? [])),
    close() {
      over.abort();
      repair.stop();
      watch.stop();
    },
  };
}

/**
 * Returns whether the mark needs a new name: the bucket was replaced or has lost data, and no other
 * station has found this yet.
 */
function isAnother(mark: Mark, before: string | undefined, hasLost: boolean): boolean {
  // A loss that another station has found is being repaired under the new name already.
  const isFound = mark.id !== before && mark.lostAt !== null;
  return !isFound && (hasLost || (before !== undefined && mark.id !== before));
}

function missingOf({ setup, mark }: History): readonly string[] | undefined {
  return setup.holders()?.filter((id) => !mark.reported.includes(id));
}

/** Reports after a loss, and opens the bucket once all stations have reported. */
async function look(history: History): Promise<void> {
  const { setup, kv, over } = history;
  const { deps } = setup;
  const me = deps.db.stationID;
  reportLoss(history);
  if (history.mark.lostAt !== null && !history.mark.reported.includes(me)) {
    await setup.report();
    history.mark =
      (await changeDocument(
        kv,
        MARK_DOCUMENT,
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
        MARK_DOCUMENT,
        (known) =>
          known.id !== history.mark.id || known.lostAt === null
            ? known
            : { ...known, lostAt: null },
        performance.now() + CALL_MS,
      )) ?? history.mark;
  }
  if (history.mark.lostAt !== null) return;
  await noteSeen(setup, history.mark.id);
  if (history.isOpen || over.aborted) return;
  history.isOpen = true;
  if (history.isFollowed) setup.onWhole();
}

function reportLoss(history: History): void {
  const { setup, mark } = history;
  if (
    mark.lostAt === null ||
    mark.id === history.reportedLossOf ||
    readSeen(setup.deps.db)?.id === mark.id
  )
    return;
  history.reportedLossOf = mark.id;
  setup.deps.log.error(
    {},
    "the hub was restored or emptied: this station reports what it holds, and nothing is granted until all stations have",
  );
  setup.onLoss();
}

/** Returns a function that checks after earlier checks have finished; its promise never rejects. */
function createLooking(history: History): () => Promise<void> {
  const { setup, over } = history;
  let looking: Promise<void> = Promise.resolve();
  return () =>
    (looking = looking
      .then(() => look(history))
      .catch(
        (err: unknown) =>
          over.aborted ||
          void setup.deps.log.warn(
            { err },
            "the report of what this station holds did not reach the hub; it is retried",
          ),
      ) as Promise<void>);
}

/** Rewrites an unreadable mark after a while; without a readable earlier mark, states a loss. */
function createRepair({ setup, kv, over }: History): { soon(): void; stop(): void } {
  const { deps } = setup;
  const repairNow = (): void =>
    void changeDocument(
      kv,
      MARK_DOCUMENT,
      (known) => (known.id === "" ? { id: randomUUID(), lostAt: deps.now(), reported: [] } : known),
      performance.now() + CALL_MS,
    ).catch(
      (err: unknown) =>
        over.aborted || deps.log.warn({ err }, "the mark of the hub could not be rewritten"),
    );
  let repair: NodeJS.Timeout | undefined;
  return {
    soon() {
      repair ??= setTimeout(() => {
        repair = undefined;
        repairNow();
      }, deps.syncTimes.noteAgainMs).unref();
    },
    stop: () => clearTimeout(repair),
  };
}

async function followMark(
  history: History,
  watch: AsyncIterable<KvEntry>,
  repairNow: () => void,
  lookInTurn: () => Promise<void>,
): Promise<void> {
  for await (const entry of watch) {
    const next = parseNote(entry, markSchema);
    if (next === undefined) {
      repairNow();
      continue;
    }
    if (next.lostAt !== null) history.isOpen = false;
    history.mark = next;
    void lookInTurn();
  }
}

/** Checks often while the bucket is not whole, and occasionally while it is whole. */
async function lookPeriodically(history: History, lookInTurn: () => Promise<void>): Promise<void> {
  const { noteAgainMs, historyNotedMs } = history.setup.deps.syncTimes;
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
  const { setup, kv, over } = history;
  history.isOpen = false;
  const lost: Mark = { id: randomUUID(), lostAt: setup.deps.now(), reported: [] };
  void changeDocument(
    kv,
    MARK_DOCUMENT,
    (known) => (known.lostAt === null ? lost : known),
    performance.now() + CALL_MS,
  ).catch(
    (err: unknown) =>
      over.aborted ||
      setup.deps.log.warn({ err }, "the hub did not accept that a record of it is lost"),
  );
}

/** Opens the bucket for the mark only. The mark starts again if no revision of it can be read. */
function markBucket({ deps, kv, faults }: HistorySetup, onUnfit: () => void): ScarceBucket {
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
