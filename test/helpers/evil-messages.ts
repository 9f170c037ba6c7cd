/** What a joined desk publishes whose program is faulty or hostile. */
import { jetstream } from "@nats-io/jetstream";
import { headers, type NatsConnection } from "@nats-io/transport-node";
import { deflateRawSync } from "node:zlib";
import { hashOf, signedText, signerOf } from "../../core/sync/stream/message-signature.ts";

/** Texts of headers: id, number and version. */
type Stated = { readonly "Nats-Msg-Id"?: string; readonly n?: string; readonly v?: string };

export type EvilDesk = {
  readonly stationID: string;
  readonly connection: NatsConnection;
  /**
   * Publishes a message under the desk's own subject.
   * @param hlc Its stamp; absent: of now.
   * @param stated Headers that are stated and signed in place of good ones.
   */
  publish(body: Uint8Array, hlc?: string, stated?: Stated): Promise<void>;
  /** A stamp of this desk, now. */
  stamp(): string;
};

/**
 * @param connection With the credential of that station.
 * @param seed Of the credential: what it publishes is signed.
 * @param name Begins the ids of its messages.
 */
export function asEvil(
  connection: NatsConnection,
  stationID: string,
  seed: string,
  name = stationID,
): EvilDesk {
  const sign = signerOf(seed);
  const subject = `ev.${stationID}.commit`;
  let n = 0;
  const stamp = (): string =>
    `${Date.now().toString(16).padStart(12, "0")}${n.toString(16).padStart(4, "0")}-${stationID}.1`;
  return {
    stationID,
    connection,
    stamp,
    async publish(body, hlc = stamp(), stated = {}) {
      n += 1;
      const all = headers();
      const texts = { "Nats-Msg-Id": `${name}-${n}`, n: `${n}`, v: "1", ...stated };
      const hash = hashOf(body);
      const { "Nats-Msg-Id": id, n: number, v: version } = texts;
      const signature = sign(
        signedText({ subject, id, number: Number(number), hlc, version: Number(version), hash }),
      );
      const head = { ...texts, h: hlc, b: hash, s: signature };
      for (const [name, value] of Object.entries(head)) all.set(name, value);
      await jetstream(connection).publish(subject, body, { headers: all });
    },
  };
}

/** Packs a text as the changes of a message, without a look at it. */
export function packText(text: string | Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(1), deflateRawSync(text)]);
}
