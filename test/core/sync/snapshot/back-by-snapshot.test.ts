/**
 * A desk that was away longer than the stream keeps its messages gets the rest by a snapshot, and
 * with it the erasures of persons.
 */
import { describe, expect, it } from "vitest";
import { inTransaction } from "../../../../core/db/change.ts";
import { eraseShipment } from "../../../../core/records/privacy/erase-shipment.ts";
import { deliverTo, tracesIn, TRACES } from "../../../helpers/erased-person.ts";
import { whyNoHub } from "../../../helpers/hub.ts";
import { twoAtHub } from "../../../helpers/two-at-hub.ts";

describe.skipIf(whyNoHub !== undefined)(
  "a desk that was away longer than the stream's retention",
  () => {
    it("a desk that comes back has nothing of a person erased meanwhile, neither text about the person nor the shipment's offers", async () => {
      const both = await twoAtHub();
      const id = deliverTo(both.a, both);
      await both.inStep();
      const deps = await both.cutOff();
      inTransaction(deps, () =>
        deps.db.raw
          .prepare(
            `INSERT INTO print_jobs (id, created_at, updated_at, organization_id, shipment_id, created_by, barcode, status, title, next_attempt_at) VALUES ('j', '', '', ?, ?, '', '', 'CONFIRMED', 'Zümrüdanka', '')`,
          )
          .run(both.actor.organizationID, id),
      );
      expect(tracesIn(deps)).toEqual(TRACES);
      inTransaction(both.a.deps, () =>
        eraseShipment(both.a.deps, id, { cause: "request", memberID: "" }),
      );
      expect(tracesIn(both.a.deps)).toEqual([]);
      await both.back("snapshot");
      expect(tracesIn(both.b.deps)).toEqual([]);
      expect(both.b.deps.db.sql(`SELECT id FROM offers WHERE shipment_id = ?`).all(id)).toEqual([]);
    });
  },
);
