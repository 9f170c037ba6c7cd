/**
 * A person with a unique name who received a parcel, and a search for traces of that person.
 */
import { inTransaction } from "../../core/db/change.ts";
import type { Instant } from "../../core/base/units.ts";
import type { Deps } from "../../core/deps.ts";
import { createShipment } from "../../core/shipping/shipments/create-shipment.ts";
import { recordTracking } from "../../core/shipping/shipments/record-tracking.ts";
import { shipmentInputSchema } from "../../core/shipping/shipments/shipments.schema.ts";
import { reserveNow } from "./buy-now.ts";
import { eventually, RECIPIENT } from "./station.ts";
import type { TwoAtHub } from "./two-at-hub.ts";

const PERSON = {
  ...RECIPIENT,
  name: "Zümrüdanka Tekilkişi",
  phone: "+905559876543",
  email: "zumrudanka@tekil.test",
  address1: "Simurg Sk. No: 77",
};
export const TRACES = ["Zümrüdanka", "zumrudanka", "5559876543", "Simurg"];

/** Buys and delivers a parcel. @returns The shipment's id. */
export function deliverTo(
  { deps }: { readonly deps: Deps },
  { actor }: Pick<TwoAtHub, "actor">,
): string {
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
  inTransaction(deps, () => reserveNow(deps, actor, offer?.id ?? ""));
  recordTracking(deps, id, {
    subCode: "delivered",
    statusDate: new Date().toISOString() as Instant,
    details: "Teslim alan: Zümrüdanka",
    locationName: "",
  });
  return id;
}

/** Searches every value of every table, except copies that a separate round erases. */
export function tracesIn({ db }: Pick<Deps, "db">): string[] {
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

/** Waits until no value has a trace of the person: copies for searching are erased a little later. */
export async function withoutTraces(deps: Pick<Deps, "db">): Promise<void> {
  await eventually("no trace of the person is left", () => tracesIn(deps).length === 0);
}
