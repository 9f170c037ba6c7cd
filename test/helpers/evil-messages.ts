/** What a joined desk publishes whose program is faulty or hostile. */
import { jetstream } from "@nats-io/jetstream";
import { headers, type NatsConnection } from "@nats-io/transport-node";
import { deflateRawSync } from "node:zlib";

export type EvilDesk = {
  readonly stationID: string;
  readonly connection: NatsConnection;
  /** Publishes a message under the desk's own subject. @param hlc Its stamp; absent: of now. */
  publish(body: Uint8Array, hlc?: string): Promise<void>;
  /** A stamp of this desk, now. */
  stamp(): string;
};

/** @param connection With the credential of that station. */
export function asEvil(connection: NatsConnection, stationID: string): EvilDesk {
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
      const head = { "Nats-Msg-Id": `${stationID}-${n}`, n: `${n}`, h: hlc ?? stamp(), v: "1" };
      for (const [name, value] of Object.entries(head)) all.set(name, value);
      await jetstream(connection).publish(`ev.${stationID}.commit`, body, { headers: all });
    },
  };
}

/** Packs a text as the changes of a message, without a look at it. */
export function packText(text: string | Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(1), deflateRawSync(text)]);
}
