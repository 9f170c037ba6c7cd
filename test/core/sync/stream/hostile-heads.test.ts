/** Headers of a joined desk's messages. */
import { describe, it } from "vitest";
import { until } from "../../../helpers/bare-nats.ts";
import { evilDesk } from "../../../helpers/evil-desk.ts";
import { hubHere, whyNoHub } from "../../../helpers/hub.ts";
import { allInStep, joinedHere, makeShipment } from "../../../helpers/joined-stations.ts";

describe.skipIf(whyNoHub !== undefined)(
  "the headers of a joined desk's message",
  { timeout: 120_000 },
  () => {
    it(
      "a header with invalid numbers affects only its message, and the stations continue and name the desk",
      { tags: "all" },
      async () => {
        const hub = await hubHere();
        const first = await joinedHere(["--join", hub.joinCode, "--demo"]);
        const desks = [first, await joinedHere(["--join", await hub.add(), "--demo"])];
        const evil = await evilDesk(hub);
        for (const text of ["abc", "1.5", "1e300", "Infinity", "-1", ""]) {
          await evil.publish(Buffer.from("x"), undefined, { n: text });
          await evil.publish(Buffer.from("x"), undefined, { v: text });
        }
        await makeShipment(first, "Afterwards");
        await allInStep(desks);
        for (const desk of desks) {
          await until("the desk is named", async () =>
            (await desk.status()).conflicts.some(({ subjectID }) => subjectID === evil.stationID),
          );
        }
      },
    );
  },
);
