/**
 * The bucket with the organization's shared leases and claims. Its documents are changed only by
 * compare-and-set: a document is read, changed, and written only if no other change came in
 * between.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { jetstream, JetStreamApiCodes, JetStreamApiError } from "@nats-io/jetstream";
import { Kvm, type KV, type KvEntry } from "@nats-io/kv";
import type { NatsConnection } from "@nats-io/transport-node";
import type { z } from "zod";
import { parseNote } from "../parse-note.ts";
import type { NoteFaults } from "./note-faults.ts";

export const SCARCE = "SCARCE";

/**
 * Timeout of one call to the hub, ms: short enough that a caller has time for another try after a
 * lost answer.
 */
const CALL_MS = 800;
/**
 * Longest random delay before retrying a document that another station changed first, ms.
 */
const APART_MS = 20;
/** Delay after a call without an answer, ms. */
const AFTER_FAULT_MS = 60;

export type ScarceBucket = Pick<KV, "get" | "create" | "update"> & {
  /** Reads earlier revisions of a key; absent: no earlier revision is read. */
  readonly history?: KV["history"];
  /** Collects records that do not fit their schema. */
  readonly faults?: NoteFaults;
  /** Id of this station; each document that this station writes contains the id. */
  readonly by?: string;
  /**
   * Called when neither a document nor an earlier revision fits its schema.
   *
   * @returns Whether the document counts as missing; otherwise changing it fails.
   */
  onLost?(key: string): boolean;
};

/**
 * Delay after an unfit document, ms: another desk may overwrite a document endlessly, and reading
 * its revisions each time would keep this station busy.
 */
const AFTER_UNFIT_MS = 300;
/** Larger earlier revisions are ignored. */
const LARGEST_EARLIER = 64 * 1024;

/** Opens the organization's bucket. The first use of the bucket shows whether it exists. */
export async function openScarce(nc: NatsConnection): Promise<KV> {
  // With allow_direct, a read could come from a replica that lags behind, and a change based on
  // this read would be rejected repeatedly.
  return await new Kvm(jetstream(nc, { timeout: CALL_MS })).open(SCARCE, {
    bindOnly: true,
    allow_direct: false,
  });
}

/** A document of the bucket, its schema, and its value before it is first written. */
export type DocumentSpec<T> = {
  readonly key: string;
  readonly schema: z.ZodType<T>;
  readonly none: T;
};

/**
 * Changes a document. When no answer comes, it is unknown whether the change was written: the
 * document is read again, and `change` must recognize what an earlier try has done.
 *
 * A document that does not fit its schema is replaced by its last fitting revision.
 *
 * @param change Called with the current document; returns the new document, or the same document
 *   when nothing changes. A thrown error ends the call.
 * @param untilMs By `performance.now()`: no further try starts after it.
 * @returns The document as it is now; undefined when the hub did not answer in time.
 */
export async function changeDocument<T extends object>(
  kv: ScarceBucket,
  { key, schema, none }: DocumentSpec<T>,
  change: (document: T) => T,
  untilMs: number,
): Promise<T | undefined> {
  do {
    const read = await answered(() => kv.get(key));
    let isUnfit = false;
    if (read !== NO_ANSWER) {
      const fit = read === null ? none : parseNote(read, schema);
      isUnfit = fit === undefined;
      const before = fit ?? (await repaired(kv, { key, schema, none }, read));
      if (before === NO_ANSWER) {
        await sleep(AFTER_FAULT_MS);
        continue;
      }
      const after = change(before);
      if (after === before && fit !== undefined) return after;
      const text = JSON.stringify(kv.by === undefined ? after : { ...after, by: kv.by });
      const written = await answered(() =>
        read === null ? kv.create(key, text) : kv.update(key, text, read.revision),
      );
      if (typeof written === "number") return after;
    }
    await sleep(
      read === NO_ANSWER ? AFTER_FAULT_MS : isUnfit ? AFTER_UNFIT_MS : Math.random() * APART_MS,
    );
  } while (performance.now() < untilMs);
  return undefined;
}

/**
 * Finds the replacement of an unfit document.
 *
 * @returns `NO_ANSWER` when no answer came.
 * @throws Error when there is no replacement.
 */
async function repaired<T>(
  kv: ScarceBucket,
  { key, schema, none }: DocumentSpec<T>,
  read: KvEntry | null,
): Promise<T | typeof NO_ANSWER> {
  if (read !== null) kv.faults?.note(read);
  const earlier = await answered(() => findEarlier(kv, { key, schema }));
  if (earlier !== undefined) return earlier;
  if (read?.operation !== "PUT" && kv.onLost === undefined) return none;
  if (kv.onLost?.(key) === true) return none;
  throw new Error(`${key} of the hub cannot be read, nor any earlier revision of it`);
}

/**
 * Finds the newest earlier revision of a document that is readable and that `fits` selects.
 *
 * @param fits Selects revisions; default: every readable revision.
 * @throws Error when the hub does not answer.
 */
export async function findEarlier<T>(
  kv: Pick<ScarceBucket, "get" | "history">,
  { key, schema }: Pick<DocumentSpec<T>, "key" | "schema">,
  fits: (document: T) => boolean = () => true,
): Promise<T | undefined> {
  if (kv.history === undefined) return undefined;
  const revisions: number[] = [];
  const asked = { key, headers_only: true };
  for await (const { operation, length, revision } of await kv.history(asked))
    if (operation === "PUT" && length <= LARGEST_EARLIER) revisions.push(revision);
  for (const revision of revisions.reverse()) {
    const entry = await kv.get(key, { revision });
    const found = entry === null ? undefined : parseNote(entry, schema);
    if (found !== undefined && fits(found)) return found;
  }
  return undefined;
}

/**
 * Limits the bucket to one connection: after a reconnect, the hub may be an older copy, which must
 * be checked first.
 *
 * @param onWritten Called with the revision of each change.
 */
export function fenceBucket(
  kv: KV,
  isOver: () => boolean,
  onWritten: (revision: number) => void,
  of: Pick<ScarceBucket, "faults" | "by" | "onLost"> = {},
): ScarceBucket {
  const within = async <T>(call: () => Promise<T>): Promise<T> => {
    if (isOver()) throw new Error("the connection to the hub was lost");
    const answer = await call();
    if (isOver()) throw new Error("the connection to the hub was lost");
    return answer;
  };
  const written = (revision: number): number => {
    onWritten(revision);
    return revision;
  };
  return {
    ...of,
    get: (key, options) => within(() => kv.get(key, options)),
    history: (options) => within(() => kv.history(options)),
    create: (key, data) => within(() => kv.create(key, data)).then(written),
    update: (key, data, revision) => within(() => kv.update(key, data, revision)).then(written),
  };
}

const NO_ANSWER = Symbol("no answer");

/**
 * Waits for the answer to a call.
 *
 * @returns `NO_ANSWER` when no answer came, and also when another station was first.
 * @throws JetStreamApiError when the hub rejects the call: no such bucket, no space.
 */
async function answered<T>(call: () => Promise<T>): Promise<T | typeof NO_ANSWER> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof JetStreamApiError && !wasAnotherFirst(error)) throw error;
    return NO_ANSWER;
  }
}

/** Returns whether a write was rejected because another station was first. */
export function wasAnotherFirst(error: unknown): boolean {
  const { StreamWrongLastSequence, StreamWrongLastSequenceUnknown } = JetStreamApiCodes;
  return (
    error instanceof JetStreamApiError &&
    [StreamWrongLastSequence, StreamWrongLastSequenceUnknown].some((code) => code === error.code)
  );
}
