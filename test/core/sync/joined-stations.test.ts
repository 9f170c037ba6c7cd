/** Real stations at a real hub. Stations that are killed or paused are separate processes. */
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openReader } from "../../../core/db/open-reader.ts";
import { until } from "../../helpers/bare-nats.ts";
import { folderOnDisk } from "../../helpers/folders.ts";
import { headlessStations } from "../../helpers/headless.ts";
import { hubHere, startHub, whyNoHub } from "../../helpers/hub.ts";
import {
  allInStep,
  joined,
  joinedHere,
  killed,
  makeShipment,
  rowsOf,
  type StationAtHub,
} from "../../helpers/joined-stations.ts";

const stations = headlessStations();
afterEach(() => stations.killAll());

/** @returns "bought", or the failure's text. */
async function buy(station: StationAtHub, offerID: string): Promise<string> {
  return station.call("/transactions", { offerID }).then(
    () => "bought",
    (error: unknown) => String(error),
  );
}

/** Counts the shipments that a station has claimed. */
function claimed({ folder }: StationAtHub): number {
  const reader = openReader(join(folder, "packbench.db"));
  try {
    return reader.sql<{ n: number }>(`SELECT count(*) AS n FROM shipment_claims`).get()?.n ?? 0;
  } finally {
    reader.close();
  }
}

describe.skipIf(whyNoHub !== undefined)("stations at a hub", () => {
  it(
    "stations have one organization: the first brings its data, a later station receives it, and both answer equally",
    { tags: "all" },
    async () => {
      const hub = await hubHere();
      const a = await joinedHere(["--join", hub.joinCode, "--demo"]);
      const before = await makeShipment(a);
      const b = await joinedHere(["--join", await hub.add(), "--demo"]);
      expect(b.ready.organizationID).toBe(a.ready.organizationID);
      const after = await makeShipment(b);
      await allInStep([a, b]);
      for (const { id } of [before, after])
        expect(await b.call(`/shipments/${id}`)).toEqual(await a.call(`/shipments/${id}`));
      for (const path of ["/addresses", "/parceltemplates", "/organizations", "/shipments"])
        expect(await b.call(path)).toEqual(await a.call(path));
      const { state, stations: known, conflicts } = await a.status();
      expect({ state, conflicts, names: known.length }).toEqual({
        state: "in step",
        conflicts: [],
        names: 2,
      });
    },
  );

  it("stations work while the hub is killed and exchange their work afterwards, even if the hub's disk was emptied", async () => {
    const hub = await startHub();
    const a = await joinedHere(["--join", hub.joinCode, "--demo"]);
    const b = await joinedHere(["--join", await hub.add(), "--demo"]);
    await hub.kill9("both");
    await until(
      "both stations know that they are cut off",
      async () => (await a.status()).state === "cut off" && (await b.status()).state === "cut off",
    );
    for (let i = 0; i < 5; i += 1)
      for (const station of [a, b]) await makeShipment(station, `Kesik ${i}`, true);
    expect((await a.status()).waiting).toBeGreaterThan(0);
    const back = await startHub({ dir: hub.dir, port: hub.port });
    await allInStep([a, b]);
    expect(await b.call<{ id: string }[]>("/shipments")).toHaveLength(10);

    await back.kill9("both");
    rmSync(join(hub.dir, "jetstream"), { recursive: true });
    const restartedHub = await startHub({ dir: hub.dir, port: hub.port });
    await makeShipment(a);
    await allInStep([a, b]);
    const c = await joinedHere(["--join", restartedHub.joinCode, "--demo"]);
    await allInStep([a, b, c]);
    expect(await c.call<{ id: string }[]>("/shipments")).toHaveLength(11);
  });

  it(
    "stations restart after kill -9 with the same command, even while the hub is away",
    { tags: "all" },
    async () => {
      const hub = await startHub();
      const a = await joinedHere(["--join", hub.joinCode, "--demo"]);
      const code = await hub.add();
      const b = await joined(stations, ["--join", code, "--demo"]);
      await Promise.all([makeShipment(a), makeShipment(b)]);
      await killed(b);
      await makeShipment(a);
      await hub.kill9("both");
      const again = await joinedHere(["--join", code, "--demo"], b.folder);
      expect(again.ready.organizationID).toBe(a.ready.organizationID);
      expect((await again.status()).state).toBe("cut off");
      await makeShipment(again);
      await startHub({ dir: hub.dir, port: hub.port });
      await allInStep([a, again]);
      expect(await a.call<{ id: string }[]>("/shipments")).toHaveLength(4);
    },
  );

  it("a station whose whole data folder was restored loses no shipment and uses no number twice", async () => {
    const hub = await hubHere();
    const a = await joinedHere(["--join", hub.joinCode, "--demo"]);
    const b = await joinedHere(["--join", await hub.add(), "--demo"]);
    await makeShipment(b);
    await allInStep([a, b]);
    await b.stop();
    const copy = folderOnDisk();
    cpSync(b.folder, copy, { recursive: true });
    const later = await joinedHere(["--demo"], b.folder);
    await makeShipment(later, "Sonra");
    await allInStep([a, later]);
    await later.stop();
    rmSync(b.folder, { recursive: true });
    cpSync(copy, b.folder, { recursive: true });
    const restored = await joinedHere(["--demo"], b.folder);
    await makeShipment(restored, "Yine");
    await allInStep([a, restored]);
    expect(await restored.call<{ id: string }[]>("/shipments")).toHaveLength(3);
    const numbers = (await a.call<{ organizationShipmentID: number }[]>("/shipments")).map(
      (shipment) => shipment.organizationShipmentID,
    );
    expect(new Set(numbers).size).toBe(3);
  });

  it("stations asked at once buy one label for a shipment, buy each other's shipments, and pay exactly for what they bought", async () => {
    const hub = await hubHere();
    const a = await joinedHere(["--join", hub.joinCode, "--demo"]);
    const b = await joinedHere(["--join", await hub.add(), "--demo"]);
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, i) => makeShipment(i % 2 === 0 ? a : b)),
    );
    await allInStep([a, b]);
    const outcomes = await Promise.all(
      made.flatMap(({ offers }) => [a, b].map((station) => buy(station, offers.cheapest.id))),
    );
    await allInStep([a, b]);
    const bought = outcomes.filter((outcome) => outcome === "bought");
    expect({
      bought: bought.length,
      refused: outcomes.filter((outcome) => outcome.includes("E1065")).length,
    }).toEqual({ bought: 8, refused: 8 });
    const shipments =
      await b.call<{ barcode: string; organizationShipmentID: number; statusCode: string }[]>(
        "/shipments",
      );
    expect(new Set(shipments.map(({ barcode }) => barcode)).size).toBe(8);
    expect(
      new Set(shipments.map(({ organizationShipmentID }) => organizationShipmentID)).size,
    ).toBe(8);
    expect((await a.status()).conflicts).toEqual([]);

    const balance = async (station: StationAtHub): Promise<number> =>
      Number((await station.call<{ balance: string }[]>("/organizations"))[0]?.balance);
    const before = await balance(a);
    let paid = 0;
    for (let i = 0; i < 10; i += 1) {
      for (const station of [a, b]) {
        const { offers } = await makeShipment(station);
        const { totalAmount } = await station.call<{ totalAmount: string }>("/transactions", {
          offerID: offers.cheapest.id,
        });
        paid += Math.round(Number(totalAmount) * 100);
      }
    }
    await allInStep([a, b]);
    expect(Math.round((before - (await balance(a))) * 100)).toBe(paid);
    expect(await balance(b)).toBe(await balance(a));
  });

  it(
    "stations continue with another desk's prefetched orders while that desk and the hub are away, and buy each once",
    { tags: "all" },
    async () => {
      const hub = await startHub();
      const importer = await joined(stations, ["--join", hub.joinCode, "--demo"]);
      const b = await joinedHere(["--join", await hub.add(), "--demo"]);
      const made = await Promise.all(Array.from({ length: 50 }, () => makeShipment(importer)));
      await allInStep([importer, b]);
      // A station that buys another desk's order prefetches more of that desk's orders.
      expect(await buy(b, made[10]?.offers.cheapest.id ?? "")).toBe("bought");
      await until("the station has prefetched orders", () => claimed(b) >= 15);
      await allInStep([importer, b]);
      await hub.kill9("both");
      importer.child.kill("SIGSTOP");
      await until("the station is cut off", async () => (await b.status()).state === "cut off");
      const outcomes: string[] = [];
      for (const { offers } of made) outcomes.push(await buy(b, offers.cheapest.id));
      expect(outcomes.filter((outcome) => outcome === "bought").length).toBeGreaterThanOrEqual(15);
      expect(
        outcomes
          .filter((outcome) => outcome !== "bought")
          .every((outcome) => outcome.includes("E2134") || outcome.includes("E1065")),
      ).toBe(true);
      importer.child.kill("SIGCONT");
      // The desk that created the orders buys none that the other station bought.
      const others: string[] = [];
      for (const { offers } of made) others.push(await buy(importer, offers.cheapest.id));
      expect(made.filter((_, i) => outcomes[i] === "bought" && others[i] === "bought")).toEqual([]);
      await startHub({ dir: hub.dir, port: hub.port });
      await allInStep([importer, b]);
      for (const station of [importer, b]) expect((await station.status()).conflicts).toEqual([]);
      expect(
        new Set(
          (await b.call<{ statusCode: string }[]>("/shipments?limit=100")).map(
            ({ statusCode }) => statusCode,
          ),
        ),
      ).toEqual(new Set(["TRACKING_CODE_CREATED"]));
    },
  );

  it(
    "buying an order that a disconnected desk holds is rejected, and succeeds once the desk is back or revoked",
    { tags: "all" },
    async () => {
      const hub = await hubHere();
      const dead = await joined(stations, ["--join", hub.joinCode, "--demo"]);
      const code = await hub.add("--desks", "2");
      const [a, b] = [
        await joinedHere(["--join", code, "--demo"]),
        await joinedHere(["--join", code, "--demo"]),
      ];
      const { offers } = await makeShipment(dead);
      await allInStep([dead, a, b]);
      dead.child.kill("SIGSTOP");
      expect(await buy(a, offers.cheapest.id)).toContain("E2134");
      dead.child.kill("SIGCONT");
      await allInStep([dead, a, b]);
      expect(await buy(a, offers.cheapest.id)).toBe("bought");
      expect(await buy(dead, offers.cheapest.id)).toContain("E1065");

      const made = await Promise.all(Array.from({ length: 4 }, () => makeShipment(dead)));
      const bought = await makeShipment(dead);
      await dead.call("/transactions", { offerID: bought.offers.cheapest.id });
      await allInStep([dead, a, b]);
      const deadID = (await dead.status()).stations.find(({ isThis }) => isThis)?.id ?? "";
      await killed(dead);
      expect(await buy(a, made[0]?.offers.cheapest.id ?? "")).toContain("E2134");
      expect((await hub.command("revoke", deadID)).code).toBe(0);
      await until(
        "the revoked desk's orders can be bought",
        async () => (await buy(a, made[0]?.offers.cheapest.id ?? "")) === "bought",
      );
      const outcomes = await Promise.all(
        made
          .slice(1)
          .flatMap(({ offers }) => [a, b].map((station) => buy(station, offers.cheapest.id))),
      );
      // The second station then knows that the order is bought, or that the first station has it.
      expect(
        [
          outcomes.filter((outcome) => outcome === "bought").length,
          outcomes.filter((outcome) => /E1065|E2134/.test(outcome)).length,
        ],
        outcomes.join("\n"),
      ).toEqual([3, 3]);
      await allInStep([a, b]);
      expect(await buy(b, bought.offers.cheapest.id)).toContain("E1065");
      expect((await a.status()).conflicts).toEqual([]);
    },
  );

  it(
    "joining takes along addresses and orders without a label, and keeps the station's purchases readable at that station",
    { tags: "all" },
    async () => {
      const hub = await hubHere();
      const alone = await joinedHere(["--demo"]);
      const [bought, waiting] = [
        await makeShipment(alone, "Alınmış"),
        await makeShipment(alone, "Bekleyen"),
      ];
      await alone.call("/transactions", { offerID: bought.offers.cheapest.id });
      const addresses = await alone.call<{ id: string }[]>("/addresses");
      const own = alone.ready.token;
      await alone.stop();
      const a = await joinedHere(["--join", hub.joinCode, "--demo"]);
      await makeShipment(a);
      const b = await joinedHere(["--join", await hub.add()], alone.folder);
      expect(b.ready.organizationID).toBe(a.ready.organizationID);
      await until(
        "the order is at the other station",
        async () =>
          (await a.call<unknown[]>("/shipments")).length === 2 &&
          (await b.status()).state === "in step",
      );
      expect(await a.call(`/shipments/${waiting.id}`)).toMatchObject({
        id: waiting.id,
        statusCode: "GOT_OFFERS",
        offers: { percentageCompleted: 100, totalOffersRequested: 9 },
      });
      expect((await a.call<{ id: string }[]>("/addresses")).map(({ id }) => id)).toEqual(
        expect.arrayContaining(addresses.map(({ id }) => id)),
      );
      const numbers = (await b.call<{ organizationShipmentID: number }[]>("/shipments")).map(
        (shipment) => shipment.organizationShipmentID,
      );
      expect(new Set(numbers).size).toBe(2);
      const past = await fetch(`${b.ready.url}/shipments/${bought.id}`, {
        headers: { Authorization: `Bearer ${own}` },
      });
      expect(await past.json()).toMatchObject({
        data: { id: bought.id, statusCode: "TRACKING_CODE_CREATED" },
      });
      expect(
        (
          await fetch(`${a.ready.url}/shipments/${bought.id}`, {
            headers: { Authorization: `Bearer ${a.ready.token}` },
          })
        ).status,
      ).toBe(404);
    },
  );

  it(
    "a revoked station is cut off, and a new code admits it again with a share of the balance",
    { tags: "all" },
    async () => {
      const hub = await hubHere();
      const a = await joinedHere(["--join", hub.joinCode, "--demo"]);
      const b = await joinedHere(["--join", await hub.add("--hours", "1"), "--demo"]);
      const [own] = await a.call<{ balance: string }[]>("/organizations");
      await until("the second station has its share", async () =>
        (await a.status()).stations.some(({ isThis, lease }) => !isThis && Number(lease) > 0),
      );
      const { offers } = await makeShipment(b);
      await b.call("/transactions", { offerID: offers.cheapest.id });
      await allInStep([a, b]);
      const { id } = (await b.status()).stations.find(({ isThis }) => isThis) ?? { id: "" };
      expect((await hub.command("revoke", id)).code).toBe(0);

      await until(
        "the revoked station is cut off, and gone from the list",
        async () =>
          (await b.status()).state === "cut off" && (await a.status()).stations.length === 1,
      );
      const after = Number((await a.call<{ balance: string }[]>("/organizations"))[0]?.balance);
      expect(after).toBeLessThan(Number(own?.balance));
      await b.stop();
      const again = await joinedHere(["--join", await hub.add(), "--demo"], b.folder);
      await allInStep([a, again]);
      await until("the readmitted station can spend again", async () =>
        (await again.status()).stations.some(({ isThis, lease }) => isThis && Number(lease) > 0),
      );
      const later = await makeShipment(again);
      expect(await buy(again, later.offers.cheapest.id)).toBe("bought");
      await allInStep([a, again]);
      // Stations' status entries are some seconds old.
      const balance = Number((await a.call<{ balance: string }[]>("/organizations"))[0]?.balance);
      await until(
        "the leases are not more than the balance",
        async () =>
          (await a.status()).stations.reduce((sum, { lease }) => sum + Number(lease), 0) <=
          balance + 0.001,
      );
    },
  );

  it(
    "a used code, a code of another hub and an invalid code are rejected, and the data stays",
    { tags: "all" },
    async () => {
      const [hub, other] = [await hubHere(), await hubHere()];
      const a = await joinedHere(["--join", hub.joinCode, "--demo"]);
      expect(await stations.refused(folderOnDisk(), "--join", hub.joinCode)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("was used already"),
      });
      await a.stop();
      expect(await stations.refused(a.folder, "--join", other.joinCode)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("another hub"),
      });
      expect(await stations.refused(a.folder, "--join", "PB1-NONSENSE")).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("not a valid join code"),
      });
      expect(Object.keys(rowsOf(a)).length).toBeGreaterThan(10);
    },
  );
});
