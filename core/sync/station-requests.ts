/**
 * Requests between stations, under `ask.<to>.<from>.<kind>`: the server lets a station ask only in
 * its own name. JetStream delivers stored messages to any subject that a desk names; a real request
 * differs by its reply subject, which no desk can set for a stored message.
 */
import type { Msg, NatsConnection } from "@nats-io/transport-node";
import { z } from "zod";
import { parseBounded, type TextLimits } from "../base/bounded-json.ts";
import { guarded } from "../base/guarded.ts";
import type { Log } from "../base/log.ts";

type Kind = "claim" | "claims" | "deliver" | "money";

/** Addresses all other stations. */
export const ALL = "all";

/** Limits of a request. */
const QUESTION: TextLimits = { bytes: 4 * 1024, depth: 4, values: 64 };

/**
 * Time per second that a station spends on one kind of request from another station, ms; further
 * requests get no answer.
 */
const ANSWERED_MS = 250;
const SECOND_MS = 1_000;

/** Returns whether a station may ask: the hub lists it, and it is not revoked. */
export type MayAsk = (stationID: string) => boolean;

const INBOX = "_INBOX";
const COPIED = "Nats-Stream";
const stationSchema = z.uuid();

type Question = { readonly to: string; readonly from: string; readonly kind: Kind };

/** `timeout`: ms. */
type Asking = Question & { readonly question: Uint8Array | string; readonly timeout: number };

/** Makes the subject of a request. */
function askSubject({ to, from, kind }: Question): string {
  return `ask.${to}.${from}.${kind}`;
}

/** Sends a message to all stations, without an answer. */
export function publishToAll(nc: NatsConnection, from: string, kind: Kind, question: object): void {
  nc.publish(askSubject({ to: ALL, from, kind }), JSON.stringify(question), {
    reply: `${INBOX}_${from}.none`,
  });
}

/**
 * Asks another station and waits for its answer.
 *
 * @throws Error when no answer arrives in time.
 */
export async function askStation(
  nc: NatsConnection,
  { question, timeout, ...of }: Asking,
): Promise<Uint8Array> {
  return (await nc.request(askSubject(of), question, { timeout })).data;
}

type Answering = {
  readonly to: string;
  readonly kind: Kind;
  readonly mayAsk: MayAsk;
  readonly log: Log;
  /** Answers a question of another station; undefined sends no answer. */
  answer(question: Uint8Array, from: string): Uint8Array | string | undefined;
};

/**
 * Answers requests from now on. A message that is not a request of another station gets no answer.
 *
 * @returns A function that stops answering.
 */
export function answerQuestions(
  nc: NatsConnection,
  { to, kind, mayAsk, log, answer }: Answering,
): () => void {
  let secondAt = 0;
  const spentMs = new Map<string, number>();
  const respond = (msg: Msg): void => {
    const from = senderOf(msg);
    if (from === undefined || !mayAsk(from)) return;
    const startedAt = performance.now();
    if (startedAt - secondAt > SECOND_MS) {
      secondAt = startedAt;
      spentMs.clear();
    }
    const spent = spentMs.get(from) ?? 0;
    if (spent > ANSWERED_MS) return;
    guarded(log, `a station's request could not be answered: ${kind}`, () => {
      const given = answer(msg.data, from);
      if (given !== undefined) msg.respond(given);
    });
    spentMs.set(from, spent + performance.now() - startedAt);
  };
  const questions = nc.subscribe(`ask.${to}.*.${kind}`, {
    callback: (error, msg) => (error === null ? respond(msg) : undefined),
  });
  return () => questions.unsubscribe();
}

/**
 * Parses a question.
 *
 * @throws Error for a request that is too large, not JSON, or of another shape.
 */
export function readQuestion<S extends z.ZodType>(question: Uint8Array, schema: S): z.output<S> {
  return parseBounded(question, schema, "a station's question", QUESTION);
}

function senderOf({ subject, reply, headers }: Msg): string | undefined {
  if (reply?.startsWith(INBOX) !== true || headers?.has(COPIED) === true) return undefined;
  const { success, data } = stationSchema.safeParse(subject.split(".")[2]);
  return success ? data : undefined;
}
