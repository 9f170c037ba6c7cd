/**
 * One transaction of a station as the organization's stream carries it: what its outbox row has,
 * under the subject of its station. A message is known by its id: the hub drops a second one of the
 * same id, and stations apply one twice without harm.
 */
import { headers, type MsgHdrs } from "@nats-io/transport-node";
import type { RowChange } from "../../db/database.ts";
import { hashOf, signedText, type Sign } from "./message-signature.ts";
import { isOneMessage, packChanges, unpackChanges } from "../../db/packed-changes.ts";

/** The organization's stream. */
export const STREAM = "EV";

/**
 * Of the headers and of how the body is packed. A station keeps what has a newer one until its
 * upgrade.
 */
export const MESSAGE_VERSION = 1;

const ID = "Nats-Msg-Id";
/** The number of the outbox row: how far its station had come. */
const NUMBER = "n";
const STAMP = "h";
const VERSION = "v";
const HASH = "b";
const SIGNATURE = "s";
/** The server's own header. */
const COPIED = "Nats-Stream";

/** Packed. What another station applies in one turn of its core; servers take at least 1 MiB. */
const MOST_BYTES = 24 * 1024;

/** A transaction as its station's outbox has it. */
export type OutboxCommit = {
  readonly seq: number;
  readonly id: string;
  readonly hlc: string;
  readonly payload: Uint8Array;
};

export type OutMessage = {
  readonly id: string;
  readonly seq: number;
  readonly hlc: string;
  readonly body: Uint8Array;
};

/**
 * The headers of a message. `number` and `version` are 0 and `hlc` is "" where a message lacks
 * them.
 */
export type MessageHead = {
  readonly id: string;
  readonly number: number;
  readonly hlc: string;
  readonly version: number;
  /** The server stored it by itself, as a copy of another message. */
  readonly isCopy: boolean;
  /**
   * SHA-256 of the body, hex, and the sender's signature of the head, base64; "" where the sender
   * has stated none.
   */
  readonly hash: string;
  readonly signature: string;
};

/** The subject under which a station publishes its transactions. */
export function subjectOf(stationID: string): string {
  return `ev.${stationID}.commit`;
}

/** The station that published under this subject; "" for another form. */
export function stationOf(subject: string): string {
  return subject.split(".")[1] ?? "";
}

/**
 * @returns One message, or several of the same stamp for a larger transaction: the rules of merging
 *   hold for each part.
 */
export function toMessages(
  { seq, id, hlc, payload }: OutboxCommit,
  mostBytes = MOST_BYTES,
): OutMessage[] {
  if (payload.length <= mostBytes && isOneMessage(payload))
    return [{ id, seq, hlc, body: payload }];
  return split(unpackChanges(payload), mostBytes).map((body, i) => ({
    id: i === 0 ? id : `${id}/${i}`,
    seq,
    hlc,
    body,
  }));
}

function split(changes: readonly RowChange[], mostBytes: number): Uint8Array[] {
  const body = packChanges(changes);
  if (changes.length === 1 || (body.length <= mostBytes && isOneMessage(body))) return [body];
  const half = Math.ceil(changes.length / 2);
  return [...split(changes.slice(0, half), mostBytes), ...split(changes.slice(half), mostBytes)];
}

/**
 * Whose message it is: under which subject it goes out, and by which key it is signed; without a
 * key it is not.
 */
export type Sender = { readonly subject: string; readonly sign?: Sign | undefined };

/** The headers to publish a message with. */
export function toHeaders(
  { id, seq, hlc, body }: OutMessage,
  { subject, sign }: Sender = { subject: "" },
): MsgHdrs {
  const all = headers();
  all.set(ID, id);
  all.set(NUMBER, String(seq));
  all.set(STAMP, hlc);
  all.set(VERSION, String(MESSAGE_VERSION));
  if (sign === undefined) return all;
  const hash = hashOf(body);
  all.set(HASH, hash);
  all.set(
    SIGNATURE,
    sign(signedText({ subject, id, number: seq, hlc, version: MESSAGE_VERSION, hash })),
  );
  return all;
}

/** @param found Of a stored or delivered message; absent: a message of another program. */
export function readHead(found: MsgHdrs | undefined): MessageHead {
  return {
    id: found?.get(ID) ?? "",
    number: wholeOf(found?.get(NUMBER)),
    hlc: found?.get(STAMP) ?? "",
    version: wholeOf(found?.get(VERSION)),
    isCopy: found?.has(COPIED) === true,
    hash: found?.get(HASH) ?? "",
    signature: found?.get(SIGNATURE) ?? "",
  };
}

/**
 * @returns 0 for a text that states no whole number: SQLite refuses another one in a column of
 *   integers.
 */
function wholeOf(text = ""): number {
  const number = Number(text);
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}
