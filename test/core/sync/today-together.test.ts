/** Today at one station shows what the other stations of its organization have packed. */
import { describe, expect, it } from "vitest";
import type { Today } from "../../../core/fulfilment/today/today.schema.ts";
import { until } from "../../helpers/bare-nats.ts";
import { hubHere, whyNoHub } from "../../helpers/hub.ts";
import { allInStep, joinedHere, makeShipment } from "../../helpers/joined-stations.ts";

describe.skipIf(whyNoHub !== undefined)("two stations", { timeout: 60_000 }, () => {
  it("what one station packs appears at the other by station, packer and hour, with its waiting prints", async () => {
    const hub = await hubHere();
    const a = await joinedHere(["--join", hub.joinCode, "--demo"]);
    const b = await joinedHere(["--join", await hub.add("--desks", "1"), "--demo"]);
    const before = await a.call<Today>("/station/today");
    await a.call("/station/sync/name", { name: "Masa 1" }, "PUT");
    await b.call("/station/sync/name", { name: "Masa 2" }, "PUT");
    for (const _ of [1, 2]) {
      const { offers } = await makeShipment(b);
      await b.call("/station/purchases", {
        offerID: offers.cheapest.id,
        print: true,
        printAnyway: true,
      });
    }
    const { offers } = await makeShipment(a);
    await a.call("/transactions", { offerID: offers.cheapest.id });
    await allInStep([a, b]);
    await until("station A knows the name and the prints of station B", async () =>
      (await a.call<Today>("/station/today")).stations.some(
        ({ name, prints }) => name === "Masa 2" && prints === 2,
      ),
    );
    const [atA, atB] = [
      await a.call<Today>("/station/today"),
      await b.call<Today>("/station/today"),
    ];
    const labelsOf = ({ stations }: Today) =>
      stations.map(({ name, labels, isThis, isHere }) => ({ name, labels, isThis, isHere }));
    const own = labelsOf(before)[0]?.labels ?? 0;
    expect(labelsOf(atA)).toEqual([
      { name: "Masa 1", labels: own + 1, isThis: true, isHere: true },
      { name: "Masa 2", labels: 2, isThis: false, isHere: true },
    ]);
    expect(labelsOf(atB)).toEqual([
      { name: "Masa 2", labels: 2, isThis: true, isHere: true },
      { name: "Masa 1", labels: own + 1, isThis: false, isHere: true },
    ]);
    expect(atA.stations[1]?.lastSeen).toMatch(/^\d{4}-/);
    const { stations: _, ...sharedA } = atA;
    const { stations: __, ...sharedB } = atB;
    expect(sharedB).toEqual(sharedA);
    expect(atA.packers.reduce((sum, { labels }) => sum + labels, 0)).toBe(own + 3);
    expect(atA.hours.reduce((sum, labels) => sum + labels, 0)).toBe(own + 3);
  });
});
