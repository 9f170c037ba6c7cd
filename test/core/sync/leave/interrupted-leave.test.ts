/** A desk that leaves its hub and ends, as by a power cut, once its credential has ended. */
import { describe, expect, it } from "vitest";
import { until } from "../../../helpers/bare-nats.ts";
import { folderOnDisk } from "../../../helpers/folders.ts";
import { hubHere, whyNoHub } from "../../../helpers/hub.ts";
import { joinedHere, makeShipment } from "../../../helpers/joined-stations.ts";
import { station, trueTime } from "../../../helpers/station.ts";

describe.skipIf(whyNoHub !== undefined)("a leave that was interrupted", { timeout: 60_000 }, () => {
  it("is finished by the next start, which works with the desk's own organization", async () => {
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
  });
});
