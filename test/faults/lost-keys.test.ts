/**
 * A joined station that has lost the key of its stored secrets, and therefore its credential for
 * the hub.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { KEY_FILE } from "../../core/base/key-file.ts";
import { openReader } from "../../core/db/open-reader.ts";
import { findMeta } from "../../core/db/station-meta.ts";
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

const buy = async (station: JoinedStation): Promise<number> => {
  const { totalAmount } = await station.call<{ totalAmount: string }>("/transactions", {
    offerID: (await makeShipment(station)).offers.cheapest.id,
  });
  return Math.round(Number(totalAmount) * 100);
};
const idOf = async (station: JoinedStation): Promise<string> =>
  (await station.status()).stations.find(({ isThis }) => isThis)?.id ?? "";
const balanceAt = async (station: JoinedStation): Promise<number> =>
  Math.round(
    Number((await station.call<{ balance: string }[]>("/organizations"))[0]?.balance) * 100,
  );

function hasSecrets({ folder }: JoinedStation): boolean {
  const reader = openReader(join(folder, "packbench.db"));
  try {
    return findMeta(reader, "organization_secrets") !== undefined;
  } finally {
    reader.close();
  }
}

describe.skipIf(whyNoHub !== undefined)(
  "a joined station whose key is lost",
  { tags: "all", timeout: 120_000 },
  () => {
    it("the station works offline, says why, and rejoins by a code made for this station, as the same station with all its work", async () => {
      const hub = await startHub();
      const a = await joined(stations, ["--join", hub.joinCode, "--demo"]);
      const b = await joined(stations, ["--join", await hub.add(), "--demo"]);
      await until(
        "both stations have a share of the balance",
        async () =>
          (await a.status()).stations.filter(({ lease }) => Number(lease) > 0).length === 2,
        20_000,
      );
      const first = await buy(b);
      await allInStep([a, b]);
      await until(
        "the station has the organization's secrets",
        () => Promise.resolve(hasSecrets(b)),
        20_000,
      );
      const [id, before] = [await idOf(b), await balanceAt(a)];
      await killed(b);
      rmSync(join(b.folder, KEY_FILE));

      const lost = await joined(stations, ["--demo"], b.folder);
      expect(await lost.status()).toMatchObject({
        state: "cut off",
        cause: expect.stringMatching(
          /credential for the hub cannot be opened\. The key file .* is missing\. Put it back/,
        ),
        causeCode: "E2050",
        causeReason: "hub",
      });
      const price = await buy(lost);
      expect(first).toBeGreaterThan(0);
      await killed(lost);
      // A join code does not help before the stored secrets are deleted, because a new credential
      // could not be stored.
      const ordinary = await hub.add();
      expect(await stations.refused(b.folder, "--join", ordinary)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("--give-up-secrets"),
      });

      const givenUp = await joined(stations, ["--give-up-secrets", "--demo"], b.folder);
      expect(await givenUp.status()).toMatchObject({
        state: "cut off",
        cause: expect.stringContaining("make a code for this station on the hub"),
      });
      await killed(givenUp);
      expect(await stations.refused(b.folder, "--join", ordinary)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("`add --station`"),
      });
      const code = await hub.add("--station", id);
      expect(await stations.refused(folderOnDisk(), "--join", code)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("was made for another station"),
      });

      const back = await joined(stations, ["--join", code, "--demo"], b.folder);
      await allInStep([a, back], 40_000);
      expect([await idOf(back), back.ready.organizationID]).toEqual([id, a.ready.organizationID]);
      expect([await balanceAt(a), await balanceAt(back)]).toEqual([before - price, before - price]);
      const numbers = (
        await a.call<{ organizationShipmentID: number; statusCode: string }[]>("/shipments")
      ).map(({ organizationShipmentID }) => organizationShipmentID);
      expect([numbers.length, new Set(numbers).size]).toEqual([2, 2]);
      await until(
        "the station has the organization's secrets again",
        () => Promise.resolve(hasSecrets(back)),
        20_000,
      );
      expect((await a.status()).stations.map((one) => one.id).sort()).toEqual(
        [await idOf(a), id].sort(),
      );
      expect((await a.status()).conflicts).toEqual([]);
      await buy(back);
      await allInStep([a, back], 40_000);
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
