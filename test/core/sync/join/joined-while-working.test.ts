/**
 * A desk that works while it brings its organization to a hub: no number and no barcode is used
 * twice.
 */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { openReader } from "../../../../core/db/open-reader.ts";
import { until } from "../../../helpers/bare-nats.ts";
import { folderOnDisk } from "../../../helpers/folders.ts";
import { headlessStations } from "../../../helpers/headless.ts";
import { hubHere, startHub, whyNoHub } from "../../../helpers/hub.ts";
import {
  allInStep,
  joined,
  joinedHere,
  killed,
  makeShipment,
  type StationAtHub,
} from "../../../helpers/joined-stations.ts";
import { runProgram } from "../../../helpers/run-program.ts";
import { programFile } from "../../../helpers/programs.ts";
import { boughtShipment, station, trueTime } from "../../../helpers/station.ts";
import { deathsOf } from "../../../faults/a-dying-station.ts";

const CHILD = programFile("founding-child.ts");
const stations = headlessStations();
afterEach(() => stations.killAll());

/** Buys a label in test mode, which costs nothing, so the founder's balance is not needed. */
async function buy(desk: StationAtHub): Promise<void> {
  const { offers } = await makeShipment(desk, "Alıcı", true);
  await desk.call("/transactions", { offerID: offers.cheapest.id });
}

/**
 * Counts the organization's shipments and labels, and lists the numbers and barcodes that exist
 * twice.
 */
function given({ folder, ready }: StationAtHub) {
  const reader = openReader(join(folder, "packbench.db"));
  try {
    const list = (sql: string): unknown[] =>
      reader
        .sql<{ given: unknown }>(sql)
        .all(ready.organizationID)
        .map((row) => row.given);
    const numbers = list(`SELECT number AS given FROM shipments WHERE organization_id = ?`);
    const barcodes = list(
      `SELECT t.barcode AS given
         FROM transactions AS t JOIN shipments AS s ON s.id = t.shipment_id
        WHERE s.organization_id = ? AND t.status = 'DONE'`,
    );
    const repeated = [...duplicatesOf(numbers), ...duplicatesOf(barcodes)];
    return { shipments: numbers.length, labels: barcodes.length, repeated };
  } finally {
    reader.close();
  }
}

/** Starts a desk that joins as the first one and crashes at a fault point. */
async function founderKilledAt(point: string, folder: string, code: string): Promise<void> {
  const { stdout } = await runProgram(process.execPath, [CHILD, folder, point, code]);
  expect([stdout, deathsOf(folder).at(-1)]).toEqual(["", point]);
}

const duplicatesOf = <T>(all: readonly T[]): T[] => all.filter((one, i) => all.indexOf(one) !== i);

describe.skipIf(whyNoHub !== undefined)(
  "a working desk that founds a hub's organization",
  { timeout: 120_000 },
  () => {
    it("a founding desk uses no number or barcode that another desk uses, although it buys during the join and is off afterwards", async () => {
      const hub = await hubHere();
      const alone = await joinedHere(["--demo"]);
      for (let i = 0; i < 5; i += 1) await makeShipment(alone);
      await alone.stop();
      const dataDir = folderOnDisk();
      // The desk does not restart itself after the join; it is stopped and started again below.
      const founder = await station({ dataDir, world: { now: trueTime, restart: () => {} } });
      for (let i = 0; i < 14; i += 1) await boughtShipment(founder, { test: true });
      let isJoining = true;
      const buying = (async () => {
        let bought = 0;
        for (; isJoining; await sleep(1)) {
          expect(await boughtShipment(founder, { test: true })).toMatchObject({
            transactionType: "CREATE_SHIPMENT",
          });
          bought += 1;
        }
        return bought;
      })();
      const code = { code: hub.joinCode };
      expect(await founder.desk("POST", "/station/sync/join", code)).toMatchObject({ status: 200 });
      isJoining = false;
      const bought = 14 + (await buying);
      await founder.stop();

      const second = await joinedHere(["--join", await hub.add(), "--demo"], alone.folder);
      for (let i = 0; i < 5; i += 1) await buy(second);
      const again = await joinedHere(["--demo"], dataDir);
      for (let i = 0; i < 5; i += 1) await buy(again);
      // The second desk also keeps its earlier organization, so not all rows are equal.
      const labels = bought + 10;
      await until("both desks have every label", () =>
        [second, again].every((desk) => given(desk).labels === labels),
      );

      expect(given(again)).toEqual({ shipments: bought + 15, labels, repeated: [] });
      expect((await again.status()).conflicts).toEqual([]);
    });

    it(
      "a founding desk continues after kill -9 between any two steps, and uses no number or barcode twice",
      { tags: "all" },
      async () => {
        const hub = await startHub();
        const alone = await joined(stations, ["--demo"]);
        for (let i = 0; i < 3; i += 1) await buy(alone);
        await killed(alone);
        const points = [
          "founding.leased",
          "founding.aligned",
          "founding.brought",
          "founding.claimed",
        ];
        for (const point of points) await founderKilledAt(point, alone.folder, hub.joinCode);
        const second = await joined(stations, ["--join", await hub.add(), "--demo"]);
        await buy(second);
        const founder = await joined(stations, ["--demo"], alone.folder);
        for (let i = 0; i < 3; i += 1) await buy(founder);
        await allInStep([founder, second]);

        expect(given(second)).toEqual({ shipments: 7, labels: 7, repeated: [] });
        const { offers } = await makeShipment(founder);
        const paid = await founder.call("/transactions", { offerID: offers.cheapest.id });
        expect(paid).toMatchObject({ transactionType: "CREATE_SHIPMENT" });
        expect((await second.status()).conflicts).toEqual([]);
      },
    );
  },
);
