/**
 * Faults between stations and the stream that the other tests do not have: a way that swallows all,
 * messages that are stored twice since the hub's memory of their ids has ended, and a cluster of
 * three whose leader is killed. After each the rows are equal, and the money is exact.
 * PACKBENCH_FULL=1 runs more of each.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect, nanos, type NatsConnection } from "@nats-io/transport-node";
import { afterEach, describe, expect, it } from "vitest";
import { inTransaction } from "../../core/db/change.ts";
import { checkChains } from "../helpers/check-chains.ts";
import { getBalance, postEntry } from "../../core/organizations/ledger/ledger.service.ts";
import { moveCursor } from "../../core/db/outbox/outbox.service.ts";
import { PUBLISHED } from "../../core/sync/stream/publish-commits.ts";
import { whyNoHub } from "../helpers/hub.ts";
import { bareNats, until } from "../helpers/bare-nats.ts";
import { blackHole } from "../helpers/black-hole.ts";
import { hashRows, linkedStation, type LinkedStation } from "../helpers/linked-station.ts";
import { natsCluster } from "../helpers/nats-cluster.ts";

const isFull = process.env["PACKBENCH_FULL"] === "1";
const ROUNDS = isFull ? 10 : 1;
const ENTRIES = isFull ? 2_000 : 200;

const ends: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function linked(open: () => Promise<NatsConnection>, path?: string): LinkedStation {
  const made = linkedStation({ connect: open }, path);
  ends.push(() => made.stop());
  return made;
}

/** So many payments of 1. */
function pay({ deps }: LinkedStation, entries: number): void {
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

/** Waits until all have the same rows, and looks whether the money is what was paid. */
async function exact(stations: readonly LinkedStation[], paid: number, ms = 30_000): Promise<void> {
  const same = (): boolean =>
    new Set(stations.map(({ deps }) => JSON.stringify(hashRows(deps.db)))).size === 1;
  await until(
    "all rows are the same",
    () =>
      stations.every(
        ({ link }) => link.status().state === "in step" && link.status().waiting === 0,
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
    "go on after the way of one of them has swallowed all that was sent, in both directions",
    { timeout: 120_000 },
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
          "it knows that it is cut off",
          () => behind.link.status().state === "cut off",
          20_000,
        );
        expect(other.link.status().state).not.toBe("cut off");
        hole.open();
        await exact([behind, other], (paid += 2 * ENTRIES));
      }
    },
  );

  it(
    "apply once what was published twice, also when the hub has forgotten the ids of the first",
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
      await a.link.stop();
      await sleep(300);
      inTransaction(a.deps, () => moveCursor(a.deps, PUBLISHED, 0));
      const again = linkedStation(nats, ":memory:", { deps: a.deps });
      ends.push(() => again.link.stop());
      const late = linked(() => nats.connect());
      await until(
        "all is stored twice",
        async () => (await manager.streams.info("EV")).state.last_seq === before * 2,
      );
      await exact([{ ...a, link: again.link }, b, late], ENTRIES);
    },
  );

  it(
    "lose nothing when the server of a cluster that leads the stream is killed, and have it again when it is back",
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
