/** The money of a desk that bought while disconnected, and was revoked before it reconnected. */
import { setTimeout as delay } from "node:timers/promises";
import { jetstream } from "@nats-io/jetstream";
import { Objm } from "@nats-io/obj";
import { describe, expect, it } from "vitest";
import { SNAPSHOT_STORE } from "../../../../core/sync/hub-names.ts";
import { listSnapshots } from "../../../../core/sync/snapshot/exchange-snapshot.ts";
import { until } from "../../../helpers/bare-nats.ts";
import { adminOf, hubHere, whyNoHub } from "../../../helpers/hub.ts";
import { QUICK_SYNC } from "../../../helpers/quick-times.ts";
import { joinedHere, makeShipment, type StationAtHub } from "../../../helpers/joined-stations.ts";

async function balanceAt({ call, ready }: StationAtHub): Promise<string> {
  return call<string>(`/organizations/${ready.organizationID}/balance`);
}

async function buy(desk: StationAtHub): Promise<string> {
  const { id, offers } = await makeShipment(desk);
  await desk.call("/transactions", { offerID: offers.cheapest.id });
  return id;
}

describe.skipIf(whyNoHub !== undefined)(
  "a desk that was revoked while disconnected",
  { timeout: 120_000 },
  () => {
    it(
      "a revoked desk has the other desk's balance once it is admitted again, and reverses nothing that the other desk has counted",
      { tags: "all" },
      async () => {
        const hub = await hubHere();
        const a = await joinedHere(["--join", hub.joinCode, "--demo"]);
        const before = await joinedHere(["--join", await hub.add(), "--demo"]);
        const { id: stationID } = (await before.status()).stations.find(({ isThis }) => isThis) ?? {
          id: "",
        };
        const published = await buy(before);
        await until(
          "the payment is at the other desk",
          async () => (await balanceAt(a)) === (await balanceAt(before)),
        );
        await before.stop();
        process.kill(hub.natsPid(), "SIGSTOP");
        const cutOff = await joinedHere(["--demo"], before.folder);
        const unpublished = await buy(cutOff);
        await cutOff.stop();
        process.kill(hub.natsPid(), "SIGCONT");
        expect((await hub.command("revoke", stationID)).code).toBe(0);
        const again = await joinedHere(["--join", await hub.add(), "--demo"], before.folder);
        const paid = await balanceAt(a);

        expect(await balanceAt(again)).toBe(paid);

        await again.call(`/shipments/${unpublished}`, undefined, "DELETE");
        await buy(again);
        await until(
          "the other desk has the new purchase",
          async () => (await balanceAt(a)) !== paid,
        );
        expect(await balanceAt(again)).toBe(await balanceAt(a));
        expect(Number(await balanceAt(a))).toBeLessThan(Number(paid));

        await again.call(`/shipments/${published}`, undefined, "DELETE");
        await until(
          "the price of the cancelled label comes back",
          async () => (await balanceAt(a)) === paid,
        );
        expect(await balanceAt(again)).toBe(paid);
        expect(await again.call("/station/integrity")).toMatchObject({
          ledger: { isBalanceKept: true, brokenAt: null, wrongTransaction: null },
        });

        await a.stop();
        const js = jetstream(await adminOf(hub));
        const store = await new Objm(js).open(SNAPSHOT_STORE);
        for (const { name } of await listSnapshots({ js })) await store.delete(name);
        await delay(2 * QUICK_SYNC.snapshotLookMs);
        expect(await listSnapshots({ js })).toEqual([]);
        await joinedHere(["--demo"], a.folder);
        await until("the other desk makes a snapshot for new desks", async () =>
          (await listSnapshots({ js })).some(({ name }) => !name.includes(stationID)),
        );
      },
    );
  },
);
