/**
 * A desk that was away longer than the stream keeps its messages gets the rest by a snapshot, and
 * is then like one that was never away.
 */
import { describe, expect, it } from "vitest";
import type { Instant } from "../../../../core/base/units.ts";
import { inTransaction } from "../../../../core/db/change.ts";
import type { Deps } from "../../../../core/deps.ts";
import { eraseShipment } from "../../../../core/privacy/erase-shipment.ts";
import { createShipment } from "../../../../core/shipments/create-shipment.ts";
import { recordTracking } from "../../../../core/shipments/record-tracking.ts";
import { shipmentInputSchema } from "../../../../core/shipments/shipments.schema.ts";
import { reserve } from "../../../../core/transactions/accept-offer.ts";
import { whyNoHub } from "../../../helpers/hub.ts";
import { RECIPIENT } from "../../../helpers/station.ts";
import { twoAtHub, type TwoAtHub } from "../../../helpers/two-at-hub.ts";

const PERSON = {
  ...RECIPIENT,
  name: "Zümrüdanka Tekilkişi",
  phone: "+905559876543",
  email: "zumrudanka@tekil.test",
  address1: "Simurg Sk. No: 77",
};
const TRACES = ["Zümrüdanka", "zumrudanka", "5559876543", "Simurg"];

/** A parcel that was bought and delivered. @returns The shipment's id. */
function delivered({ deps }: { readonly deps: Deps }, { actor }: Pick<TwoAtHub, "actor">): string {
  const input = shipmentInputSchema.parse({
    test: true,
    recipientAddress: PERSON,
    length: "30",
    width: "20",
    height: "10",
    weight: "2",
    massUnit: "kg",
    distanceUnit: "cm",
  });
  const { id } = createShipment(deps, actor, input, { needsEmail: false, quote: true });
  const offer = deps.db
    .sql<{ id: string }>(
      `SELECT id FROM offers WHERE shipment_id = ? ORDER BY total_minor, id LIMIT 1`,
    )
    .get(id);
  inTransaction(deps, () =>
    reserve(deps, actor, offer?.id ?? "", { print: false, requestHash: null }),
  );
  recordTracking(deps, id, {
    subCode: "delivered",
    statusDate: new Date().toISOString() as Instant,
    details: "Teslim alan: Zümrüdanka",
    locationName: "",
  });
  return id;
}

/** Every value of every table, but for copies that a round of its own goes through. */
function tracesIn({ db }: Pick<Deps, "db">): string[] {
  const tables = db.raw
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE '%\\_data' ESCAPE '\\' AND name <> 'outbox'`,
    )
    .pluck()
    .all() as string[];
  const text = tables
    .map((table) => JSON.stringify(db.raw.prepare(`SELECT * FROM "${table}"`).all()))
    .join("\n");
  return TRACES.filter((trace) => text.includes(trace));
}

describe.skipIf(whyNoHub !== undefined)(
  "a desk that was away longer than the stream's days",
  () => {
    it("has nothing of a person who was erased meanwhile, nor takes it from a desk that was never told", async () => {
      const both = await twoAtHub();
      const id = delivered(both.a, both);
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
