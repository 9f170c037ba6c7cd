/**
 * The hub's disk is emptied or restored from an older copy while its stations have kept working:
 * the hub grants nothing twice.
 */
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { afterEach, describe, expect, it } from "vitest";
import { openReader } from "../../core/db/open-reader.ts";
import { until } from "../helpers/bare-nats.ts";
import { headlessStations } from "../helpers/headless.ts";
import { startHub, whyNoHub, type TestHub } from "../helpers/hub.ts";
import {
  allInStep,
  joined,
  joinedHere,
  makeShipment,
  type JoinedStation,
  type StationAtHub,
} from "../helpers/joined-stations.ts";

const stations = headlessStations();
afterEach(() => stations.killAll());

async function buy(station: StationAtHub): Promise<string> {
  try {
    const { offers } = await makeShipment(station);
    await station.call("/transactions", { offerID: offers.cheapest.id });
    return "bought";
  } catch (error) {
    return String(error);
  }
}

/** Buys `many` parcels at each station, at all stations at the same time. */
async function buyAll(desks: readonly StationAtHub[], many: number): Promise<string[]> {
  return (
    await Promise.all(
      desks.map(async (desk) => {
        const done: string[] = [];
        for (let i = 0; i < many; i += 1) done.push(await buy(desk));
        return done;
      }),
    )
  ).flat();
}

async function exactAt(desk: StationAtHub, bought: number): Promise<void> {
  const reader = openReader(join(desk.folder, "packbench.db"));
  try {
    const rows = reader
      .sql<{ number: number; barcode: string; total: number }>(
        `SELECT s.number, t.barcode, t.total_minor AS total FROM transactions AS t JOIN shipments AS s ON s.id = t.shipment_id WHERE t.status = 'DONE'`,
      )
      .all();
    const numbers = reader.sql<{ number: number }>(`SELECT number FROM shipments`).all();
    expect([
      rows.length,
      new Set(rows.map(({ barcode }) => barcode)).size,
      new Set(numbers.map(({ number }) => number)).size,
    ]).toEqual([bought, bought, numbers.length]);
    const money = reader
      .sql<{ added: number; balance: number }>(
        `SELECT (SELECT sum(amount_minor) FROM ledger_entries WHERE kind = 'TOPUP') AS added, (SELECT balance_minor FROM balances) AS balance`,
      )
      .get();
    expect(money?.balance).toBe(
      Number(money?.added) - rows.reduce((sum, { total }) => sum + total, 0),
    );
  } finally {
    reader.close();
  }
}

/** Waits until all stations together have leased no more than the balance. */
async function requireCovered(desks: readonly StationAtHub[]): Promise<void> {
  await until("the leases are not more than the balance", async () => {
    const own = await Promise.all(
      desks.map(async (desk) =>
        Number((await desk.status()).stations.find(({ isThis }) => isThis)?.lease),
      ),
    );
    const balance = Number(
      (await desks[0]?.call<{ balance: string }[]>("/organizations"))?.[0]?.balance,
    );
    return own.reduce((sum, lease) => sum + lease, 0) <= balance + 0.001;
  });
}

async function team(hub: TestHub, many: number): Promise<JoinedStation[]> {
  const first = await joined(stations, ["--join", hub.joinCode, "--demo"]);
  const code = await hub.add("--desks", String(many - 1));
  return [
    first,
    ...(await Promise.all(
      Array.from({ length: many - 1 }, () => joined(stations, ["--join", code, "--demo"])),
    )),
  ];
}

/** Uses up the desk's blocks of numbers, except the last two of each. */
async function useUp({ folder }: StationAtHub): Promise<void> {
  // The station's writes of one turn share a commit and run in this thread, so waiting here without
  // yielding would never end.
  await until("no transaction is open", () => {
    const db = new BetterSqlite3(join(folder, "packbench.db"), { timeout: 0 });
    try {
      db.prepare("UPDATE number_blocks SET next = max(next, last - 1)").run();
      return true;
    } catch (error) {
      if (error instanceof BetterSqlite3.SqliteError && error.code === "SQLITE_BUSY") return false;
      throw error;
    } finally {
      db.close();
    }
  });
}

const store = (hub: TestHub): string => join(hub.dir, "jetstream");

describe.skipIf(whyNoHub !== undefined)("a hub that has lost its grants", () => {
  it("a hub with an emptied disk grants no number, barcode or money twice to two stations that have used up their grants", async () => {
    const hub = await startHub();
    const a = await joinedHere(["--join", hub.joinCode, "--demo"]);
    const b = await joinedHere(["--join", await hub.add(), "--demo"]);
    expect(await buyAll([a, b], 1)).toEqual(["bought", "bought"]);
    await useUp(a);
    expect(new Set(await buyAll([a], 5))).toEqual(new Set(["bought"]));
    await allInStep([a, b]);
    await hub.kill9("both");
    rmSync(store(hub), { recursive: true });
    await startHub({ dir: hub.dir, port: hub.port });
    await allInStep([a, b], 40_000);
    for (const desk of [b, a]) {
      await useUp(desk);
      expect(new Set(await buyAll([desk], 5))).toEqual(new Set(["bought"]));
    }
    await allInStep([a, b]);
    for (const desk of [a, b]) await exactAt(desk, 2 + 5 + 10);
    await requireCovered([a, b]);
  });

  it.each(["was emptied", "is an older copy"])(
    "a hub whose disk %s grants no number, barcode or money twice, and all stations can keep buying",
    { tags: "all", timeout: 120_000 },
    async (how) => {
      const hub = await startHub();
      const desks = await team(hub, 3);
      expect(await buyAll(desks, 2)).toEqual(Array(6).fill("bought"));
      await allInStep(desks);
      await hub.kill9("both");
      const copy = `${store(hub)}.copy`;
      cpSync(store(hub), copy, { recursive: true });
      const between = await startHub({ dir: hub.dir, port: hub.port });
      await allInStep(desks);
      // After the copy the hub grants new blocks of numbers, barcodes and money to one station
      // only.
      expect(new Set(await buyAll(desks.slice(0, 1), 135))).toEqual(new Set(["bought"]));
      await allInStep(desks);
      await between.kill9("both");
      rmSync(store(hub), { recursive: true });
      if (how === "is an older copy") cpSync(copy, store(hub), { recursive: true });
      const meanwhile = (await buyAll(desks, 3)).filter((outcome) => outcome === "bought").length;
      const back = await startHub({ dir: hub.dir, port: hub.port });
      // The station with the largest grants does not answer, so that the other stations ask first.
      desks[0]?.child.kill("SIGSTOP");
      await until("the other stations are in step", async () =>
        (await Promise.all(desks.slice(1).map((desk) => desk.status()))).every(
          ({ state }) => state === "in step",
        ),
      );
      const during = (await buyAll(desks.slice(1), 120)).filter(
        (outcome) => outcome === "bought",
      ).length;
      desks[0]?.child.kill("SIGCONT");
      await allInStep(desks, 60_000);
      expect(new Set(await buyAll(desks, 60))).toEqual(new Set(["bought"]));
      await allInStep(desks, 60_000);
      for (const desk of desks) await exactAt(desk, 6 + 135 + meanwhile + during + 180);
      await requireCovered(desks);
      expect(back.err()).not.toContain("panic");
    },
  );

  it(
    "an emptied hub grants nothing before the last desk has reported, unless that desk is revoked",
    { tags: "all" },
    async () => {
      const hub = await startHub();
      const a = await joinedHere(["--join", hub.joinCode, "--demo"]);
      const b = await joinedHere(["--join", await hub.add(), "--demo"]);
      expect(await buyAll([a, b], 1)).toEqual(["bought", "bought"]);
      await allInStep([a, b]);
      await b.stop();
      await hub.kill9("both");
      rmSync(store(hub), { recursive: true });
      await startHub({ dir: hub.dir, port: hub.port });
      await until("station a is in step", async () => (await a.status()).state === "in step");
      await useUp(a);
      let refusal = "";
      await until(
        "station a has used up its grants",
        async () => (refusal = await buy(a)) !== "bought",
      );
      expect(refusal).toContain("E2135");
      const { stations: all } = await a.status();
      const other = all.find(({ isThis }) => !isThis)?.id ?? "";
      expect((await hub.command("revoke", other)).code).toBe(0);
      await until("station a buys again", async () => (await buy(a)) === "bought", 20_000);
    },
  );
});
