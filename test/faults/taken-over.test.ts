/**
 * A station's id on two computers: the code for the station lets the new computer in and locks the
 * old computer out.
 */
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { KEY_FILE } from "../../core/base/key-file.ts";
import { until } from "../helpers/bare-nats.ts";
import { folderOnDisk } from "../helpers/folders.ts";
import { headlessStations } from "../helpers/headless.ts";
import { startHub, whyNoHub } from "../helpers/hub.ts";
import {
  allInStep,
  joined,
  killed,
  makeShipment,
  type JoinedStation,
} from "../helpers/joined-stations.ts";

const stations = headlessStations();
afterEach(() => stations.killAll());

const idOf = async (station: JoinedStation): Promise<string> =>
  (await station.status()).stations.find(({ isThis }) => isThis)?.id ?? "";
const balanceAt = async (station: JoinedStation): Promise<number> =>
  Math.round(
    Number((await station.call<{ balance: string }[]>("/organizations"))[0]?.balance) * 100,
  );

type Bought = { readonly number: number; readonly barcode: string; readonly price: number };

async function buy(station: JoinedStation): Promise<Bought> {
  const made = await makeShipment(station);
  const { totalAmount, shipment } = await station.call<{
    totalAmount: string;
    shipment: { barcode: string; organizationShipmentID: number };
  }>("/transactions", { offerID: made.offers.cheapest.id });
  return {
    number: shipment.organizationShipmentID,
    barcode: shipment.barcode,
    price: Math.round(Number(totalAmount) * 100),
  };
}

describe.skipIf(whyNoHub !== undefined)(
  "a code for a station whose old computer still works",
  { tags: "all", timeout: 120_000 },
  () => {
    it("the new computer gets in and the old computer works alone, and no number, barcode or money is used twice", async () => {
      const hub = await startHub();
      const a = await joined(stations, ["--join", hub.joinCode, "--demo"]);
      const old = await joined(stations, ["--join", await hub.add(), "--demo"]);
      await until(
        "both stations have a share of the balance",
        async () =>
          (await a.status()).stations.filter(({ lease }) => Number(lease) > 0).length === 2,
        20_000,
      );
      const start = await buy(old);
      await allInStep([a, old]);
      const [id, before] = [await idOf(old), await balanceAt(a)];
      const copy = folderOnDisk();
      cpSync(old.folder, copy, { recursive: true });
      rmSync(join(copy, KEY_FILE));

      const givenUp = await joined(stations, ["--give-up-secrets", "--demo"], copy);
      expect(await idOf(givenUp)).toBe(id);
      await killed(givenUp);
      const fresh = await joined(
        stations,
        ["--join", await hub.add("--station", id), "--demo"],
        copy,
      );
      await until("the old computer reports that it is locked out", async () => {
        const { state, causeCode } = await old.status();
        return state === "cut off" && causeCode === "E2117";
      });
      await allInStep([a, fresh], 40_000);
      const listed = JSON.parse((await hub.command("list", "--json")).stdout) as {
        stations: { id: string; revokedAt: string | null }[];
      };
      expect(
        listed.stations
          .filter((one) => one.revokedAt === null)
          .map((one) => one.id)
          .sort(),
      ).toEqual([await idOf(a), id].sort());

      const [alone, there, more] = [await buy(old), await buy(fresh), await buy(fresh)];
      await allInStep([a, fresh], 40_000);
      expect((await old.status()).state).toBe("cut off");
      const all = [start, alone, there, more];
      expect(new Set(all.map(({ number }) => number)).size).toBe(4);
      expect(new Set(all.map(({ barcode }) => barcode)).size).toBe(4);
      expect([await balanceAt(a), await balanceAt(fresh)]).toEqual([
        before - there.price - more.price,
        before - there.price - more.price,
      ]);
      await until(
        "the leases are not more than the balance",
        async () =>
          Math.round(
            (await a.status()).stations.reduce((sum, { lease }) => sum + Number(lease), 0) * 100,
          ) <= (await balanceAt(a)),
        20_000,
      );
    });
  },
);
