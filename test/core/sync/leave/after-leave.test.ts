/** A desk that has left its hub works with the organization that it had before. */
import { describe, expect, it } from "vitest";
import { until } from "../../../helpers/bare-nats.ts";
import { folderOnDisk } from "../../../helpers/folders.ts";
import { hubHere, whyNoHub } from "../../../helpers/hub.ts";
import { joinedHere, makeShipment } from "../../../helpers/joined-stations.ts";
import { RECIPIENT, station, trueTime } from "../../../helpers/station.ts";

describe.skipIf(whyNoHub !== undefined)("a desk that leaves", { timeout: 60_000 }, () => {
  it(
    "an interrupted leave is completed at the next start, and the desk then works with its own organization",
    { tags: "all" },
    async () => {
      const hub = await hubHere();
      const other = await joinedHere(["--join", hub.joinCode, "--demo"]);
      const dataDir = folderOnDisk();
      const alone = await joinedHere(["--demo"], dataDir);
      const own = alone.ready.organizationID;
      await alone.stop();
      const joined = await joinedHere(["--join", await hub.add(), "--demo"], dataDir);
      expect(joined.ready.organizationID).toBe(other.ready.organizationID);
      await joined.stop();
      const faultPoint = (point: string): void => {
        if (point === "leaving.left") throw new Error("the power is gone");
      };
      const leaving = await station({ dataDir, world: { now: trueTime, faultPoint } });
      await until(
        "the leave is interrupted",
        async () => (await leaving.desk("POST", "/station/sync/leave", {})).status === 500,
      );
      await leaving.stop();
      const again = await joinedHere(["--demo"], dataDir);

      expect(again.ready.organizationID).toBe(own);
      expect(await again.status()).toMatchObject({ state: "alone", hub: null });
      expect(
        await again.call("/parceltemplates", {
          name: "Koli",
          length: "10",
          width: "10",
          height: "10",
          weight: "1",
          distanceUnit: "cm",
          massUnit: "kg",
        }),
      ).toMatchObject({ name: "Koli" });
      expect(await makeShipment(other)).toMatchObject({ statusCode: "GOT_OFFERS" });
    },
  );

  it(
    "a desk that has left stores no cursor for the hub, so that its outbox can be pruned",
    { tags: "all" },
    async () => {
      const hub = await hubHere();
      await joinedHere(["--join", hub.joinCode, "--demo"]);
      const dataDir = folderOnDisk();
      await (await joinedHere(["--join", await hub.add(), "--demo"], dataDir)).stop();
      const leaving = await station({ dataDir, world: { now: trueTime, restart: () => {} } });
      const cursors = (): string[] =>
        leaving.core.deps.db
          .sql<{ reader: string }>(`SELECT reader FROM outbox_cursors WHERE reader LIKE 'sync%'`)
          .all()
          .map(({ reader }) => reader);
      expect(cursors()).toEqual(["sync", "sync_kept"]);
      await until("the desk has left just after a change", async () => {
        if ((await leaving.desk("POST", "/station/sync/leave", {})).status === 200) return true;
        await leaving.call("POST", "/addresses", { ...RECIPIENT, isRecipientAddress: false });
        return false;
      });
      expect(cursors()).toEqual([]);
    },
  );

  it(
    "a desk that has left has no default sender, and its first new sender address becomes the default",
    { tags: "all" },
    async () => {
      const hub = await hubHere();
      await joinedHere(["--join", hub.joinCode, "--demo"]);
      const dataDir = folderOnDisk();
      await (await joinedHere(["--demo"], dataDir)).stop();
      await (await joinedHere(["--join", await hub.add(), "--demo"], dataDir)).stop();
      const leaving = await station({ dataDir, world: { now: trueTime, restart: () => {} } });
      await until(
        "the desk has left",
        async () => (await leaving.desk("POST", "/station/sync/leave", {})).status === 200,
      );
      await leaving.stop();
      const own = await joinedHere(["--demo"], dataDir);

      await expect(makeShipment(own)).rejects.toThrow("has no default sender address");
      const sender = { ...RECIPIENT, name: "Depo", isRecipientAddress: false };
      expect(await own.call("/addresses", sender)).toMatchObject({ isDefaultSenderAddress: true });
      expect(await makeShipment(own)).toMatchObject({ statusCode: "GOT_OFFERS" });
    },
  );
});
