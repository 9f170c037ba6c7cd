/**
 * The bucket in which the stations of an organization share what is scarce. A document there is
 * changed by compare-and-set alone: read, changed, and written only where no other change came
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
 * One call to the hub; a lost answer leaves time for another try within what a caller is kept
 * waiting.
 */
const CALL_MS = 800;
/**
 * A document that another station changed first is tried again after at most so long, by chance.
 */
const APART_MS = 20;
/** After a call that had no answer. */
const AFTER_FAULT_MS = 60;

export type ScarceBucket = Pick<KV, "get" | "create" | "update"> & {
  /** Earlier revisions of a key; absent: none is read. */
  readonly history?: KV["history"];
  /** Gets to know of notes that do not fit. */
  readonly faults?: NoteFaults;
  /** This station, which is stated in each note that it writes. */
  readonly by?: string;
  /**
   * A note that does not fit has no earlier revision that does.
   * @returns Whether it counts as none; else what wants to change it fails.
   */
  onLost?(key: string): boolean;
};

/**
 * Another desk may write over a document without end: to look through its revisions each time would
 * keep this station busy.
 */
const AFTER_UNFIT_MS = 300;
/** An earlier revision that is larger is none. */
const LARGEST_EARLIER = 64 * 1024;

/** @returns The organization's bucket; whether it is there shows at the first use. */
export async function openScarce(nc: NatsConnection): Promise<KV> {
  // allow_direct: a read may come from a copy that lags behind, and a change based on it would be
  // refused again and again.
  return await new Kvm(jetstream(nc, { timeout: CALL_MS })).open(SCARCE, {
    bindOnly: true,
    allow_direct: false,
  });
}

/** A document of the bucket, its shape, and what stands for it before it is written first. */
export type Place<T> = { readonly key: string; readonly schema: z.ZodType<T>; readonly none: T };

/**
 * Changes a document. Where no answer comes it is not known whether the change was written: the
 * document is read anew, and `change` must find by it what an earlier try has done.
 *
 * A document that does not fit counts as its last revision that does, and is written again.
 *
 * @param change Gets the document as it is. Returns the new one, or the same one when there is
 *   nothing to change. What it throws ends it.
 * @param untilMs By `performance.now()`: no try begins after it.
 * @returns The document as it is now; undefined when the hub gave no answer in time.
 */
export async function changeDocument<T extends object>(
  kv: ScarceBucket,
  { key, schema, none }: Place<T>,
  change: (document: T) => T,
  untilMs: number,
): Promise<T | undefined> {
  do {
    const read = await answered(() => kv.get(key));
    let isUnfit = false;
    if (read !== NO_ANSWER) {
      const fit = read === null ? none : parseNote(read, schema);
      isUnfit = fit === undefined;
      const before = fit ?? (await mended(kv, { key, schema, none }, read));
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
 * What stands for a document that does not fit.
 * @returns Also `NO_ANSWER`.
 * @throws Error when nothing does.
 */
async function mended<T>(
  kv: ScarceBucket,
  { key, schema, none }: Place<T>,
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
 * @param fits Which revisions count; absent: each that can be read.
 * @returns The last revision that can be read.
 * @throws Error when the hub does not answer.
 */
export async function findEarlier<T>(
  kv: Pick<ScarceBucket, "get" | "history">,
  { key, schema }: Pick<Place<T>, "key" | "schema">,
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
 * The bucket as long as one connection lasts: after it was lost, another one may lead to an older
 * copy of the hub, which must be looked at first.
 *
 * @param onWritten Gets the revision of each change.
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
 * @returns Also `NO_ANSWER` when another station was first.
 * @throws JetStreamApiError when the hub refuses: no such bucket, no space.
 */
async function answered<T>(call: () => Promise<T>): Promise<T | typeof NO_ANSWER> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof JetStreamApiError && !wasAnotherFirst(error)) throw error;
    return NO_ANSWER;
  }
}

/** Whether a write was refused since another station was first. */
export function wasAnotherFirst(error: unknown): boolean {
  const { StreamWrongLastSequence, StreamWrongLastSequenceUnknown } = JetStreamApiCodes;
  return (
    error instanceof JetStreamApiError &&
    [StreamWrongLastSequence, StreamWrongLastSequenceUnknown].some((code) => code === error.code)
  );
}
