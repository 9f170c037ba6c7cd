/** A desk that joins another's organization and is killed while it takes its own orders along. */
import { afterEach, describe, expect, it } from "vitest";
import { deathsOf } from "../../../faults/a-dying-station.ts";
import { headlessStations } from "../../../helpers/headless.ts";
import { hubHere, whyNoHub } from "../../../helpers/hub.ts";
import { joined, joinedHere, makeShipment } from "../../../helpers/joined-stations.ts";
import { programFile } from "../../../helpers/programs.ts";
import { runProgram } from "../../../helpers/run-program.ts";
import { until } from "../../../helpers/bare-nats.ts";

const CHILD = programFile("founding-child.ts");
const stations = headlessStations();
afterEach(() => stations.killAll());

describe.skipIf(whyNoHub !== undefined)(
  "a desk that is killed while it joins",
  { timeout: 120_000 },
  () => {
    it("a desk killed twice while it joins completes the join at its next start, and the other station gets all its orders", async () => {
      const hub = await hubHere();
      const first = await joinedHere(["--join", hub.joinCode, "--demo"]);
      const alone = await joinedHere(["--demo"]);
      for (let i = 0; i < 3; i += 1) await makeShipment(alone, `Alıcı ${i}`);
      await alone.stop();
      const code = await hub.add();
      // The desk is killed twice, each time after the offers of an order are saved.
      for (let i = 0; i < 2; i += 1)
        await runProgram(process.execPath, [CHILD, alone.folder, "quote.saved", code]);
      expect(deathsOf(alone.folder)).toEqual(["quote.saved", "quote.saved"]);
      const second = await joined(stations, ["--join", code], alone.folder);
      await until("the join is over", async () => (await second.status()).state === "in step");

      await until("the other station has the desk's orders", async () => {
        const list =
          await first.call<{ recipientAddress: { name: string } }[]>("/shipments?limit=50");
        const names = list.map(({ recipientAddress }) => recipientAddress.name);
        return [0, 1, 2].every((i) => names.includes(`Alıcı ${i}`));
      });
    });
  },
);
