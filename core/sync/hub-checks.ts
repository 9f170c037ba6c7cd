/**
 * Checks a hub from a connected station. Each check has a text for the person who joins. The hub
 * may also be an organization's own server, which no Packbench hub has set up.
 */
import {
  jetstream,
  jetstreamManager,
  StorageType,
  type JetStreamManager,
  type StreamInfo,
} from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { isAppError } from "../base/errors.ts";
import { askTwice } from "./silent-hub.ts";
import {
  compareVersions,
  EVENT_STREAM,
  FILE_STORE,
  FLUSH_NOTE,
  KEY_BUCKET,
  OLDEST_SERVER,
  SCARCE_BUCKET,
  SEEN_BUCKET,
  SNAPSHOT_STORE,
} from "./hub-names.ts";

const HUB_CHECKS = [
  "version",
  "encryption",
  "streams",
  "publishing",
  "clock",
  "durability",
] as const;
/**
 * `ok` null: cannot be determined from here. `words`: English text for the screen's details and the
 * log.
 */
export type HubCheck = {
  readonly name: (typeof HUB_CHECKS)[number];
  readonly ok: boolean | null;
  readonly words: string;
};

const LARGEST_SKEW_MS = 5 * 60_000;
/** Time for one answer of the hub, ms. */
const ANSWER_MS = 5_000;
const NEEDED_STREAMS: readonly string[] = [
  EVENT_STREAM,
  `KV_${SCARCE_BUCKET}`,
  `KV_${SEEN_BUCKET}`,
  `KV_${KEY_BUCKET}`,
  `OBJ_${SNAPSHOT_STORE}`,
  `OBJ_${FILE_STORE}`,
];

/**
 * Checks the hub, and changes nothing there. A failed check does not reject the promise.
 *
 * @param stationID Station of the connection.
 * @param answerMs Longest wait for one answer of the hub, and for its ping after a missing answer.
 * @throws AppError E2112 when the hub does not answer.
 */
export async function checkHub(
  nc: NatsConnection,
  stationID: string,
  answerMs = ANSWER_MS,
): Promise<readonly HubCheck[]> {
  const jsm = await jetstreamManager(nc, { checkAPI: false, timeout: answerMs });
  const streams = await Promise.all(
    NEEDED_STREAMS.map((name) => infoOf({ nc, jsm, answerMs }, name)),
  );
  const events = streams[0];
  return [
    versionOf(nc),
    encryptionOf(nc),
    readingOf(streams),
    await publishingOf(nc, stationID, answerMs),
    await clockOf({ nc, jsm, answerMs }),
    durabilityOf(events),
  ];
}

type Asking = {
  readonly nc: NatsConnection;
  readonly jsm: JetStreamManager;
  readonly answerMs: number;
};

async function infoOf(
  { nc, jsm, answerMs }: Asking,
  name: string,
): Promise<StreamInfo | undefined> {
  try {
    return await askTwice(nc, () => jsm.streams.info(name), answerMs);
  } catch (error) {
    if (isAppError(error, "hubNotReached")) throw error;
    return undefined;
  }
}

function versionOf({ info }: NatsConnection): HubCheck {
  const version = info?.version ?? "unknown";
  return {
    name: "version",
    ok: compareVersions(version, OLDEST_SERVER) >= 0,
    words: `nats-server ${version}; ${OLDEST_SERVER} or newer is needed.`,
  };
}

function encryptionOf({ info }: NatsConnection): HubCheck {
  if (info?.tls_required === true)
    return { name: "encryption", ok: true, words: "The server takes encrypted connections only." };
  return {
    name: "encryption",
    ok: info?.tls_available === true ? null : false,
    words: "The server also takes connections without encryption. Set tls in its configuration.",
  };
}

function readingOf(streams: readonly (StreamInfo | undefined)[]): HubCheck {
  const missing = NEEDED_STREAMS.filter((_, at) => streams[at] === undefined);
  const words =
    missing.length === 0
      ? "All streams of the organization can be read."
      : `These streams are missing, or this station may not read them: ${missing.join(", ")}.`;
  return { name: "streams", ok: missing.length === 0, words };
}

/**
 * Checks whether the station may publish, without storing anything: publishes an event that names a
 * wrong stream. A server that permits publishing rejects this event only because of that name.
 */
async function publishingOf(
  nc: NatsConnection,
  stationID: string,
  answerMs: number,
): Promise<HubCheck> {
  try {
    await askTwice(
      nc,
      () =>
        jetstream(nc, { timeout: answerMs }).publish(`ev.${stationID}.check`, "", {
          expect: { streamName: "none" },
          retries: 0,
        }),
      answerMs,
    );
  } catch (error) {
    if (isAppError(error, "hubNotReached")) throw error;
    const isAccepted = error instanceof Error && /stream does not match/i.test(error.message);
    if (isAccepted)
      return { name: "publishing", ok: true, words: "This station may publish its events." };
  }
  return {
    name: "publishing",
    ok: false,
    words: `This station may not publish its events: its credential needs the right to publish ev.${stationID}.>.`,
  };
}

/**
 * Compares the time in the server's answer with this computer's time in the middle of the round
 * trip.
 */
async function clockOf(asking: Asking): Promise<HubCheck> {
  const beganMs = Date.now();
  const info = await infoOf(asking, EVENT_STREAM);
  const endedMs = Date.now();
  if (info?.ts === undefined)
    return { name: "clock", ok: null, words: "The server does not state its time." };
  const skewMs = Math.round((beganMs + endedMs) / 2 - Date.parse(info.ts));
  return {
    name: "clock",
    ok: Math.abs(skewMs) <= LARGEST_SKEW_MS,
    words: `This computer's clock is ${Math.abs(skewMs)} ms ${skewMs < 0 ? "behind" : "ahead of"} the server's.`,
  };
}

function durabilityOf(events: StreamInfo | undefined): HubCheck {
  if (events === undefined)
    return { name: "durability", ok: null, words: "The stream of events cannot be read." };
  const { storage, num_replicas: copies, metadata } = events.config;
  if (storage !== StorageType.File)
    return {
      name: "durability",
      ok: false,
      words: "The events are kept in memory only. Set the stream's storage to file.",
    };
  if (metadata?.[FLUSH_NOTE] === "always")
    return {
      name: "durability",
      ok: true,
      words: `Each event is written to the disk before it counts, on ${copies} ${copies === 1 ? "server" : "servers"}.`,
    };
  return {
    name: "durability",
    ok: null,
    words: `Events are kept on ${copies} ${copies === 1 ? "disk" : "disks"}. Set sync_interval: always on each server, and state it in the stream's metadata: ${FLUSH_NOTE}=always.`,
  };
}
