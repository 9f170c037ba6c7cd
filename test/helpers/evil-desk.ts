/** A desk that has joined the hub and whose program publishes whatever it likes in its own name. */
import { jetstream } from "@nats-io/jetstream";
import { headers, type NatsConnection } from "@nats-io/transport-node";
import { deflateRawSync } from "node:zlib";
import { joinHub, type TestHub } from "./hub.ts";

export type EvilDesk = {
  readonly stationID: string;
  readonly connection: NatsConnection;
  /** Publishes a message under the desk's own subject. @param hlc Its stamp; absent: of now. */
  publish(body: Uint8Array, hlc?: string): Promise<void>;
  /** A stamp of this desk, now. */
  stamp(): string;
};

export async function evilDesk(hub: TestHub): Promise<EvilDesk> {
  const station = await joinHub(await hub.add(), "Evil");
  const connection = await station.connect();
  const { stationID } = station;
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
