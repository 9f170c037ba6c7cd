/**
 * Reads objects of the hub's stores. Every desk may write to a store, so an entry is checked before
 * it is used, a bad entry does not hide other entries, and a size that an entry states is ignored.
 */
import { createHash } from "node:crypto";
import { DeliverPolicy, JetStreamApiError, type JetStreamClient } from "@nats-io/jetstream";
import { z } from "zod";
import { watchHeartbeats } from "../stream/follow-stream.ts";

/** An object as its entry states it. `storedAt`: by the hub's clock, ms since the epoch. */
export type StoredObject = {
  readonly name: string;
  readonly nuid: string;
  readonly digest: string;
  readonly chunks: number;
  readonly metadata: Readonly<Record<string, string>>;
  readonly storedAt: number;
};

/** The object differs from its entry. */
export class DamagedObjectError extends Error {
  override readonly name = "DamagedObjectError";
}

type Hub = Pick<JetStreamClient, "consumers" | "jetstreamManager">;

/** Maximum number of entries, and largest entry in bytes; an entry has a few hundred bytes. */
const [MOST_ENTRIES, MOST_ENTRY_BYTES] = [200, 16 * 1024];
/** Maximum number of prefetched bytes: more than the largest message of a hub. */
const AHEAD_BYTES = 16 * 1024 * 1024;
const [AHEAD, EXPIRES_MS, HEARTBEAT_MS, UNUSED_MS] = [2_000, 10_000, 2_000, 30_000];
const NOT_FOUND = 10_037;
export const DIGEST = "SHA-256=";
const SIZE = "Nats-Msg-Size";

const entrySchema = z.object({
  name: z.string().min(1).max(200),
  // The id is a part of a subject.
  nuid: z.string().regex(/^[A-Za-z0-9]{1,64}$/),
  digest: z.string().startsWith(DIGEST),
  chunks: z.number().int().min(1),
  deleted: z.literal(false).optional(),
  metadata: z.record(z.string(), z.string()).default({}),
});

/**
 * Lists the objects of a store, the latest first. Reads at most the latest 200 entries, and skips
 * unreadable entries.
 *
 * @throws Error when the hub does not answer.
 */
export async function listObjects(js: Hub, store: string): Promise<StoredObject[]> {
  const manager = await js.jetstreamManager(false);
  const found: StoredObject[] = [];
  for (const seq of await latestEntries(js, store)) {
    const object = await readEntry(manager, store, { seq });
    if (object !== undefined) found.push(object);
  }
  return found;
}

/**
 * Finds the newest entry of a name.
 *
 * @returns Undefined when the store has no entry of that name, or the newest entry is unreadable.
 */
export async function findObject(
  js: Hub,
  store: string,
  name: string,
): Promise<StoredObject | undefined> {
  return await readEntry(await js.jetstreamManager(false), store, {
    last_by_subj: entrySubject(store, name),
  });
}

/** Returns whether the newest entry of that name is unreadable. */
export async function hasUnreadable(js: Hub, store: string, name: string): Promise<boolean> {
  const found = await findEntry(await js.jetstreamManager(false), store, {
    last_by_subj: entrySubject(store, name),
  });
  return found !== undefined && found.object === undefined;
}

/**
 * Reads an object, chunk by chunk.
 *
 * @throws DamagedObjectError when the object is incomplete or differs from its entry; Error when
 *   the hub stops answering.
 */
export async function* readObject(
  js: Hub,
  store: string,
  { nuid, chunks, digest }: StoredObject,
): AsyncGenerator<Uint8Array> {
  const subject = `$O.${store}.C.${nuid}`;
  const manager = await js.jetstreamManager(false);
  const { state } = await manager.streams.info(`OBJ_${store}`, { subjects_filter: subject });
  if (state.subjects?.[subject] !== chunks) throw new DamagedObjectError("it is not whole");
  const consumer = await js.consumers.get(`OBJ_${store}`, {
    filter_subjects: subject,
    inactive_threshold: UNUSED_MS,
  });
  const messages = await consumer.consume({
    max_bytes: AHEAD_BYTES,
    expires: EXPIRES_MS,
    idle_heartbeat: HEARTBEAT_MS,
  });
  const isSilent = watchHeartbeats(messages);
  const hash = createHash("sha256");
  let left = chunks;
  try {
    for await (const { data } of messages) {
      hash.update(data);
      yield data;
      if ((left -= 1) === 0) break;
    }
  } finally {
    messages.stop();
  }
  if (left > 0)
    throw new Error(
      isSilent() ? "the hub has stopped answering" : "the object did not arrive completely",
    );
  const stated = Buffer.from(digest.slice(DIGEST.length), "base64url");
  if (!hash.digest().equals(stated)) throw new DamagedObjectError("it is damaged");
}

/** Lists the numbers of the latest entries in the store's stream, the latest first. */
async function latestEntries(js: Hub, store: string): Promise<number[]> {
  const consumer = await js.consumers.get(`OBJ_${store}`, {
    filter_subjects: `$O.${store}.M.>`,
    deliver_policy: DeliverPolicy.LastPerSubject,
    headers_only: true,
    inactive_threshold: UNUSED_MS,
  });
  const latest: number[] = [];
  if ((await consumer.info()).num_pending === 0) return latest;
  const messages = await consumer.consume({
    max_messages: AHEAD,
    expires: EXPIRES_MS,
    idle_heartbeat: HEARTBEAT_MS,
  });
  const isSilent = watchHeartbeats(messages);
  try {
    for await (const { seq, info, headers } of messages) {
      if (Number(headers?.get(SIZE)) <= MOST_ENTRY_BYTES) latest.push(seq);
      if (latest.length > MOST_ENTRIES) latest.shift();
      if (info.pending === 0) break;
    }
  } finally {
    messages.stop();
  }
  if (isSilent()) throw new Error("the hub has stopped answering");
  return latest.reverse();
}

type Manager = Awaited<ReturnType<Hub["jetstreamManager"]>>;

type StoredEntry = { readonly object: StoredObject | undefined };

async function readEntry(
  manager: Manager,
  store: string,
  query: { seq: number } | { last_by_subj: string },
): Promise<StoredObject | undefined> {
  return (await findEntry(manager, store, query))?.object;
}

/**
 * Finds an entry by its sequence number, or the newest entry of a subject.
 *
 * @returns Undefined without an entry; `object` is undefined when the entry is unreadable.
 */
async function findEntry(
  manager: Manager,
  store: string,
  query: { seq: number } | { last_by_subj: string },
): Promise<StoredEntry | undefined> {
  try {
    const message = await manager.streams.getMessage(`OBJ_${store}`, query);
    if (message === null) return undefined;
    if (message.data.length > MOST_ENTRY_BYTES) return { object: undefined };
    const entry = entrySchema.safeParse(parsed(message.string())).data;
    if (entry === undefined || message.subject !== entrySubject(store, entry.name))
      return { object: undefined };
    const { name, nuid, digest, chunks, metadata } = entry;
    return { object: { name, nuid, digest, chunks, metadata, storedAt: message.time.getTime() } };
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === NOT_FOUND) return undefined;
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Makes the subject of an object's entry. */
export function entrySubject(store: string, name: string): string {
  const bytes = Buffer.from(name).toString("base64").replaceAll("+", "-").replaceAll("/", "_");
  return `$O.${store}.M.${bytes}`;
}
