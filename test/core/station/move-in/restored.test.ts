/** A backup that was made while an organization was moving, restored later. */
import { describe, expect, it } from "vitest";
import { withoutTraces } from "../../../helpers/erased-person.ts";
import { progressOf, whenRead } from "../../../helpers/moving-station.ts";
import { restorableStation } from "../../../helpers/restored-station.ts";
import {
  RECIPIENT_THERE,
  rows,
  scriptedServer,
  SENDER_THERE,
  shipmentThere,
  type Scripted,
} from "../../../helpers/scripted-server.ts";
import { eventually, trueTime } from "../../../helpers/station.ts";

describe("a restored backup of a station to which an organization was moving", () => {
  it(
    "goes on with the move, and brings back nobody who was erased since",
    { tags: "all" },
    async () => {
      let open = (): void => {};
      const until = new Promise<void>((resolve) => (open = resolve));
      const lists: Record<string, Scripted> = {
        "/addresses": { ...rows([SENDER_THERE]), until },
        "/recipients": rows([RECIPIENT_THERE]),
        "/shipments": rows([shipmentThere(41)]),
      };
      const { url } = await scriptedServer((path) => lists[path]);
      const s = await restorableStation({
        demo: false,
        newToken: "Move",
        world: { now: trueTime },
        settings: { carrierTargets: { loopback: true }, rateLimit: null },
      });
      await s.now.call("POST", "/station/move-in", { url, token: "t" });
      await eventually("the addresses are asked for", async () => {
        return (await progressOf(s.now)).reading.kind === "senders";
      });
      await s.backUp();
      open();
      await whenRead(s.now);
      await s.now.call("POST", "/station/privacy/erasures", { phone: "5559876543" });
      await s.restore();
      const { counts } = await whenRead(s.now);
      await withoutTraces(s.now.core.deps);
      expect(counts).toContainEqual(expect.objectContaining({ kind: "senders", taken: 1 }));
    },
  );
});
