/**
 * Makes the organization's streams: creates missing streams and corrects wrong settings; deletes
 * nothing.
 */
import {
  DiscardPolicy,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  StoreCompression,
  type JetStreamManager,
  type StreamConfig,
} from "@nats-io/jetstream";
import { nanos, type NatsConnection } from "@nats-io/transport-node";
import {
  EVENT_STREAM,
  FILE_STORE,
  FLUSH_NOTE,
  KEY_BUCKET,
  SCARCE_BUCKET,
  SEEN_BUCKET,
  SNAPSHOT_STORE,
} from "../hub-names.ts";

type Wanted = Partial<StreamConfig> & { readonly name: string; readonly subjects: string[] };

const DAY_MS = 86_400_000;
const DUPLICATES_MS = 120_000;
const SCARCE_HISTORY = 20;
/**
 * Maximum message size, bytes: several times what stations write. The server rejects larger
 * messages of a desk before any other station has to read them.
 */
const MOST_BYTES = {
  [EVENT_STREAM]: 2 * 1024 * 1024,
  [SCARCE_BUCKET]: 128 * 1024,
  [SEEN_BUCKET]: 64 * 1024,
  [KEY_BUCKET]: 512 * 1024,
  objects: 256 * 1024,
};
/** JetStream's code for a missing stream. */
const NOT_FOUND = 10_059;

/**
 * `keepDays`: retention of events, snapshots and files. `replicas`: servers that store each
 * message. `isFlushing`: the servers write each message to their disks before they acknowledge it.
 */
export type StreamChoice = {
  readonly keepDays: number;
  readonly replicas: number;
  readonly isFlushing: boolean;
};

/**
 * Makes the hub's streams and buckets.
 *
 * @param nc Connection as the hub's admin of the organization.
 */
export async function makeStreams(
  nc: NatsConnection,
  { keepDays, replicas, isFlushing }: StreamChoice,
): Promise<void> {
  const jsm = await jetstreamManager(nc);
  const keepNs = nanos(keepDays * DAY_MS);
  for (const wanted of [
    events(keepNs),
    bucket(SCARCE_BUCKET, SCARCE_HISTORY),
    bucket(SEEN_BUCKET, 1),
    { ...bucket(KEY_BUCKET, 1), max_age: nanos(DAY_MS) },
    objects(SNAPSHOT_STORE, keepNs),
    objects(FILE_STORE, keepNs),
  ])
    await makeOrCorrect(jsm, {
      ...wanted,
      num_replicas: replicas,
      metadata: isFlushing ? { [FLUSH_NOTE]: "always" } : {},
    });
}

function events(keepNs: number): Wanted {
  return {
    ...onDisk(EVENT_STREAM, ["ev.>"]),
    max_msg_size: MOST_BYTES[EVENT_STREAM],
    discard: DiscardPolicy.Old,
    max_age: keepNs,
    duplicate_window: nanos(DUPLICATES_MS),
    allow_atomic: true,
    deny_delete: true,
    compression: StoreCompression.S2,
  };
}

/**
 * Makes the settings of a bucket for the KV library. Roll-ups are off, because a single desk could
 * empty the whole bucket with them.
 */
function bucket(
  name: typeof SCARCE_BUCKET | typeof SEEN_BUCKET | typeof KEY_BUCKET,
  history: number,
): Wanted {
  return {
    ...onDisk(`KV_${name}`, [`$KV.${name}.>`]),
    discard: DiscardPolicy.New,
    max_msgs_per_subject: history,
    max_msg_size: MOST_BYTES[name],
    deny_delete: true,
    allow_rollup_hdrs: false,
    // Each claim and each used key can have a separate expiry.
    allow_msg_ttl: true,
  };
}

/**
 * Makes the settings of a store for the object library, which needs roll-ups. A desk could empty
 * the store with a roll-up, but the store contains only copies.
 */
function objects(name: string, keepNs: number): Wanted {
  return {
    ...onDisk(`OBJ_${name}`, [`$O.${name}.C.>`, `$O.${name}.M.>`]),
    discard: DiscardPolicy.New,
    max_age: keepNs,
    max_msg_size: MOST_BYTES.objects,
    allow_rollup_hdrs: true,
  };
}

function onDisk(name: string, subjects: string[]): Wanted {
  return {
    name,
    subjects,
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    allow_direct: true,
  };
}

async function makeOrCorrect(jsm: JetStreamManager, wanted: Wanted): Promise<void> {
  const found = await configOf(jsm, wanted.name);
  if (found === undefined) return void (await jsm.streams.add(wanted));
  const { metadata, ...rest } = wanted;
  const set: Readonly<Record<string, unknown>> = { ...found };
  const isRight =
    Object.entries(rest).every(
      ([key, value]) => JSON.stringify(set[key] ?? false) === JSON.stringify(value),
    ) && found.metadata?.[FLUSH_NOTE] === metadata?.[FLUSH_NOTE];
  if (!isRight)
    await jsm.streams.update(wanted.name, {
      ...rest,
      metadata: { ...found.metadata, ...metadata },
    });
}

async function configOf(jsm: JetStreamManager, name: string): Promise<StreamConfig | undefined> {
  try {
    return (await jsm.streams.info(name)).config;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === NOT_FOUND) return undefined;
    throw error;
  }
}
