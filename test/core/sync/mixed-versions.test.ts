/**
 * Stations of two releases at one hub: the older station keeps working, stores what it does not
 * know, and applies it after its update.
 */
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { afterEach, describe, expect, it } from "vitest";
import { until } from "../../helpers/bare-nats.ts";
import { folderOnDisk } from "../../helpers/folders.ts";
import { headlessStations, type HeadlessStations } from "../../helpers/headless.ts";
import { startHub, whyNoHub } from "../../helpers/hub.ts";
import {
  allInStep,
  joined,
  makeShipment,
  type JoinedStation,
} from "../../helpers/joined-stations.ts";
import { LAST_SCHEMA, makeNextRelease } from "../../helpers/next-release.ts";

const opened: HeadlessStations[] = [];
const remember = (stations: HeadlessStations): HeadlessStations => {
  opened.push(stations);
  return stations;
};
afterEach(() => {
  for (const stations of opened.splice(0)) stations.killAll();
});

function rows({ folder }: Pick<JoinedStation, "folder">, sql: string): unknown[] {
  const db = new BetterSqlite3(join(folder, "packbench.db"), { readonly: true });
  try {
    return db.prepare(sql).all();
  } finally {
    db.close();
  }
}

const SHARED =
  "SELECT s.id, s.number, s.status, s.barcode, p.weight FROM shipments AS s JOIN parcels AS p ON p.id = s.id ORDER BY s.id";
const MONEY = "SELECT organization_id, balance_minor FROM balances ORDER BY 1";

const buy = async (station: JoinedStation): Promise<void> => {
  const { offers } = await makeShipment(station);
  await station.call("/transactions", { offerID: offers.cheapest.id });
};

async function ended({ child }: JoinedStation): Promise<void> {
  child.kill("SIGTERM");
  await until("the station has ended", () => child.exitCode !== null || child.signalCode !== null);
}

describe.skipIf(whyNoHub !== undefined)(
  "stations of the previous and the next release",
  { timeout: 180_000 },
  () => {
    it(
      "the older station buys its own and the newer station's orders, and has the values of the newer station's new column after its update",
      { tags: "all" },
      async () => {
        const hub = await startHub();
        const [older, newer] = [
          remember(headlessStations()),
          remember(headlessStations(makeNextRelease(LAST_SCHEMA, { tareG: 120 }))),
        ];
        const a = await joined(older, ["--join", hub.joinCode, "--demo"]);
        await buy(a);
        const b = await joined(newer, ["--join", await hub.add(), "--demo"]);
        await Promise.all([buy(a), buy(b)]);
        const { offers } = await makeShipment(b);
        const both = (): Promise<boolean> =>
          Promise.resolve(
            [SHARED, MONEY].every(
              (sql) => JSON.stringify(rows(a, sql)) === JSON.stringify(rows(b, sql)),
            ),
          );
        await until("both stations have the same orders and money", both, 20_000);
        // The older station buys an order of the newer station, though it does not know all fields of
        // the parcel.
        await a.call("/transactions", { offerID: offers.cheapest.id });
        await until("both stations have the same again", both, 20_000);
        expect(rows(b, "SELECT count(*) AS n, count(tare_g) AS known FROM parcels")).toEqual([
          { n: 4, known: 2 },
        ]);
        for (const station of [a, b])
          expect(await station.status()).toMatchObject({ state: "in step", conflicts: [] });
        // The older station also works while disconnected.
        await hub.kill9("both");
        await until("the station is cut off", async () => (await a.status()).state === "cut off");
        await Promise.all([buy(a), buy(b)]);
        await startHub({ dir: hub.dir, port: hub.port });
        await until("both stations have the same once more", both, 30_000);

        await ended(a);
        const updated = await joined(newer, ["--demo"], a.folder);
        await allInStep([updated, b], 30_000);
        expect(rows(updated, "SELECT count(*) AS n, count(tare_g) AS known FROM parcels")).toEqual([
          { n: 6, known: 3 },
        ]);
      },
    );

    it(
      "the older station is asked to update when the hub's snapshot is of the newer release",
      { tags: "all" },
      async () => {
        const hub = await startHub();
        const newer = remember(headlessStations(makeNextRelease(LAST_SCHEMA)));
        await joined(newer, ["--join", hub.joinCode, "--demo"]);
        const older = remember(headlessStations());
        expect(
          await older.refused(folderOnDisk(), "--join", await hub.add(), "--demo"),
        ).toMatchObject({ code: 1, stderr: expect.stringContaining("Update this station") });
      },
    );

    describe(
      "an undone update and a table that only the next release knows",
      { tags: "all" },
      () => {
        const NOTES = "SELECT id, organization_id, text FROM next_notes ORDER BY id";
        const releases = (): [HeadlessStations, HeadlessStations] => [
          remember(headlessStations()),
          remember(headlessStations(makeNextRelease(LAST_SCHEMA, { hasNotes: true }))),
        ];
        const inStep = (station: JoinedStation): Promise<void> =>
          until(
            "the station is in step",
            async () => (await station.status()).state === "in step",
            20_000,
          );

        it("a station that is updated again has the new table's rows that arrived meanwhile", async () => {
          const hub = await startHub();
          const [older, newer] = releases();
          const a = await joined(newer, ["--join", hub.joinCode, "--demo"]);
          const b = await joined(newer, ["--join", await hub.add(), "--demo"]);
          await allInStep([a, b]);
          await ended(b);
          const back = await joined(older, ["--demo"], b.folder);
          await makeShipment(a);
          await until(
            "the unknown change waits at the older station",
            () =>
              rows(back, "SELECT 1 FROM parked_changes WHERE table_name = 'next_notes'").length > 0,
          );
          await ended(back);
          const again = await joined(newer, ["--demo"], b.folder);
          await inStep(again);
          expect(rows(again, NOTES)).toEqual(rows(a, NOTES));
          expect(rows(again, NOTES)).not.toEqual([]);
        });

        it("a joining station gets the new table's rows by the older station's snapshot", async () => {
          const hub = await startHub();
          const [older, newer] = releases();
          const a = await joined(newer, ["--demo"]);
          await makeShipment(a);
          await ended(a);
          const back = await joined(older, ["--join", hub.joinCode, "--demo"], a.folder);
          const b = await joined(newer, ["--join", await hub.add(), "--demo"]);
          await inStep(b);
          expect(rows(b, NOTES)).toEqual(rows(back, NOTES));
          expect(rows(b, NOTES)).not.toEqual([]);
        });

        it("the older station publishes its earlier rows of the new table, but only the rows of the hub's organization", async () => {
          const hub = await startHub();
          const [older, newer] = releases();
          const a = await joined(newer, ["--join", hub.joinCode, "--demo"]);
          const alone = await joined(newer, ["--demo"]);
          await buy(alone);
          await ended(alone);
          const b = await joined(newer, ["--join", await hub.add(), "--demo"], alone.folder);
          await inStep(b);
          await hub.kill9("both");
          await until("the station is cut off", async () => (await b.status()).state === "cut off");
          await makeShipment(b);
          await ended(b);
          const back = await joined(older, ["--demo"], alone.folder);
          await startHub({ dir: hub.dir, port: hub.port });
          await inStep(back);
          await until("all changes are sent", async () => (await back.status()).waiting === 0);
          const ofHub = rows(
            back,
            `SELECT id, organization_id, text FROM next_notes WHERE organization_id = '${a.ready.organizationID}' ORDER BY id`,
          );
          await until(
            "the other station has the rows",
            () => rows(a, NOTES).length >= ofHub.length,
            10_000,
          );
          expect(rows(a, NOTES)).toEqual(ofHub);
          expect(rows(back, NOTES).length).toBeGreaterThan(ofHub.length);
        });
      },
    );
  },
);
