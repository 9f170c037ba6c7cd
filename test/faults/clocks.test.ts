/** Station processes on computers with wrong clocks. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import BetterSqlite3 from "better-sqlite3";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { until } from "../helpers/bare-nats.ts";
import { folderOnDisk, ROOT } from "../helpers/folders.ts";
import { headlessStations } from "../helpers/headless.ts";
import { startHub, whyNoHub } from "../helpers/hub.ts";
import {
  allInStep,
  joined,
  killed,
  makeShipment,
  rowsOf,
  type JoinedStation,
} from "../helpers/joined-stations.ts";
import { offClock, settableClock, whyNoOffClock } from "../helpers/off-clock.ts";

const stations = headlessStations();
const [ahead, behind, far] = ["+4m", "-4m", "+40d"].map((offset) =>
  headlessStations(ROOT, offClock(offset)),
) as [typeof stations, typeof stations, typeof stations];
afterEach(() => [stations, ahead, behind, far].forEach((some) => some.killAll()));

const DEPOT = {
  name: "Depo",
  phone: "+905321112233",
  address1: "x",
  countryCode: "TR",
  cityCode: "34",
  districtName: "Kadıköy",
};
const named = (station: JoinedStation, id: string): Promise<string> =>
  station.call<{ name: string }>(`/addresses/${id}`).then(({ name }) => name);
const rename = (station: JoinedStation, id: string, name: string): Promise<unknown> =>
  station.call(`/addresses/${id}`, { name }, "PATCH");
const idOf = async (station: JoinedStation): Promise<string> =>
  (await station.status()).stations.find(({ isThis }) => isThis)?.id ?? "";

/** Tries to change ledger entries directly in the database, as a bug would. */
function edited(folder: string): void {
  const db = new BetterSqlite3(join(folder, "packbench.db"));
  try {
    db.prepare("UPDATE ledger_entries SET stamp = stamp").run();
  } finally {
    db.close();
  }
}

describe.skipIf(whyNoHub !== undefined || whyNoOffClock !== undefined)(
  "a station whose clock is wrong",
  { tags: "all", timeout: 120_000 },
  () => {
    // After joining, a station whose clock was ahead keeps stamps in the future until the true time
    // reaches them, so its edits win over concurrent edits.
    it.each([
      ["four minutes ahead", ahead, 240_000, "early"],
      ["four minutes behind", behind, -240_000, "late"],
    ])(
      "a clock %s is shown, all stations have the same edits, and an edit wins over an earlier edit that its station had received",
      async (_what, off, ms, apart) => {
        const hub = await startHub();
        const a = await joined(stations, ["--join", hub.joinCode, "--demo"]);
        const b = await joined(off, ["--join", await hub.add(), "--demo"]);
        const [one, two] = [
          (await a.call<{ id: string }>("/addresses", DEPOT)).id,
          (await a.call<{ id: string }>("/addresses", DEPOT)).id,
        ];
        await allInStep([a, b]);
        const me = await idOf(b);
        await until(
          "both stations show the clock's error",
          async () =>
            (await Promise.all([a, b].map((station) => station.status()))).every(
              (status) =>
                Math.abs((status.stations.find(({ id }) => id === me)?.skewMs ?? 0) - ms) < 5_000,
            ),
          20_000,
        );
        await hub.kill9("both");
        await until(
          "both stations are cut off",
          async () =>
            (await a.status()).state === "cut off" && (await b.status()).state === "cut off",
        );
        await Promise.all([rename(b, one, "early"), rename(a, two, "early")]);
        await sleep(1_500);
        await Promise.all([rename(a, one, "late"), rename(b, two, "late")]);
        await startHub({ dir: hub.dir, port: hub.port });
        await allInStep([a, b], 40_000);
        expect(
          await Promise.all([named(a, one), named(b, one), named(a, two), named(b, two)]),
        ).toEqual([apart, apart, "late", "late"]);
        await rename(a, one, "later at a");
        await allInStep([a, b]);
        await rename(b, one, "later at b");
        await allInStep([a, b]);
        await rename(a, one, "last at a");
        await allInStep([a, b]);
        expect(await Promise.all([named(a, one), named(b, one)])).toEqual([
          "last at a",
          "last at a",
        ]);
        expect((await a.status()).conflicts).toEqual([]);
      },
    );

    it("a clock set six minutes ahead while the station runs is reported, and the purchases reach the other station once the clock is right", async () => {
      const clock = settableClock(join(folderOnDisk(), "clock"));
      const settable = headlessStations(ROOT, clock.environment);
      onTestFinished(() => settable.killAll());
      const hub = await startHub();
      const a = await joined(stations, ["--join", hub.joinCode, "--demo"]);
      const b = await joined(settable, ["--join", await hub.add(), "--demo"]);
      await makeShipment(b);
      await allInStep([a, b]);
      const buy = async (): Promise<unknown> =>
        b.call("/transactions", { offerID: (await makeShipment(b)).offers.cheapest.id });
      clock.set("+6m");
      await buy();
      await until(
        "the station says that its clock is wrong",
        async () => (await b.status()).causeCode === "E2116",
      );
      await buy();
      clock.set("+0");
      await buy();
      await allInStep([a, b], 40_000);
      const balances = await Promise.all(
        [a, b].map((station) => station.call<{ balance: string }[]>("/organizations")),
      );
      expect(balances[0]?.[0]?.balance).toBe(balances[1]?.[0]?.balance);
      const labels = (await a.call<{ barcode: string | null }[]>("/shipments")).filter(
        ({ barcode }) => barcode !== null && barcode !== "",
      );
      expect(labels).toHaveLength(3);
      expect((await a.status()).conflicts).toEqual([]);
    });

    it("a station forty days ahead cannot join, and the refusal says to set the clocks", async () => {
      const hub = await startHub();
      await joined(stations, ["--join", hub.joinCode, "--demo"]);
      expect(await far.refused(folderOnDisk(), "--join", await hub.add())).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/57600 minutes ahead of the hub's\. Set the clocks/),
      });
    });

    it("a joined station that starts forty days ahead works alone, says why, publishes nothing, and resumes once its clock is right", async () => {
      const hub = await startHub();
      const a = await joined(stations, ["--join", hub.joinCode, "--demo"]);
      const b = await joined(stations, ["--join", await hub.add(), "--demo"]);
      const { id } = await a.call<{ id: string }>("/addresses", DEPOT);
      await allInStep([a, b]);
      await killed(b);
      const before = rowsOf(a);
      const off = await joined(far, ["--demo"], b.folder);
      await until(
        "the station says that its clock is wrong",
        async () => (await off.status()).causeCode === "E2116",
      );
      expect(await off.status()).toMatchObject({
        state: "cut off",
        cause: expect.stringContaining("five minutes"),
      });
      await rename(off, id, "from the future");
      const { offers } = await makeShipment(off);
      await off.call("/transactions", { offerID: offers.cheapest.id });
      await sleep(2_000);
      expect(rowsOf(a)).toEqual(before);
      await killed(off);
      const again = await joined(stations, ["--demo"], b.folder);
      await allInStep([a, again], 40_000);
      expect(await Promise.all([named(a, id), named(again, id)])).toEqual([
        "from the future",
        "from the future",
      ]);
      expect((await a.call<{ balance: string }[]>("/organizations"))[0]?.balance).toBe(
        (await again.call<{ balance: string }[]>("/organizations"))[0]?.balance,
      );
      const [mine, theirs] = [
        await a.call<{ barcode: string }[]>("/shipments"),
        await again.call<{ barcode: string }[]>("/shipments"),
      ];
      expect([mine.length, mine[0]?.barcode]).toEqual([1, theirs[0]?.barcode]);
      expect(() => edited(again.folder)).toThrow("append-only");
      await rename(again, id, "here since");
      await allInStep([a, again]);
      await rename(a, id, "and there since");
      await allInStep([a, again]);
      expect(await Promise.all([named(a, id), named(again, id)])).toEqual([
        "and there since",
        "and there since",
      ]);
      expect((await a.status()).conflicts).toEqual([]);
    });

    it("work that a station did alone with its clock forty days ahead reaches all stations, whether that station founds the organization or joins", async () => {
      const [founding, joining] = [await joined(far, ["--demo"]), await joined(far, ["--demo"])];
      const { id } = await founding.call<{ id: string }>("/addresses", DEPOT);
      await makeShipment(joining);
      await Promise.all([killed(founding), killed(joining)]);
      const hub = await startHub();
      const a = await joined(stations, ["--join", hub.joinCode, "--demo"], founding.folder);
      const b = await joined(stations, ["--join", await hub.add(), "--demo"], joining.folder);
      await makeShipment(a);
      await makeShipment(b);
      const seen = async (station: JoinedStation): Promise<unknown[]> => [
        await named(station, id),
        (await station.call<unknown[]>("/shipments")).length,
      ];
      const bothSee = (what: unknown[]) => async (): Promise<boolean> =>
        JSON.stringify([await seen(a), await seen(b)]) === JSON.stringify([what, what]);
      await rename(b, id, "at b");
      await until(
        "both stations have all orders and the change made at b",
        bothSee(["at b", 3]),
        40_000,
      );
      await rename(a, id, "at a");
      await until("both stations have the change made at a", bothSee(["at a", 3]), 20_000);
    });
  },
);
