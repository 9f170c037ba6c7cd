/**
 * Messages of the organization's stream: the changes of one transaction of a station's outbox,
 * under the station's subject. The hub drops a message whose id it has seen within two minutes, and
 * stations may apply a message twice without harm.
 */
import { headers, type MsgHdrs } from "@nats-io/transport-node";
import type { RowChange } from "../../db/database.ts";
import { hashOf, signedText, type Sign } from "./message-signature.ts";
import { isOneMessage, packChanges, unpackChanges } from "../../db/packed-changes.ts";

/** The organization's stream. */
export const STREAM = "EV";

/**
 * Version of the headers and the body's packing. A station stores messages of a newer version until
 * its upgrade.
 */
export const MESSAGE_VERSION = 1;

const ID = "Nats-Msg-Id";
/** Number of the outbox row. */
const NUMBER = "n";
const STAMP = "h";
const VERSION = "v";
const HASH = "b";
const SIGNATURE = "s";
/** Header that only the server sets, on copies of stored messages. */
const COPIED = "Nats-Stream";

/**
 * Packed size above which a transaction is split into several messages, bytes: another station
 * applies a message of this size in one turn of its core. A single change is not split. Servers
 * accept at least 1 MiB.
 */
const MOST_BYTES = 24 * 1024;

/** The packed changes of one transaction, as a row of its station's outbox. */
export type OutboxChanges = {
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
 * The headers of a message. `number` and `version` are 0 and `hlc` is "" when a message lacks them.
 */
export type MessageHead = {
  readonly id: string;
  readonly number: number;
  readonly hlc: string;
  readonly version: number;
  /** Whether the server itself stored the message as a copy of another message. */
  readonly isCopy: boolean;
  /**
   * `hash`: SHA-256 of the body, hex. `signature`: the sender's signature of the head, base64. Both
   * are "" when the message lacks them.
   */
  readonly hash: string;
  readonly signature: string;
};

/** Makes the subject under which a station publishes its changes. */
export function subjectOf(stationID: string): string {
  return `ev.${stationID}.commit`;
}

/** Finds the station that publishes under this subject; "" for another form. */
export function stationOf(subject: string): string {
  return subject.split(".")[1] ?? "";
}

/**
 * Converts a transaction of the outbox to messages.
 *
 * @returns One message, or several with the same stamp for a larger transaction: each message
 *   merges independently.
 */
export function toMessages(
  { seq, id, hlc, payload }: OutboxChanges,
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
 * The sender of a message: its subject, and its signing function, without which messages are not
 * signed.
 */
export type Sender = { readonly subject: string; readonly sign?: Sign | undefined };

/** Makes the headers with which a message is published. */
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

/**
 * Reads the head of a message.
 *
 * @param found Headers of a stored or delivered message; absent for a message of another program.
 */
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
 * Parses a whole number.
 *
 * @returns 0 for a text that is not a whole number, which SQLite would reject in an integer column.
 */
function wholeOf(text = ""): number {
  const number = Number(text);
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}
