/**
 * A hub whose store was emptied still belongs to its organization, and a station of another
 * organization that connects first cannot found its organization there.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { organizationFile } from "../../core/sync/hub/keep-organization.ts";
import { until } from "../helpers/bare-nats.ts";
import { folderOnDisk } from "../helpers/folders.ts";
import { headlessStations } from "../helpers/headless.ts";
import { startHub, whyNoHub, type TestHub } from "../helpers/hub.ts";
import { allInStep, joinedHere, makeShipment, rowsOf } from "../helpers/joined-stations.ts";

const stations = headlessStations();
afterEach(() => stations.killAll());

const keptBy = (hub: TestHub): { id: string; name: string } =>
  JSON.parse(readFileSync(organizationFile(hub.dir), "utf8")) as { id: string; name: string };

/** Deletes the hub's streams, with all synced data. */
async function emptied(hub: TestHub): Promise<TestHub> {
  await hub.kill9("both");
  rmSync(join(hub.dir, "jetstream"), { recursive: true });
  return startHub({ dir: hub.dir, port: hub.port });
}

describe.skipIf(whyNoHub !== undefined)(
  "a hub whose store was emptied",
  { timeout: 120_000 },
  () => {
    it(
      "an emptied hub refuses a new station and lets a known station in",
      { tags: "all" },
      async () => {
        const hub = await startHub();
        const old = await joinedHere(["--join", hub.joinCode, "--demo"]);
        await until("the hub has recorded its organization", () =>
          Promise.resolve(keptBy(hub).id === old.ready.organizationID),
        );
        await old.stop();
        const empty = await emptied(hub);
        expect(
          await stations.refused(folderOnDisk(), "--join", await empty.add(), "--demo"),
        ).toMatchObject({
          code: 1,
          stderr: expect.stringMatching(/waits for a desk of the organization "[^"]+"\./),
        });
        await allInStep([await joinedHere(["--demo"], old.folder)], 40_000);
      },
    );

    it(
      "an emptied hub refuses a new station and another organization's station until a known station has connected",
      { tags: "all" },
      async () => {
        const hub = await startHub();
        const old = await joinedHere(["--join", hub.joinCode, "--demo"]);
        await until("the hub has recorded its organization", () =>
          Promise.resolve(keptBy(hub).id === old.ready.organizationID),
        );
        const shipments = await Promise.all([makeShipment(old), makeShipment(old)]);
        await old.call("/transactions", { offerID: shipments[0]?.offers.cheapest.id });
        await allInStep([old]);
        await old.stop();
        const alone = await joinedHere(["--demo"]);
        await makeShipment(alone);
        await alone.stop();
        const before = rowsOf(alone);

        const empty = await emptied(hub);
        const code = await empty.add("--desks", "3");
        const fresh = folderOnDisk();
        const words = expect.stringMatching(
          /waits for a desk of the organization "[^"]+"\. Nothing was changed\./,
        ) as string;
        expect(await stations.refused(fresh, "--join", code, "--demo")).toMatchObject({
          code: 1,
          stderr: words,
        });
        expect(await stations.refused(alone.folder, "--join", code)).toMatchObject({
          code: 1,
          stderr: words,
        });
        expect(JSON.parse((await empty.command("list", "--json")).stdout)).toMatchObject({
          stations: [{}],
          openCodes: expect.arrayContaining([expect.objectContaining({ desks: 3, left: 3 })]),
        });
        expect(rowsOf(alone)).toEqual(before);
        // The hub still waits after another start.
        await empty.stop();
        const again = await startHub({ dir: hub.dir, port: hub.port });
        expect(await stations.refused(fresh, "--join", code, "--demo")).toMatchObject({
          code: 1,
          stderr: words,
        });

        const back = await joinedHere(["--demo"], old.folder);
        await allInStep([back], 40_000);
        const member = await joinedHere(["--join", code, "--demo"], fresh);
        expect(member.ready.organizationID).toBe(old.ready.organizationID);
        await allInStep([back, member], 40_000);
        expect(
          (await member.call<{ id: string }[]>("/shipments")).map(({ id }) => id).sort(),
        ).toEqual(shipments.map(({ id }) => id).sort());
        const third = await joinedHere(["--join", code], alone.folder);
        expect(third.ready.organizationID).toBe(old.ready.organizationID);
        await until(
          "the other stations have the new station's order",
          async () => (await back.call<unknown[]>("/shipments")).length === 3,
          20_000,
        );
        expect(again.err()).toContain("waits for its own organization");
      },
    );

    it(
      "an emptied hub accepts a station of its organization by a new code, although that station was revoked before",
      { tags: "all" },
      async () => {
        const hub = await startHub();
        const old = await joinedHere(["--join", hub.joinCode, "--demo"]);
        const made = await makeShipment(old);
        await allInStep([old]);
        const { id } = (await old.status()).stations[0] ?? { id: "" };
        expect((await hub.command("revoke", id)).code).toBe(0);
        await old.stop();
        const empty = await emptied(hub);
        const back = await joinedHere(["--join", await empty.add()], old.folder);
        expect(back.ready.organizationID).toBe(old.ready.organizationID);
        await allInStep([back], 40_000);
        const member = await joinedHere(["--join", await empty.add(), "--demo"]);
        await allInStep([back, member], 40_000);
        expect(
          (await member.call<{ id: string }[]>("/shipments")).map((shipment) => shipment.id),
        ).toEqual([made.id]);
        await member.call("/transactions", {
          offerID: (await makeShipment(member)).offers.cheapest.id,
        });
        await allInStep([back, member], 40_000);
        const balance = Number(
          (await back.call<{ balance: string }[]>("/organizations"))[0]?.balance,
        );
        await until(
          "the leases are not more than the balance",
          async () =>
            (await back.status()).stations.reduce((sum, { lease }) => sum + Number(lease), 0) <=
            balance + 0.001,
        );
      },
    );

    it("a hub whose file names another organization does not start", { tags: "all" }, async () => {
      const hub = await startHub();
      const old = await joinedHere(["--join", hub.joinCode, "--demo"]);
      await allInStep([old]);
      await until("the hub has recorded its organization", () =>
        Promise.resolve(keptBy(hub).id === old.ready.organizationID),
      );
      await hub.stop();
      const file = organizationFile(hub.dir);
      writeFileSync(file, JSON.stringify({ v: 1, id: "another", name: "Başka" }));
      await expect(startHub({ dir: hub.dir, port: hub.port })).rejects.toThrow(
        /hub of the organization "Başka", but its streams are of another organization/,
      );
      rmSync(file);
      await startHub({ dir: hub.dir, port: hub.port });
      expect(keptBy(hub).id).toBe(old.ready.organizationID);
    });
  },
);
