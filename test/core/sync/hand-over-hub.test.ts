/** A truck that a connected and a disconnected station load, at a real hub. */
import { describe, expect, it } from "vitest";
import { endHandOver } from "../../../core/fulfilment/hand-over/end-hand-over.ts";
import { whyNoHub } from "../../helpers/hub.ts";
import { twoAtHub } from "../../helpers/two-at-hub.ts";
import { addCarrier, buyLabel, CARRIER, scanAt } from "./hand-over-acts.ts";
import { stateOf } from "./state-of.ts";

describe.skipIf(whyNoHub !== undefined)("a truck", { timeout: 60_000 }, () => {
  it.each(["stream", "snapshot"] as const)(
    "that a disconnected station helps to load counts each label once when the station is back by the %s",
    async (how) => {
      const hub = await twoAtHub();
      const { a, actor } = hub;
      addCarrier(a, actor);
      const codes = Array.from({ length: 4 }, () => buyLabel(a, actor));
      await hub.inStep();
      const [both = "", known = "", late = "", off = ""] = codes;
      scanAt(a, actor, off);
      await hub.inStep();
      const deps = await hub.cutOff();
      for (const code of [both, known]) scanAt(a, actor, code);
      for (const code of [both, late]) scanAt({ deps }, actor, code);
      scanAt({ deps }, actor, off, "takeBack");
      const handOver = await endHandOver(a.deps, actor, CARRIER, undefined);
      await hub.back(how);
      await hub.inStep();
      const rows = (of: typeof deps) =>
        of.db
          .sql<{ barcode: string; state: string; handOverID: string }>(
            `SELECT s.barcode, h.state, h.hand_over_id FROM handed_over AS h JOIN shipments AS s ON s.id = h.shipment_id ORDER BY s.number`,
          )
          .all()
          .map((row) => [row.barcode, row.state, row.handOverID]);
      expect(rows(a.deps)).toEqual([
        [both, "LOADED", handOver],
        [known, "LOADED", handOver],
        [late, "LOADED", ""],
        [off, "TAKEN_BACK", handOver],
      ]);
      expect(rows(hub.b.deps)).toEqual(rows(a.deps));
      expect(stateOf({ deps: hub.b.deps })["open"]).toEqual(stateOf({ deps: a.deps })["open"]);
    },
  );
});
