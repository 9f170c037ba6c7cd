/**
 * Follows the stream: an ordered consumer reads from this station's position, and messages are
 * applied in slices that hardly delay other work. Messages of this station itself are skipped; the
 * position after them is stored periodically.
 */
import { randomUUID } from "node:crypto";
import {
  DeliverPolicy,
  type ConsumerMessages,
  type JetStreamClient,
  type JsMsg,
} from "@nats-io/jetstream";
import { guarded } from "../../base/guarded.ts";
import { yieldToEventLoop } from "../../base/yield-to-event-loop.ts";
import { inTransaction } from "../../db/change.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { SyncDeps } from "../deps.ts";
import { applyMessages, isOwn, newPace } from "./apply-messages.ts";
import type { Boundary } from "./boundary.ts";
import { watchDeaths, type DeadlyMessages } from "./deadly-messages.ts";
import type { SentCheck } from "../senders.ts";
import type { Delivered } from "./read-message.ts";
import { readHead, STREAM } from "./stream-message.ts";
import {
  anchorOf,
  readPosition,
  type StreamPosition,
  writePosition,
} from "../../db/stream-position.ts";

/** Prefetched bytes: twice the largest message that a hub accepts. */
const FETCHED_BYTES = 16 * 1024 * 1024;
const HEARTBEAT_MS = 1_000;
const EXPIRES_MS = 10_000;
const UNUSED_MS = 30_000;
/** Packed changes that are gathered before they are applied, bytes: a purchase has about 1,000. */
const GATHERED_BYTES = 400_000;
/**
 * Bytes that are added for each message, because a desk may publish any number of empty messages.
 */
const HEAD_BYTES = 400;
const NANOS_PER_MS = 1_000_000;

export type Follower = {
  /**
   * Follows until `stop()`.
   *
   * @throws Error when the hub can no longer be followed: the caller must reconnect and check
   *   again.
   */
  run(): Promise<void>;
  stop(): void;
  /** Position of the last message that is applied or that this station itself wrote. */
  readonly position: StreamPosition;
  /** Number of messages in the stream after the last received message, as stated with it. */
  readonly pending: number;
  /** When the hub stored the last applied message, ms since the epoch; 0 before the first. */
  readonly lastAt: number;
};

type Following = {
  /** Current boundary of this station's unshared organizations. */
  readonly boundary: () => Boundary;
  /** Verifies senders; absent: only the server's permissions prevent forged messages. */
  readonly isSent?: SentCheck | undefined;
  /** Called after each slice. */
  readonly onApplied?: () => void;
};

/**
 * Creates the follower of the hub's stream.
 *
 * @param js Client of a connection whose stream was checked.
 */
export function createFollower(
  deps: SyncDeps,
  js: JetStreamClient,
  { boundary, isSent, onApplied }: Following,
): Follower {
  const progress = createProgress(deps);
  const apply = createApply(deps, { progress, boundary, isSent });
  let pending = 0;
  let messages: ConsumerMessages | undefined;
  let isStopped = false;

  return {
    get position() {
      return progress.position;
    },
    get pending() {
      return pending;
    },
    get lastAt() {
      return progress.lastAt;
    },
    async run() {
      const consumer = await js.consumers.get(STREAM, consumerFrom(deps, progress.position));
      messages = await consumer.consume(CONSUMED);
      const missed = watchHeartbeats(messages);
      if (isStopped) messages.stop();
      const deaths = watchDeaths(deps.db.raw.name);
      const slice = createSlice();
      const flush = async (): Promise<void> => {
        await apply(slice.take(), deaths);
        onApplied?.();
      };
      try {
        for await (const message of messages) {
          pending = message.info.pending;
          if (message.seq > progress.position.seq) slice.add(message);
          if (!slice.isFull() && (pending > 0 || (await isMoreHere(messages)))) continue;
          await flush();
          if (pending > 0 || waitingIn(messages) > 0) await yieldToEventLoop();
          if (isStopped) break;
        }
        await flush();
        progress.note();
      } finally {
        deaths.close();
        progress.stop(); // Another follower continues from the stored position.
      }
      if (!isStopped)
        throw new Error(missed() ? "the hub has stopped answering" : "the hub's stream ended");
    },
    stop() {
      isStopped = true;
      messages?.stop();
    },
  };
}

const CONSUMED = {
  max_bytes: FETCHED_BYTES,
  expires: EXPIRES_MS,
  idle_heartbeat: HEARTBEAT_MS,
} as const;

function consumerFrom({ db }: ReadDeps, { seq }: StreamPosition) {
  return {
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: seq + 1,
    inactive_threshold: UNUSED_MS,
    name_prefix: `${db.stationID}_${randomUUID().slice(0, 8)}`,
  } as const;
}

/** Creates a slice: messages that are gathered before they are applied. */
function createSlice() {
  let waiting: Delivered[] = [];
  let bytes = 0;
  return {
    isFull: () => bytes >= GATHERED_BYTES,
    add(message: JsMsg): void {
      waiting.push(delivered(message));
      bytes += message.data.length + HEAD_BYTES;
    },
    take(): readonly Delivered[] {
      const some = waiting;
      waiting = [];
      bytes = 0;
      return some;
    },
  };
}

type Progress = ReturnType<typeof createProgress>;

type Applies = {
  readonly progress: Progress;
  readonly boundary: () => Boundary;
  readonly isSent: SentCheck | undefined;
};

function createApply(deps: SyncDeps, { progress, boundary, isSent }: Applies) {
  const pace = newPace();
  return async (some: readonly Delivered[], deaths: DeadlyMessages): Promise<void> => {
    const last = some.at(-1);
    if (last === undefined) return;
    if (some.every((message) => isOwn(deps, message))) progress.passOver(last);
    else {
      const { onPosition } = progress;
      await applyMessages(
        {
          deps,
          pace,
          reachesOthers: boundary(),
          isSent,
          deaths,
          onPosition,
          pause: yieldToEventLoop,
        },
        some,
      );
    }
    progress.lastAt = last.at;
  };
}

/** Tracks the stream position, which is stored with the rows, or periodically when no rows come. */
function createProgress(deps: WriteDeps & Pick<SyncDeps, "syncTimes">) {
  const { notedEveryMs } = deps.syncTimes;
  let position = readPosition(deps.db);
  let noted = position;
  let notedAt = performance.now();
  // This station's snapshots also state the position, so it must not lag while no messages come.
  let noting: NodeJS.Timeout | undefined;
  const noteSoon = (): void =>
    void (noting ??= setTimeout(
      () => guarded(deps.log, "the stream position could not be stored", note),
      notedEveryMs,
    ).unref());
  const note = (): void => {
    clearTimeout(noting);
    noting = undefined;
    if (noted.seq === position.seq) return;
    inTransaction(deps, () => writePosition(deps.db, position));
    noted = position;
    notedAt = performance.now();
  };
  return {
    get position() {
      return position;
    },
    /** When the hub stored the last applied message, ms since the epoch; 0 before the first. */
    lastAt: 0,
    note,
    /** Called when the position was stored with rows. */
    onPosition(written: StreamPosition): void {
      position = written;
      noted = written;
      notedAt = performance.now();
    },
    /** Moves the position past a message of this station itself. */
    passOver(last: Delivered): void {
      position = { seq: last.seq, anchor: anchorOf(last.head.id, last.at) };
      if (performance.now() - notedAt > notedEveryMs) note();
      else noteSoon();
    },
    stop: () => clearTimeout(noting),
  };
}

/**
 * Returns whether more messages arrived while this station was busy: the hub's count of pending
 * messages was taken before they arrived.
 */
async function isMoreHere(messages: ConsumerMessages): Promise<boolean> {
  if (waitingIn(messages) > 0) return true;
  // In one turn the event loop reads what the socket already has.
  await new Promise((turned) => setImmediate(turned));
  return waitingIn(messages) > 0;
}

/**
 * Counts messages that have arrived and were not taken yet. The library's own count includes its
 * internal messages.
 */
function waitingIn(messages: ConsumerMessages): number {
  return messages.getReceived() - messages.getProcessed();
}

/**
 * Stops the messages after two missed heartbeats.
 *
 * @returns A function that returns whether missed heartbeats ended the messages.
 */
export function watchHeartbeats(messages: ConsumerMessages): () => boolean {
  let isSilent = false;
  void (async () => {
    for await (const status of messages.status()) {
      if (status.type !== "heartbeats_missed" || status.count < 2) continue;
      isSilent = true;
      messages.stop();
    }
  })().catch(() => {});
  return () => isSilent;
}

function delivered(message: JsMsg): Delivered {
  return {
    seq: message.seq,
    subject: message.subject,
    at: Math.floor(message.info.timestampNanos / NANOS_PER_MS),
    head: readHead(message.headers),
    body: message.data,
  };
}
