/**
 * Faults between stations and the stream that other tests do not cover: a connection that drops all
 * data, messages stored twice because the hub has forgotten their ids, and a cluster of three whose
 * leader is killed. After each fault the rows are equal and the money is exact. PACKBENCH_FULL=1
 * runs more of each.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect, nanos, type NatsConnection } from "@nats-io/transport-node";
import { afterEach, describe, expect, it } from "vitest";
import { inTransaction } from "../../core/db/change.ts";
import { checkChains } from "../helpers/check-chains.ts";
import { getBalance, postEntry } from "../../core/organizations/ledger/ledger.service.ts";
import { moveCursor } from "../../core/db/outbox/outbox.service.ts";
import { PUBLISHED } from "../../core/sync/stream/publish-changes.ts";
import { whyNoHub } from "../helpers/hub.ts";
import { bareNats, until } from "../helpers/bare-nats.ts";
import { blackHole } from "../helpers/black-hole.ts";
import { hashRows, connectedStation, type ConnectedStation } from "../helpers/connected-station.ts";
import { natsCluster } from "../helpers/nats-cluster.ts";

const isFull = process.env["PACKBENCH_FULL"] === "1";
const ROUNDS = isFull ? 10 : 1;
const ENTRIES = isFull ? 2_000 : 200;

const ends: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function linked(open: () => Promise<NatsConnection>, path?: string): ConnectedStation {
  const made = connectedStation({ connect: open }, path);
  ends.push(() => made.stop());
  return made;
}

/** Makes this many payments of 1. */
function pay({ deps }: ConnectedStation, entries: number): void {
  for (let i = 0; i < entries; i += 1)
    inTransaction(
      deps,
      () =>
        void postEntry(deps, {
          organizationID: "o",
          kind: "TOPUP",
          amount: 1,
          transactionID: null,
          reference: "",
        }),
    );
}

/** Waits until all stations have the same rows, and checks the money against the payments. */
async function exact(
  stations: readonly ConnectedStation[],
  paid: number,
  ms = 30_000,
): Promise<void> {
  const same = (): boolean =>
    new Set(stations.map(({ deps }) => JSON.stringify(hashRows(deps.db)))).size === 1;
  await until(
    "all rows are the same",
    () =>
      stations.every(
        ({ connection }) =>
          connection.status().state === "in step" && connection.status().waiting === 0,
      ) && same(),
    ms,
  );
  for (const { deps } of stations)
    expect([getBalance(deps, "o").balance, checkChains(deps.db, "o")]).toEqual([
      paid,
      expect.objectContaining({ entries: paid, balance: paid, brokenAt: null }),
    ]);
}

describe.skipIf(whyNoHub !== undefined)("stations and the stream", () => {
  it(
    "stations resume after the connection of one station has dropped all data, in both directions",
    { tags: "all", timeout: 120_000 },
    async () => {
      const nats = await bareNats();
      ends.push(() => nats.stop());
      const hole = await blackHole(nats.url);
      ends.push(() => hole.stop());
      const behind = linked(() =>
        connect({
          servers: hole.url,
          maxReconnectAttempts: -1,
          reconnectTimeWait: 100,
          waitOnFirstConnect: true,
          pingInterval: 500,
          maxPingOut: 2,
          timeout: 1_000,
        }),
      );
      const other = linked(() => nats.connect());
      let paid = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        pay(behind, ENTRIES);
        await exact([behind, other], (paid += ENTRIES));
        hole.swallow();
        pay(behind, ENTRIES);
        pay(other, ENTRIES);
        await until(
          "the station knows that it is cut off",
          () => behind.connection.status().state === "cut off",
          20_000,
        );
        expect(other.connection.status().state).not.toBe("cut off");
        hole.open();
        await exact([behind, other], (paid += 2 * ENTRIES));
      }
    },
  );

  it(
    "stations apply a message once when it was published twice, even after the hub has forgotten the message's id",
    { timeout: 120_000 },
    async () => {
      const nats = await bareNats();
      ends.push(() => nats.stop());
      const nc = await nats.connect();
      ends.push(() => nc.close());
      const manager = await jetstreamManager(nc);
      await manager.streams.update("EV", { duplicate_window: nanos(100) });
      const [a, b] = [linked(() => nats.connect()), linked(() => nats.connect())];
      pay(a, ENTRIES);
      await exact([a, b], ENTRIES);
      const before = (await manager.streams.info("EV")).state.last_seq;
      await a.connection.stop();
      await sleep(300);
      inTransaction(a.deps, () => moveCursor(a.deps, PUBLISHED, 0));
      const again = connectedStation(nats, ":memory:", { deps: a.deps });
      ends.push(() => again.connection.stop());
      const late = linked(() => nats.connect());
      await until(
        "every message is stored twice",
        async () => (await manager.streams.info("EV")).state.last_seq === before * 2,
      );
      await exact([{ ...a, connection: again.connection }, b, late], ENTRIES);
    },
  );

  it(
    "stations lose nothing when the leader of the stream's cluster is killed and comes back",
    { tags: "all", timeout: 180_000 },
    async () => {
      const cluster = await natsCluster();
      ends.push(() => cluster.stop());
      const [a, b] = [linked(() => cluster.connect()), linked(() => cluster.connect())];
      let paid = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        pay(a, ENTRIES);
        await exact([a, b], (paid += ENTRIES), 60_000);
        pay(a, ENTRIES / 2);
        const killed = await cluster.killLeader();
        pay(a, ENTRIES / 2);
        pay(b, ENTRIES);
        await exact([a, b], (paid += 2 * ENTRIES), 60_000);
        cluster.start(killed);
      }
      const late = linked(() => cluster.connect());
      await exact([a, b, late], paid, 60_000);
    },
  );
});
