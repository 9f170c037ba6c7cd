/** Messages of a joined desk with a faulty or hostile program. */
import { jetstream } from "@nats-io/jetstream";
import { headers, type NatsConnection } from "@nats-io/transport-node";
import { deflateRawSync } from "node:zlib";
import { hashOf, signedText, signerOf } from "../../core/sync/stream/message-signature.ts";

/** Header values: id, number and version. */
type Stated = { readonly "Nats-Msg-Id"?: string; readonly n?: string; readonly v?: string };

export type EvilDesk = {
  readonly stationID: string;
  readonly connection: NatsConnection;
  /**
   * Publishes a message under the desk's own subject.
   * @param hlc Stamp of the message; absent: now.
   * @param stated Headers that replace the valid ones and are signed.
   */
  publish(body: Uint8Array, hlc?: string, stated?: Stated): Promise<void>;
  /** Creates a current stamp of this desk. */
  stamp(): string;
};

/**
 * Creates a hostile desk that uses a station's connection.
 *
 * @param connection Connection with the station's credential.
 * @param seed Seed of the credential, which signs the messages.
 * @param name Prefix of message ids.
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

/** Packs a text as the changes of a message, without checks. */
export function packText(text: string | Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(1), deflateRawSync(text)]);
}
