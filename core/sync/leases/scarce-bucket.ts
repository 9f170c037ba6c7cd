/**
 * The bucket in which the stations of an organization share what is scarce. A document there is changed by compare-and-set alone: read,
 * changed, and written only where no other change came between.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { jetstream, JetStreamApiCodes, JetStreamApiError } from "@nats-io/jetstream";
import { Kvm, type KV } from "@nats-io/kv";
import type { NatsConnection } from "@nats-io/transport-node";
import type { z } from "zod";
import { parseJson } from "../../base/json.ts";

export const SCARCE = "SCARCE";

/** One call to the hub; a lost answer leaves time for another try within what a caller is kept waiting. */
const CALL_MS = 800;
/** A document that another station changed first is tried again after at most so long, by chance. */
const APART_MS = 20;
/** After a call that had no answer. */
const AFTER_FAULT_MS = 60;

export type ScarceBucket = Pick<KV, "get" | "create" | "update">;

/** @returns The organization's bucket; whether it is there shows at the first use. */
export async function openScarce(nc: NatsConnection): Promise<KV> {
  // allow_direct: a read may come from a copy that lags behind, and a change based on it would be refused again and again.
  return await new Kvm(jetstream(nc, { timeout: CALL_MS })).open(SCARCE, { bindOnly: true, allow_direct: false });
}

/** A document of the bucket, its shape, and what stands for it before it is written first. */
export type Place<T> = { readonly key: string; readonly schema: z.ZodType<T>; readonly none: T };

/**
 * Changes a document. Where no answer comes it is not known whether the change was written: the document is read anew, and `change` must find by it
 * what an earlier try has done.
 *
 * @param change Gets the document as it is. Returns the new one, or the same one when there is nothing to change. What it throws
 *   ends it.
 * @param untilMs By `performance.now()`: no try begins after it.
 * @returns The document as it is now; undefined when the hub gave no answer in time.
 */
export async function changeDocument<T extends object>(kv: ScarceBucket, { key, schema, none }: Place<T>, change: (document: T) => T, untilMs: number): Promise<T | undefined> {
  do {
    const read = await answered(() => kv.get(key));
    if (read !== NO_ANSWER) {
      const before = read === null || read.operation !== "PUT" ? none : parseJson(read.string(), schema, `${key} of the hub`);
      const after = change(before);
      if (after === before) return after;
      const text = JSON.stringify(after);
      const written = await answered(() => (read === null ? kv.create(key, text) : kv.update(key, text, read.revision)));
      if (typeof written === "number") return after;
    }
    await sleep(read === NO_ANSWER ? AFTER_FAULT_MS : Math.random() * APART_MS);
  } while (performance.now() < untilMs);
  return undefined;
}

/**
 * The bucket as long as one connection lasts: after it was lost, another one may lead to an older copy of the hub, which must be looked at first.
 *
 * @param onWritten Gets the revision of each change.
 */
export function fenceBucket(kv: KV, isOver: () => boolean, onWritten: (revision: number) => void): ScarceBucket {
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
    get: (key) => within(() => kv.get(key)),
    create: (key, data) => within(() => kv.create(key, data)).then(written),
    update: (key, data, revision) => within(() => kv.update(key, data, revision)).then(written),
  };
}

const NO_ANSWER = Symbol("no answer");

/** @returns Also `NO_ANSWER` when another station was first. @throws JetStreamApiError when the hub refuses: no such bucket, no space. */
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
  return error instanceof JetStreamApiError && [StreamWrongLastSequence, StreamWrongLastSequenceUnknown].some((code) => code === error.code);
}
