/**
 * The stream comes in: an ordered consumer from this station's place on, applied in slices that
 * other work does not notice. What the station has written itself is passed over; its place is then
 * written now and then.
 */
import { randomUUID } from "node:crypto";
import {
  DeliverPolicy,
  type ConsumerMessages,
  type JetStreamClient,
  type JsMsg,
} from "@nats-io/jetstream";
import { guarded } from "../../base/guarded.ts";
import { stepAside } from "../../base/step-aside.ts";
import { inTransaction } from "../../db/change.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { SyncDeps } from "../deps.ts";
import { applyMessages, isOwn, newPace } from "./apply-messages.ts";
import type { Boundary } from "./boundary.ts";
import { watchDeaths, type DeadlyMessages } from "./deadly-messages.ts";
import type { SentCheck } from "../senders.ts";
import type { Delivered } from "./read-message.ts";
import { readHead, STREAM } from "./stream-message.ts";
import { anchorOf, readPlace, type Place, writePlace } from "../../db/stream-place.ts";

/** Fetched ahead of what is applied: twice the largest message that a hub takes. */
const FETCHED_BYTES = 16 * 1024 * 1024;
const HEARTBEAT_MS = 1_000;
const EXPIRES_MS = 10_000;
const UNUSED_MS = 30_000;
/** Packed changes that are gathered before they are applied, bytes: a purchase has some 1,000. */
const GATHERED_BYTES = 400_000;
/** Each message counts so much besides: a desk may publish any number with nothing in them. */
const HEAD_BYTES = 400;
const NANOS_PER_MS = 1_000_000;

export type Follower = {
  /**
   * Follows until `stop()`.
   * @throws Error when the hub cannot be followed any more: connect and check anew.
   */
  run(): Promise<void>;
  stop(): void;
  /** Of the last message that is applied, or was this station's own. */
  readonly place: Place;
  /** Messages in the stream behind it, as the hub stated with the last one. */
  readonly pending: number;
  /** When the last message was stored at the hub, ms since the epoch; 0 before the first. */
  readonly lastAt: number;
  /** Called after each slice. */
  onApplied: () => void;
};

/**
 * @param js Of a connection whose stream was checked.
 * @param boundary Of this station's other organizations, as they are now.
 * @param isSent Verifies senders; absent: the server's permissions alone do.
 */
export function createFollower(
  deps: SyncDeps,
  js: JetStreamClient,
  boundary: () => Boundary,
  isSent?: SentCheck,
): Follower {
  const progress = createProgress(deps);
  const apply = createApply(deps, { progress, boundary, isSent });
  let pending = 0;
  let messages: ConsumerMessages | undefined;
  let isStopped = false;

  const follower: Follower = {
    onApplied: () => {},
    get place() {
      return progress.place;
    },
    get pending() {
      return pending;
    },
    get lastAt() {
      return progress.lastAt;
    },
    async run() {
      const consumer = await js.consumers.get(STREAM, consumerFrom(deps, progress.place));
      messages = await consumer.consume(CONSUMED);
      const missed = watchHeartbeats(messages);
      if (isStopped) messages.stop();
      const deaths = watchDeaths(deps.db.raw.name);
      const slice = createSlice();
      const flush = async (): Promise<void> => {
        await apply(slice.take(), deaths);
        follower.onApplied();
      };
      try {
        for await (const message of messages) {
          pending = message.info.pending;
          if (message.seq > progress.place.seq) slice.add(message);
          if (!slice.isFull() && (pending > 0 || (await isMoreHere(messages)))) continue;
          await flush();
          if (pending > 0 || waitingIn(messages) > 0) await stepAside();
          if (isStopped) break;
        }
        await flush();
        progress.note();
      } finally {
        deaths.close();
        progress.stop(); // another follower goes on, from the place that is written
      }
      if (!isStopped)
        throw new Error(missed() ? "the hub has fallen silent" : "the hub's stream ended");
    },
    stop() {
      isStopped = true;
      messages?.stop();
    },
  };
  return follower;
}

const CONSUMED = {
  max_bytes: FETCHED_BYTES,
  expires: EXPIRES_MS,
  idle_heartbeat: HEARTBEAT_MS,
} as const;

function consumerFrom({ db }: ReadDeps, { seq }: Place) {
  return {
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: seq + 1,
    inactive_threshold: UNUSED_MS,
    name_prefix: `${db.stationID}_${randomUUID().slice(0, 8)}`,
  } as const;
}

/** Messages that are gathered before they are applied. */
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
      const { onPlace } = progress;
      await applyMessages(
        { deps, pace, reachesOthers: boundary(), isSent, deaths, onPlace, pause: stepAside },
        some,
      );
    }
    progress.lastAt = last.at;
  };
}

/** The place in the stream: written with the rows, or now and then where no rows come. */
function createProgress(deps: WriteDeps & Pick<SyncDeps, "syncTimes">) {
  const { notedEveryMs } = deps.syncTimes;
  let place = readPlace(deps.db);
  let noted = place;
  let notedAt = performance.now();
  // Snapshots of this station state the place, too: it is not to stay behind while nothing more
  // comes.
  let noting: NodeJS.Timeout | undefined;
  const noteSoon = (): void =>
    void (noting ??= setTimeout(
      () => guarded(deps.log, "the place in the stream could not be noted", note),
      notedEveryMs,
    ).unref());
  const note = (): void => {
    clearTimeout(noting);
    noting = undefined;
    if (noted.seq === place.seq) return;
    inTransaction(deps, () => writePlace(deps.db, place));
    noted = place;
    notedAt = performance.now();
  };
  return {
    get place() {
      return place;
    },
    /** When the last message was stored at the hub, ms since the epoch; 0 before the first. */
    lastAt: 0,
    note,
    /** The place was written with rows. */
    onPlace(written: Place): void {
      place = written;
      noted = written;
      notedAt = performance.now();
    },
    /** Goes on behind a message of this station itself. */
    passOver(last: Delivered): void {
      place = { seq: last.seq, anchor: anchorOf(last.head.id, last.at) };
      if (performance.now() - notedAt > notedEveryMs) note();
      else noteSoon();
    },
    stop: () => clearTimeout(noting),
  };
}

/**
 * Whether others came while this station was busy: the hub counted none behind a message that it
 * sent before them.
 */
async function isMoreHere(messages: ConsumerMessages): Promise<boolean> {
  if (waitingIn(messages) > 0) return true;
  await new Promise((turned) => setImmediate(turned)); // what the socket has already is read in a turn of the loop
  return waitingIn(messages) > 0;
}

/**
 * Messages that are here and were not taken yet. Its own count of them has notes of its own in it
 * as well.
 */
function waitingIn(messages: ConsumerMessages): number {
  return messages.getReceived() - messages.getProcessed();
}

/** Two missed heartbeats end the messages. @returns Whether that was why they ended. */
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
