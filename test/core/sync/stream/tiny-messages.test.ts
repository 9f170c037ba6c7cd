/**
 * A desk that publishes very many empty messages.
 *
 * @module-tag all
 * @module-tag alone
 */
import { setTimeout as sleep } from "node:timers/promises";
import { headers } from "@nats-io/transport-node";
import { expect, it, onTestFinished } from "vitest";
import { createSenders } from "../../../../core/sync/senders.ts";
import { bareNats, until } from "../../../helpers/bare-nats.ts";
import { connectedStation } from "../../../helpers/connected-station.ts";
import { longestTurn } from "../../../helpers/longest-turn.ts";

it(
  "no turn of a station takes 100 ms while it reads tens of thousands of empty messages",
  { timeout: 120_000 },
  async () => {
    const nats = await bareNats();
    onTestFinished(() => nats.stop());
    const connection = await nats.connect();
    onTestFinished(() => connection.close());
    const head = headers();
    head.set("h", `${"0".repeat(16)}-evil.1`);
    for (let i = 0; i < 40_000; i++) {
      connection.publish("ev.evil.commit", "", { headers: head });
      if (i % 1_000 === 0) await connection.flush();
    }
    await connection.flush();
    const station = connectedStation(nats, undefined, { senders: createSenders("") });
    onTestFinished(() => station.stop());
    await until("the station's session has begun", () => station.connection.session !== undefined);
    const { longestMs } = await longestTurn(async () => {
      await station.connection.caughtUp(AbortSignal.timeout(60_000));
      await sleep(10);
    });
    expect(longestMs).toBeLessThan(100);
  },
);
