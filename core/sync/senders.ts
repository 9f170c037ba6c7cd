/**
 * Verifies senders of messages: the hub lists the keys of each station, and each message is signed
 * with a key of its sender.
 */
import type { KeyObject } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { jetstream } from "@nats-io/jetstream";
import { Kvm, type KV } from "@nats-io/kv";
import type { NatsConnection } from "@nats-io/transport-node";
import { rosterKey, SEEN_BUCKET } from "./hub-names.ts";
import { readRosterEntry, type RosterEntry } from "./hub-roster.ts";
import { hashOf, isSigned, signedText, verifierOf } from "./stream/message-signature.ts";
import { stationOf, type MessageHead } from "./stream/stream-message.ts";

/**
 * Number of reads of a station's entry, the number for a station without a known key, and the
 * interval of the reads, ms. A desk may overwrite an entry, perhaps with an earlier entry of the
 * hub; the hub rewrites the entry about 250 ms later.
 */
const [TRIES, FIRST_TRIES, TRY_AGAIN_MS] = [3, 5, 200];

type Message = { readonly subject: string; readonly head: MessageHead; readonly body: Uint8Array };

/**
 * Checks the sender of a message.
 *
 * @returns Whether the message was sent by the station of its subject.
 * @throws Error when the hub does not answer.
 */
export type SentCheck = (message: Message) => Promise<boolean>;

export type Senders = {
  /** Adds the keys of a station from an entry of the hub's list. */
  meet(entry: RosterEntry): void;
  open(connection: NatsConnection): SentCheck;
};

type Keys = Map<string, ReadonlyMap<string, KeyObject>>;

/** Adds the keys of an entry and removes none, because the entry may be outdated. */
function addKeys(keys: Keys, { id, keys: texts = [] }: RosterEntry): void {
  const known = keys.get(id);
  if (known === undefined || texts.some((text) => !known.has(text)))
    keys.set(
      id,
      new Map([...texts.map((text) => [text, verifierOf(text)] as const), ...(known ?? [])]),
    );
}

/**
 * Creates the check of senders by the hub's list of keys.
 *
 * @param hubKey Public key of the hub, from the enrolment. The hub signs its list.
 */
export function createSenders(hubKey: string): Senders {
  const keys: Keys = new Map();
  const reads = new Map<string, { readonly startedMs: number; readonly done: Promise<void> }>();
  const meet = (entry: RosterEntry): void => addKeys(keys, entry);

  /** Reads a station's entry again, a few times, until a key appears that is not known yet. */
  const read = async (bucket: KV, stationID: string): Promise<void> => {
    const before = keys.get(stationID);
    for (
      let i = 0;
      i < (before === undefined ? FIRST_TRIES : TRIES) && keys.get(stationID) === before;
      i++
    ) {
      if (i > 0) await sleep(TRY_AGAIN_MS);
      const entry = await bucket.get(rosterKey(stationID));
      if (entry === null) return;
      const listed =
        entry.operation === "PUT" ? readRosterEntry(entry.string(), hubKey) : undefined;
      if (listed?.id === stationID) meet(listed);
    }
  };
  /**
   * Reads a station's entry after a message has arrived at `sinceMs`; calls share a read that
   * started later. The hub lists a key before the station can sign with it, so the entry has the
   * message's key.
   */
  const readSince = (bucket: KV, stationID: string, sinceMs: number): Promise<void> => {
    const known = reads.get(stationID);
    if (known !== undefined && known.startedMs >= sinceMs) return known.done;
    const done = read(bucket, stationID);
    reads.set(stationID, { startedMs: performance.now(), done });
    return done;
  };

  return {
    meet,
    open(connection) {
      let bucket: Promise<KV> | undefined;
      return async ({ subject, head, body }) => {
        const sinceMs = performance.now();
        if (head.signature === "" || head.hash !== hashOf(body)) return false;
        const stationID = stationOf(subject);
        const isGood = (): Promise<boolean> =>
          isSigned(signedText({ ...head, subject }), head.signature, [
            ...(keys.get(stationID)?.values() ?? []),
          ]);
        if (await isGood()) return true;
        bucket ??= new Kvm(jetstream(connection)).open(SEEN_BUCKET, { bindOnly: true });
        await readSince(await bucket, stationID, sinceMs);
        return isGood();
      };
    },
  };
}
