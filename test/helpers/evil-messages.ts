/** What a joined desk publishes whose program is faulty or hostile. */
import { jetstream } from "@nats-io/jetstream";
import { headers, type NatsConnection } from "@nats-io/transport-node";
import { deflateRawSync } from "node:zlib";
import { hashOf, signedText, signerOf } from "../../core/sync/stream/message-signature.ts";

export type EvilDesk = {
  readonly stationID: string;
  readonly connection: NatsConnection;
  /** Publishes a message under the desk's own subject. @param hlc Its stamp; absent: of now. */
  publish(body: Uint8Array, hlc?: string): Promise<void>;
  /** A stamp of this desk, now. */
  stamp(): string;
};

/** @param connection With the credential of that station. @param seed Of the credential: what it publishes is signed. @param name Begins the ids of its messages. */
export function asEvil(connection: NatsConnection, stationID: string, seed: string, name = stationID): EvilDesk {
  const sign = signerOf(seed);
  const subject = `ev.${stationID}.commit`;
  let n = 0;
  const stamp = (): string =>
    `${Date.now().toString(16).padStart(12, "0")}${n.toString(16).padStart(4, "0")}-${stationID}.1`;
  return {
    stationID,
    connection,
    stamp,
    async publish(body, hlc) {
      n += 1;
      const all = headers();
      const id = `${name}-${n}`;
      const stated = hlc ?? stamp();
      const hash = hashOf(body);
      const signature = sign(signedText({ subject, id, number: n, hlc: stated, version: 1, hash }));
      const head = { "Nats-Msg-Id": id, n: `${n}`, h: stated, v: "1", b: hash, s: signature };
      for (const [name, value] of Object.entries(head)) all.set(name, value);
      await jetstream(connection).publish(subject, body, { headers: all });
    },
  };
}

/** Packs a text as the changes of a message, without a look at it. */
export function packText(text: string | Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(1), deflateRawSync(text)]);
}
